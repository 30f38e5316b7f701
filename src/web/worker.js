"use strict";
// Nullfenster as a web worker: post lines of UCI to it, and it posts lines back, as stockfish.js does.
//
//   const engine = new Worker("nullfenster.js");
//   engine.onmessage = ({ data }) => console.log(data);
//   engine.postMessage("go depth 10");
//
// nullfenster.wasm has to lie beside it; a page that has the module already posts { wasm: ArrayBuffer } first.
//
// The search runs in a second worker, which hears nothing until it ends. A stop ends that worker, answers with
// the first line that it has shown, and starts another one with the same options and position; what its table
// knew is lost. A ponderhit is taken as a stop.
(() => {
  const ENGINE = "@ENGINE@";
  const engineUrl = URL.createObjectURL(new Blob([ENGINE], { type: "text/javascript" }));
  const options = new Map(), waiting = [];
  let module, inner, position = "position startpos";
  // The running search: whether only a stop may end it, its best line so far, its answer if that is held back.
  let search = null;

  const say = line => postMessage(line);

  function start() {
    inner = new Worker(engineUrl);
    inner.onmessage = ({ data }) => hear(data);
    inner.onerror = ({ message }) => {
      say(`info string error: ${message}`);
      const answer = search && bestMove();
      restart();
      if (answer) finish(answer);
    };
    inner.postMessage({ module });
    for (const line of options.values()) inner.postMessage(line);
    inner.postMessage(position);
  }

  function restart() {
    inner.terminate();
    start();
  }

  function bestMove() {
    const [best, ponder] = search.pv || [];
    return `bestmove ${best || "(none)"}${ponder ? " ponder " + ponder : ""}`;
  }

  function finish(answer) {
    search = null;
    say(answer);
    while (waiting.length && !search) handle(waiting.shift());
  }

  function hear(line) {
    if (line.startsWith("bestmove")) {
      if (search.endless && !search.stopped) search.answer = line;
      else finish(line);
      return;
    }
    say(line);
    const pv = line.startsWith("info") && / multipv 1 .* pv (.*)/.exec(line);
    if (pv && search) {
      search.pv = pv[1].split(" ");
      if (search.stopped) stop();
    }
  }

  function stop() {
    if (!search) return;
    search.stopped = true;
    if (search.answer) return finish(search.answer);
    // Before the first line there is no move to answer with; it comes within milliseconds.
    if (!search.pv) return;
    const answer = bestMove();
    restart();
    finish(answer);
  }

  function handle(line) {
    const word = line.trim().split(/\s+/)[0];
    if (word === "stop" || word === "ponderhit") return stop();
    if (word === "quit") {
      inner.terminate();
      return close();
    }
    if (search) {
      if (word === "isready") return say("readyok");
      waiting.push(line);
      if (word === "go" && search.endless) stop();
      return;
    }
    if (word === "setoption") options.set(line.split(/\bvalue\b/)[0].trim().toLowerCase(), line);
    if (word === "position") position = line;
    if (word === "go") {
      const limits = /\b(depth|nodes|mate|movetime|wtime|btime)\b/;
      search = { endless: /\b(infinite|ponder)\b/.test(line) || !limits.test(line) };
    }
    inner.postMessage(line);
  }

  const ready = new Promise((resolve, reject) => {
    onmessage = ({ data }) => {
      if (typeof data === "string") lines.push(...data.split("\n"));
      if (typeof data === "string" && module === undefined) {
        module = null;
        // The file itself, unless a page has given the module.
        const url = new URL("nullfenster.wasm", location.href);
        fetch(url).then(found => found.arrayBuffer()).then(wasm => WebAssembly.compile(wasm)).then(resolve, reject);
      } else if (typeof data !== "string") {
        module = null;
        WebAssembly.compile(data.wasm).then(resolve, reject);
      }
    };
  });
  const lines = [];
  ready.then(compiled => {
    module = compiled;
    start();
    onmessage = ({ data }) => typeof data === "string" && data.split("\n").forEach(handle);
    lines.forEach(handle);
  }, error => say(`info string error: ${error}`));
})();
