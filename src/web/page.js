"use strict";
// The page: a board, a game, and two engines in workers. One plays and analyses; the other never searches, and
// knows the rules: which moves are legal, and how they are written.
const $ = id => document.getElementById(id);
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FIGURES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };

const wasm = Uint8Array.from(atob($("wasm").textContent), letter => letter.charCodeAt(0)).buffer;
const workerUrl = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));

// An engine, whose answers can be waited for. It answers in the order of the questions, so that each line belongs to the
// oldest that waits. A position and the question about it go in one message, so that no other comes between.
class Engine {
  constructor() {
    this.questions = [];
    this.worker = new Worker(workerUrl);
    this.worker.onmessage = ({ data }) => {
      const [question] = this.questions;
      if (!question) return;
      if (data.split(" ")[0] !== question.word) return question.hear(data);
      this.questions.shift();
      question.resolve(data);
    };
    this.worker.postMessage({ wasm: wasm.slice(0) });
  }
  send(line) { this.worker.postMessage(line); }
  // The first line that begins with a word; lines before it go to a function.
  ask(line, word, hear = () => {}) {
    return new Promise(resolve => {
      this.questions.push({ word, hear, resolve });
      this.send(line);
    });
  }
}

const rules = new Engine(), engine = new Engine();
rules.send("setoption name Hash value 1");
engine.send("setoption name UCI_ShowWDL value true");

// The game: where it starts, its moves as { uci, san, fen }, and how many of them are on the board.
const game = { start: START, moves: [], at: 0 };
let view = "play", side = "white", turned = false, language = "en", words = WORDS.en;
let best, refused = "";
// What the position on the board allows, and what is being done with it.
let legal = new Map(), ending = "", chosen = null, focused = "e2", arrow = null, busy = false, turn = 0, asking = 0;
let expected = [];

const fen = () => game.at ? game.moves[game.at - 1].fen : game.start;
const positionLine = (at = game.at) =>
  `position fen ${game.start} moves ${game.moves.slice(0, at).map(move => move.uci).join(" ")}`;
const whiteToMove = () => fen().split(" ")[1] === "w";
const isOwnTurn = () => view !== "play" || (whiteToMove() ? "white" : "black") === side;

async function readPosition() {
  const [, ...moves] = (await rules.ask(`${positionLine()}\nmoves`, "moves")).split(" ");
  ending = ["draw", "check"].find(word => moves.includes(word)) || "";
  legal = new Map(moves.filter(move => move.includes("=")).map(move => {
    const [, uci, san] = /^(\w+)=(.*)$/.exec(move);
    return [uci, san];
  }));
  if (!legal.size) ending = ending === "check" ? "mate" : "stalemate";
}

// The position after a line of UCI; null if there is something wrong with that.
async function fenAfter(line) {
  let wrong = false;
  const hear = said => { wrong = wrong || said.includes("error"); };
  const found = (await rules.ask(`${line}\nd`, "Fen:", hear)).slice(5);
  return wrong ? null : found;
}

async function play(uci) {
  const san = legal.get(uci), line = `${positionLine()} ${uci}`;
  const before = game.at;
  const next = await fenAfter(line);
  if (before !== game.at || !san) return;
  game.moves.length = game.at;
  expected = expected.slice(0, game.at + 1);
  game.moves.push({ uci, san, fen: next });
  await goTo(game.at + 1);
}

async function goTo(at) {
  game.at = Math.max(0, Math.min(at, game.moves.length));
  chosen = arrow = null;
  await readPosition();
  draw();
  if (view === "play") await answer();
  else if ($("run").getAttribute("aria-pressed") === "true") analyse();
}

// The engine's move, if it is to move at the end of the game.
async function answer() {
  if (isOwnTurn() || over() || game.at < game.moves.length || busy) return;
  busy = true;
  const asked = ++turn;
  drawStatus();
  setStrength();
  engine.send("setoption name MultiPV value 1");
  engine.send(positionLine());
  const [, best] = (await engine.ask("go movetime 700", "bestmove")).split(" ");
  busy = false;
  if (asked === turn && view === "play" && legal.has(best)) await play(best);
  else drawStatus();
}

function setStrength(full = false) {
  const elo = $("elo"), limited = !full && elo.value !== elo.max;
  engine.send(`setoption name UCI_LimitStrength value ${limited}`);
  if (limited) engine.send(`setoption name UCI_Elo value ${elo.value}`);
}

const over = () => ["mate", "stalemate", "draw"].includes(ending);

// One line of analysis.
function readInfo(line) {
  const found = /depth (\d+) .*multipv (\d+) score (cp|mate) (-?\d+)(?: (?:upper|lower)bound)?(?: wdl (\d+) (\d+) (\d+))? nodes (\d+) nps (\d+).* pv (.*)/.exec(line);
  if (!found) return null;
  const [, depth, rank, kind, number, win, draws, loss, nodes, nps, pv] = found;
  const sign = whiteToMove() ? 1 : -1, score = sign * number;
  const text = kind === "mate" ? `#${score}` : (score > 0 ? "+" : "") + (score / 100).toFixed(2);
  const points = (Number(win) + draws / 2) / 1000;
  return { depth, rank: Number(rank), text, nodes: Number(nodes), nps: Number(nps), pv: pv.split(" "),
    wdl: sign > 0 ? [win, draws, loss] : [loss, draws, win], white: sign > 0 ? points : 1 - points };
}

async function analyse() {
  const asked = ++asking;
  engine.send("stop");
  setStrength(true);
  engine.send(`setoption name MultiPV value ${$("lines").value}`);
  engine.send(positionLine());
  if (over()) return showLines([]);
  const lines = [];
  let shown = 0;
  const isOld = () => asked !== asking || view !== "analyse" || $("run").getAttribute("aria-pressed") !== "true";
  await engine.ask("go infinite", "bestmove", line => {
    const info = readInfo(line);
    if (!info || isOld()) return;
    lines[info.rank - 1] = info;
    if (performance.now() - shown < 120 && info.depth > 4) return;
    shown = performance.now();
    showLines(lines.filter(Boolean), isOld);
  });
}

async function showLines(lines, isOld = () => false) {
  const position = positionLine(), texts = [];
  for (const line of lines) {
    const said = await rules.ask(`${position}\nline ${line.pv.slice(0, 12).join(" ")}`, "line");
    texts.push(said.split(" ").slice(1).map(pair => pair.split("=").slice(1).join("=")).join(" "));
  }
  if (isOld()) return;
  $("pvs").replaceChildren(...lines.map((line, index) => {
    const item = document.createElement("li"), score = document.createElement("b");
    score.textContent = line.text;
    item.append(score, " " + texts[index]);
    return item;
  }));
  best = lines[0];
  showFacts();
  if (best) {
    setBar(best.white, best.text.startsWith("#") ? best.text : best.text.slice(0, -1));
    arrow = best.pv[0];
    drawArrow();
  }
}

// Chances in permille as percent that add up to 100.
function percent([win, , loss]) {
  const [wins, losses] = [win, loss].map(part => Math.round(part / 10));
  return [wins, 100 - wins - losses, losses].map(part => `${part}%`);
}

// What was said of the best line, in the language of now.
function showFacts() {
  $("facts").textContent = best
    ? `${words.facts(best.depth, best.nodes.toLocaleString(language), best.nps.toLocaleString(language))}; ${words.wdl} ${percent(best.wdl).join(" ")}` : "";
}

// The text that is neither a game nor a position, if one was given.
function showImportError() {
  $("import-error").textContent = refused ? `${words.bad} ${refused}` : "";
}

function setBar(white, text) {
  $("bar-white").style.height = `${100 * white}%`;
  $("bar-text").textContent = text;
  $("bar").setAttribute("aria-label", text);
}

// All positions of the game, each for a moment, and the curve of what White could expect.
async function whole() {
  const asked = ++asking;
  $("run").setAttribute("aria-pressed", "false");
  engine.send("stop");
  setStrength(true);
  engine.send("setoption name MultiPV value 1");
  const at = game.at;
  for (let ply = 0; ply <= game.moves.length; ply++) {
    engine.send(positionLine(ply));
    let last = null;
    const sign = (ply ? game.moves[ply - 1].fen : game.start).split(" ")[1] === "w" ? 1 : -1;
    await engine.ask("go nodes 20000", "bestmove", line => {
      const found = / wdl (\d+) (\d+) /.exec(line);
      if (found) last = (Number(found[1]) + found[2] / 2) / 1000;
    });
    if (asked !== asking || at > game.moves.length) return;
    // Without a move it is mate or stalemate, which the last move decides.
    if (last === null) last = game.moves[ply - 1].san.endsWith("#") ? 0 : 0.5;
    expected[ply] = sign > 0 ? last : 1 - last;
    drawGraph();
  }
}

function drawGraph() {
  if (!expected.length) return $("graph").replaceChildren();
  const width = 400, height = 90, step = width / Math.max(1, game.moves.length);
  const points = expected.map((white, ply) => `${(ply * step).toFixed(1)},${(height * (1 - white)).toFixed(1)}`);
  const x = game.at * step;
  $("graph").innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${words.graph}">` +
    `<rect width="${width}" height="${height}" fill="#44454c"/>` +
    `<polygon fill="#f2f2f4" points="0,${height} ${points.join(" ")} ${((expected.length - 1) * step).toFixed(1)},${height}"/>` +
    `<line x1="0" x2="${width}" y1="${height / 2}" y2="${height / 2}" stroke="#8a8b94" stroke-dasharray="4 4"/>` +
    `<line x1="${x}" x2="${x}" y1="0" y2="${height}" stroke="#1a5fd0" stroke-width="2"/></svg>`;
  $("graph").firstChild.onclick = event => {
    const box = $("graph").firstChild.getBoundingClientRect();
    goTo(Math.round((event.clientX - box.left) / box.width * game.moves.length));
  };
}

// The board: 64 buttons, of which the arrow keys move the focus.
const squares = new Map();
function makeBoard() {
  $("board").replaceChildren();
  squares.clear();
  for (let row = 0; row < 8; row++) {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    for (let column = 0; column < 8; column++) {
      const file = turned ? 7 - column : column, rank = turned ? row : 7 - row;
      const name = "abcdefgh"[file] + (rank + 1), cell = document.createElement("button");
      cell.setAttribute("role", "gridcell");
      cell.dataset.square = name;
      cell.onclick = () => press(name);
      cell.onfocus = () => { focused = name; };
      squares.set(name, cell);
      line.append(cell);
    }
    $("board").append(line);
  }
}

$("board").onkeydown = event => {
  const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const step = steps[event.key];
  if (event.key === "Escape") { chosen = null; draw(); }
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const sign = turned ? -1 : 1, file = "abcdefgh".indexOf(focused[0]) + sign * step[0], rank = Number(focused[1]) + sign * step[1];
  const next = squares.get("abcdefgh"[file] + rank);
  if (next) { next.focus(); draw(); }
};

const targets = from => [...legal.keys()].filter(uci => uci.startsWith(from));
// Castling may be written as king takes rook; the page writes it as others do.
const kingTarget = uci => uci.slice(2, 4);

function press(name) {
  if (!isOwnTurn() || busy || over()) return;
  if (chosen && chosen !== name) {
    const moves = targets(chosen).filter(uci => kingTarget(uci) === name);
    if (moves.length > 1) return choosePromotion(moves);
    if (moves.length) return play(moves[0]);
  }
  chosen = chosen !== name && targets(name).length ? name : null;
  draw();
}

function choosePromotion(moves) {
  const box = $("promotion");
  box.hidden = false;
  box.setAttribute("aria-label", words.promote);
  box.replaceChildren(...moves.map(uci => {
    const button = document.createElement("button"), piece = uci[4];
    button.textContent = FIGURES[piece];
    button.setAttribute("aria-label", `${words.promote}: ${words.pieces[piece]}`);
    button.onclick = () => { box.hidden = true; play(uci); };
    return button;
  }));
  box.firstChild.focus();
}

function pieces() {
  const found = new Map();
  fen().split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else found.set("abcdefgh"[file++] + (8 - index), letter);
    }
  });
  return found;
}

function draw() {
  const men = pieces(), last = game.at ? game.moves[game.at - 1].uci : "", aims = chosen ? targets(chosen).map(kingTarget) : [];
  const king = [...men].find(([, letter]) => letter === (whiteToMove() ? "K" : "k"));
  for (const [name, cell] of squares) {
    const letter = men.get(name), light = ("abcdefgh".indexOf(name[0]) + Number(name[1])) % 2 === 0;
    const classes = [light ? "l" : "d"];
    if (letter) classes.push(letter < "a" ? "w" : "b");
    if (name === last.slice(0, 2)) classes.push("from");
    if (name === last.slice(2, 4)) classes.push("to");
    if (name === chosen) classes.push("chosen");
    if (aims.includes(name)) classes.push("target");
    if ((ending === "check" || ending === "mate") && king && name === king[0]) classes.push("check");
    cell.className = classes.join(" ");
    cell.textContent = letter ? FIGURES[letter.toLowerCase()] + "\ufe0e" : "";
    const side = letter && (letter < "a" ? words.white : words.black);
    cell.setAttribute("aria-label", letter ? `${name}, ${side}, ${words.pieces[letter.toLowerCase()]}` : `${name}, ${words.empty}`);
    cell.tabIndex = name === focused ? 0 : -1;
    const edge = (text, kind) => {
      const mark = document.createElement("small");
      mark.textContent = text;
      mark.className = kind;
      mark.setAttribute("aria-hidden", "true");
      cell.append(mark);
    };
    if (name[0] === (turned ? "h" : "a")) edge(name[1], "rank");
    if (name[1] === (turned ? "8" : "1")) edge(name[0], "file");
  }
  $("promotion").hidden = true;
  drawArrow();
  drawStatus();
  drawMoves();
  drawGraph();
}

function drawArrow() {
  const place = name => {
    const x = "abcdefgh".indexOf(name[0]), y = 8 - Number(name[1]);
    return [turned ? 7 - x : x, turned ? 7 - y : y].map(number => 10 * number + 5);
  };
  if (!arrow) return $("arrows").replaceChildren();
  const [x1, y1] = place(arrow.slice(0, 2)), [x2, y2] = place(arrow.slice(2, 4));
  const length = Math.hypot(x2 - x1, y2 - y1), [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = [[x2, y2], [x2 - 4 * dx - 2 * dy, y2 - 4 * dy + 2 * dx], [x2 - 4 * dx + 2 * dy, y2 - 4 * dy - 2 * dx]];
  $("arrows").innerHTML = `<line x1="${x1}" y1="${y1}" x2="${x2 - 3 * dx}" y2="${y2 - 3 * dy}"/><polygon points="${head.join(" ")}"/>`;
}

function drawStatus() {
  const mover = whiteToMove() ? words.white : words.black, other = whiteToMove() ? words.black : words.white;
  const texts = { mate: words.mate(other), stalemate: words.stalemate, draw: words.draw };
  $("status").textContent = texts[ending] ||
    (busy ? words.thinking : words.toMove(mover) + (ending === "check" ? ` ${words.check}` : ""));
  $("undo").disabled = !game.moves.length;
  $("hint").disabled = busy || over() || !isOwnTurn();
}

function drawMoves() {
  const first = Number(game.start.split(" ")[5]) || 1, black = game.start.split(" ")[1] === "b" ? 1 : 0;
  $("moves").setAttribute("aria-label", words.moves);
  const parts = [];
  game.moves.forEach((move, index) => {
    const ply = index + black;
    if (ply % 2 === 0 || index === 0) parts.push(`${first + Math.floor(ply / 2)}${ply % 2 ? "..." : "."} `);
    const button = document.createElement("button");
    button.textContent = move.san;
    if (index + 1 === game.at) {
      button.className = "current";
      button.setAttribute("aria-current", "true");
    }
    button.onclick = () => goTo(index + 1);
    parts.push(button, " ");
  });
  $("moves").replaceChildren(...parts);
  const current = $("moves").querySelector(".current");
  if (current) $("moves").scrollTop = current.offsetTop - $("moves").offsetTop - 60;
}

function newGame(own) {
  turn++;
  side = own;
  turned = own === "black";
  Object.assign(game, { start: START, moves: [], at: 0 });
  expected = [];
  engine.send("stop");
  engine.send("ucinewgame");
  makeBoard();
  goTo(0);
}

function undo() {
  turn++;
  if (busy) engine.send("stop");
  let kept = Math.max(0, game.at - 1);
  const sideAt = at => (at ? game.moves[at - 1].fen : game.start).split(" ")[1] === "w" ? "white" : "black";
  while (view === "play" && kept > 0 && sideAt(kept) !== side) kept--;
  game.moves.length = kept;
  expected = [];
  goTo(kept);
}

async function hint() {
  busy = true;
  drawStatus();
  setStrength(true);
  engine.send(positionLine());
  const [, best] = (await engine.ask("go movetime 500", "bestmove")).split(" ");
  busy = false;
  arrow = best;
  draw();
}

// A position, or a game: tags, comments, variations, glyphs and numbers are left out, the moves read by the engine.
async function load(text) {
  refused = "";
  showImportError();
  const fail = () => {
    refused = text.trim().slice(0, 60);
    showImportError();
  };
  const tag = /\[\s*FEN\s+"([^"]+)"\s*\]/i.exec(text);
  let start = START, body = text;
  if (/^\s*([1-8pnbrqk]+\/){7}[1-8pnbrqk]+\s+[wb]/i.test(text)) [start, body] = [text.trim(), ""];
  else if (tag) start = tag[1];
  const checked = await fenAfter(`position fen ${start}`);
  if (!checked) return fail();
  body = body.replace(/^\s*\[[^\]]*\]\s*$/gm, " ").replace(/\{[^}]*\}/g, " ").replace(/;[^\n]*/g, " ");
  for (let before = ""; before !== body;) [before, body] = [body, body.replace(/\([^()]*\)/g, " ")];
  const sans = body.replace(/\$\d+/g, " ").replace(/\d+\.+/g, " ").split(/\s+/)
    .filter(word => word && !/^(1-0|0-1|1\/2-1\/2|\*|[!?]+)$/.test(word));
  const pairs = (await rules.ask(`position fen ${start}\nline ${sans.join(" ")}`, "line")).split(" ").slice(1);
  if (pairs.length < sans.length || !sans.length && body.trim()) return fail();
  const moves = [];
  for (const pair of pairs) {
    const [, uci, san] = /^(\w+)=(.*)$/.exec(pair);
    moves.push({ uci, san });
    moves[moves.length - 1].fen = await fenAfter(`position fen ${start} moves ${moves.map(move => move.uci).join(" ")}`);
  }
  turn++;
  Object.assign(game, { start: checked, moves, at: 0 });
  expected = [];
  if (view === "play") await setView("analyse");
  await goTo(0);
}

function pgn() {
  const results = { mate: whiteToMove() ? "0-1" : "1-0", stalemate: "1/2-1/2", draw: "1/2-1/2" };
  const result = game.at === game.moves.length && results[ending] || "*";
  const names = { white: ["You", "Nullfenster"], black: ["Nullfenster", "You"] }[side];
  const tags = [["Event", "Nullfenster"], ["Date", new Date().toISOString().slice(0, 10).replaceAll("-", ".")],
    ["White", names[0]], ["Black", names[1]], ["Result", result]];
  if (game.start !== START) tags.push(["SetUp", "1"], ["FEN", game.start]);
  return tags.map(([name, value]) => `[${name} "${value}"]`).join("\n") + "\n\n" +
    $("moves").textContent.replace(/\s+/g, " ").trim() + ` ${result}\n`;
}

// The lab: searches of small trees, stepped through in a page of their own, which the rules' engine makes.
const lab = { catalogue: null, fen: "", error: [], right: 0, asked: 0, shown: [0, 0] };
const said = texts => texts[Object.keys(WORDS).indexOf(language)] ?? texts[0] ?? "";

async function readLab(request) {
  return JSON.parse((await rules.ask(`lab ${JSON.stringify(request)}`, "lab")).slice(4));
}

async function startLab() {
  if (lab.catalogue) return drawLab();
  lab.catalogue = await readLab({});
  const { algorithms, examples, options } = lab.catalogue;
  $("lab-example").replaceChildren(...examples.map(one => new Option(one.name, one.name)));
  const box = (group, name) => {
    const label = document.createElement("label"), input = document.createElement("input");
    label.className = "option";
    Object.assign(input, { type: "checkbox", value: name });
    label.append(input, " " + name);
    $(group).append(label);
    return label;
  };
  for (const name of algorithms) box("lab-algorithms", name);
  for (const name of options) {
    const label = box("lab-options", name), usual = { aspiration: "50", selective: "3:200" }[name];
    if (!usual) continue;
    const number = document.createElement("input");
    Object.assign(number, { type: "text", value: usual });
    number.setAttribute("aria-label", name);
    label.append(" ", number);
  }
  for (const name of ["alpha-beta", "pvs"]) $("lab-algorithms").querySelector(`[value=${name}]`).checked = true;
  $("lab-algorithms").onchange = event => {
    // The oldest choice gives way to a fourth.
    const on = [...$("lab-algorithms").querySelectorAll(":checked")];
    if (on.length > 3) on.find(one => one !== event.target).checked = false;
    if (on.length && $("lab-what").value === "example") runLab(false);
  };
  $("lab-what").onchange = drawLab;
  $("lab-example").onchange = () => runLab(false);
  $("lab-run").onclick = () => runLab(false).then(showLab);
  $("lab-exercise").onclick = exercise;
  window.addEventListener("message", ({ source, data }) => {
    if (source !== $("lab-frame").contentWindow || typeof data.asked !== "number") return;
    // The page counts from its beginning, the score goes on from page to page.
    lab.right += data.right - lab.shown[0];
    lab.asked += data.asked - lab.shown[1];
    lab.shown = [data.right, data.asked];
    $("lab-score").textContent = words.score(lab.right, lab.asked);
  });
  drawLab();
  await runLab(false);
}

function drawLab() {
  const what = $("lab-what").value;
  for (const part of document.querySelectorAll("#lab [data-for]")) part.hidden = !part.dataset.for.split(" ").includes(what);
  for (const input of $("lab-options").querySelectorAll("[type=checkbox]")) {
    input.disabled = what !== "chess" && !lab.catalogue.tree_options.includes(input.value);
    if (input.disabled) input.checked = false;
  }
  const example = lab.catalogue.examples.find(one => one.name === $("lab-example").value);
  $("lab-note").textContent = { example: said(example.about), engine: words["lab-engine-about"] }[what] || "";
  $("lab-error").textContent = said(lab.error);
  // The position on the board, unless another was written.
  if ($("lab-fen").value === lab.fen) $("lab-fen").value = lab.fen = fen();
  $("lab-score").textContent = lab.asked ? words.score(lab.right, lab.asked) : "";
}

// A tree with this depth and width, in which a share of the nodes has its best branch first. The value is Max's.
function randomTree(depth, width, order, max = true) {
  if (!depth) {
    const value = Math.floor(Math.random() * 19) - 9;
    return { value, text: String(value) };
  }
  const branches = Array.from({ length: width }, () => randomTree(depth - 1, width, order, !max));
  const sign = max ? 1 : -1;
  if (Math.random() < order) branches.sort((a, b) => sign * (b.value - a.value));
  return { value: sign * Math.max(...branches.map(one => sign * one.value)), text: `(${branches.map(one => one.text).join(" ")})` };
}

const chosenOf = group => [...$(group).querySelectorAll(":checked")].map(one => {
  const number = one.parentElement.querySelector("[type=text]");
  return number ? `${one.value}=${number.value.trim()}` : one.value;
});

async function runLab(asks, algorithms = chosenOf("lab-algorithms")) {
  const what = $("lab-what").value, request = { algorithms, with: chosenOf("lab-options"), asks };
  if (what === "example") request.example = $("lab-example").value;
  if (what === "tree") request.tree = $("lab-text").value;
  if (what === "engine") Object.assign(request, { engine: true, fen: $("lab-fen").value, depth: Number($("lab-engine-depth").value) });
  if (what === "chess") {
    Object.assign(request, { fen: $("lab-fen").value, depth: Number($("lab-depth").value), width: Number($("lab-width").value) });
  }
  if (what === "random") {
    const [depth, width, order] = ["lab-random-depth", "lab-random-width", "lab-order"].map(id => Number($(id).value));
    request.tree = randomTree(depth, width, order).text;
    $("lab-text").value = request.tree;
  }
  const { page, error } = await readLab(request);
  lab.error = error || [];
  drawLab();
  if (!page) return;
  lab.shown = [0, 0];
  $("lab-frame").hidden = false;
  $("lab-frame").srcdoc = page;
}

// On a narrow screen the search is below the form.
const showLab = () => $("lab-frame").scrollIntoView({ block: "nearest" });

// An exercise: a new random tree and an algorithm, with questions about each step.
async function exercise() {
  $("lab-what").value = "random";
  drawLab();
  const names = lab.catalogue.algorithms.filter(name => name !== "minimax");
  const chosen = chosenOf("lab-algorithms");
  await runLab(true, [chosen[0] || names[Math.floor(Math.random() * names.length)]]);
  showLab();
}

async function setView(name) {
  view = name;
  turn++;
  asking++;
  engine.send("stop");
  for (const section of document.querySelectorAll(".view")) section.hidden = section.dataset.view !== view;
  document.body.dataset.view = view;
  $("tour-frame").hidden = view !== "learn";
  $("lab").hidden = view !== "lab";
  document.querySelector("main").hidden = view === "learn" || view === "lab";
  for (const tab of document.querySelectorAll("[role=tab]")) {
    tab.setAttribute("aria-selected", tab.id === `tab-${view}`);
    tab.tabIndex = tab.id === `tab-${view}` ? 0 : -1;
  }
  if (view === "learn") {
    // The tour is a page of its own inside this one.
    if (!$("tour-frame").srcdoc) $("tour-frame").srcdoc = $("tour").textContent.replaceAll("<\\/script", "</script");
    return speak($("tour-frame"));
  }
  if (view === "lab") return startLab();
  if (view === "analyse") $("run").setAttribute("aria-pressed", "true");
  await goTo(game.at);
}

// The pages inside this one have all languages in them.
const FRAMES = ["tour", "lab"].map(name => $(`${name}-frame`));
const speak = frame => frame.contentWindow.postMessage({ language }, "*");

function setLanguage(name) {
  language = name in WORDS ? name : "en";
  words = WORDS[language];
  document.documentElement.lang = language;
  $("language").value = language;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = words[element.dataset.t];
  $("board").setAttribute("aria-label", words.board);
  for (const id of ["algorithms", "options"]) $(`lab-${id}`).setAttribute("aria-label", words[`lab-${id}`]);
  for (const id of ["first", "back", "forward", "last"]) $(id).setAttribute("aria-label", words[id]);
  for (const id of ["tour", "lab"]) $(`${id}-frame`).title = words[`${id}-frame`];
  FRAMES.forEach(speak);
  showElo();
  showFacts();
  showImportError();
  draw();
}

const showElo = () => { $("elo-text").textContent = $("elo").value === $("elo").max ? words.full : $("elo").value; };

function listen() {
  for (const frame of FRAMES) frame.onload = () => speak(frame);
  $("tab-play").onclick = () => setView("play");
  $("tab-analyse").onclick = () => setView("analyse");
  $("tab-lab").onclick = () => setView("lab");
  $("tab-learn").onclick = () => setView("learn");
  document.querySelector("nav").onkeydown = event => {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    event.stopPropagation();
    const views = ["play", "analyse", "lab", "learn"], by = event.key === "ArrowRight" ? 1 : 3;
    const next = views[(views.indexOf(view) + by) % 4];
    setView(next).then(() => $(`tab-${next}`).focus());
  };
  for (const button of document.querySelectorAll("[data-new]")) button.onclick = () => newGame(button.dataset.new);
  $("undo").onclick = undo;
  $("hint").onclick = hint;
  $("elo").oninput = showElo;
  $("run").onclick = () => {
    const on = $("run").getAttribute("aria-pressed") !== "true";
    $("run").setAttribute("aria-pressed", on);
    if (on) analyse();
    else { asking++; engine.send("stop"); }
  };
  $("lines").onchange = () => $("run").getAttribute("aria-pressed") === "true" && analyse();
  $("whole").onclick = whole;
  $("first").onclick = () => goTo(0);
  $("back").onclick = () => goTo(game.at - 1);
  $("forward").onclick = () => goTo(game.at + 1);
  $("last").onclick = () => goTo(game.moves.length);
  $("flip").onclick = () => { turned = !turned; makeBoard(); draw(); };
  $("load").onclick = () => load($("text").value);
  $("export").onclick = () => { $("text").value = pgn(); $("text").select(); };
  $("language").onchange = () => {
    setLanguage($("language").value);
    if (view === "lab") drawLab();
  };
  document.onkeydown = event => {
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const inner = { lab: "lab-frame", learn: "tour-frame" }[view];
    if (inner) return forwardArrow(event, $(inner));
    if (event.key === "ArrowLeft") goTo(game.at - 1);
    if (event.key === "ArrowRight") goTo(game.at + 1);
  };
}

// The arrow keys step through the page inside this one, even before it is clicked.
function forwardArrow({ key }, frame) {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return;
  frame.contentDocument.dispatchEvent(new frame.contentWindow.KeyboardEvent("keydown", { key, cancelable: true }));
}

async function begin() {
  makeBoard();
  listen();
  $("status").textContent = words.loading;
  const elo = /name UCI_Elo .* min (\d+) max (\d+)/;
  await engine.ask("uci", "uciok", line => {
    const found = elo.exec(line);
    if (!found) return;
    // One step above the highest rating is full strength.
    [$("elo").min, $("elo").max] = [found[1], Number(found[1]) + 25 * Math.ceil((found[2] - found[1]) / 25) + 25];
    $("elo").value = 1500;
  });
  setLanguage((navigator.language || "en").slice(0, 2));
  await setView(["#analyse", "#lab", "#learn"].includes(location.hash) ? location.hash.slice(1) : "play");
  document.body.dataset.ready = "true";
}
begin();
