// What the page has for learners: the pseudo-code with the line that is carried out, the types of Knuth and Moore, and
// questions about the next step. It uses the page's places, steps and lanes, and `now`, `state` and `go`.

// The types of the nodes of the minimal tree (Knuth and Moore, 1975), with the branches in the order in which they
// are searched; 0 for a node that no search needs if the best branch comes first everywhere.
const types = places.map(() => 0);
types[0] = 1;
places.forEach((place, id) => children[id].forEach((child, index) => {
  const type = types[id];
  if (type === 1) types[child] = index ? 2 : 1;
  else if (type === 2) types[child] = index ? 0 : 3;
  else if (type === 3) types[child] = 2;
}));

const learner = { types: false, code: window.innerWidth >= 900, asks: false, right: 0, asked: 0 };

// The number of a value as text, for comparing.
const worthOf = text => {
  const plain = text.replace(/[≤≥]/, "").replace("−", "-"), sign = plain.startsWith("-") ? -1 : 1;
  if (plain.includes("∞")) return sign * 1e9;
  if (plain.includes("#")) return sign * (1e8 - Number(plain.replace(/[-#]/g, "")));
  return Number(plain);
};

// The lines of a lane's pseudo-code that a step carries out, and the node whose alpha, beta and best they use.
function carriedOut(lane, index, t, it) {
  const [place, visits] = steps[t], id = visits[index];
  if (id === null) return { tasks: [], at: null };
  const visit = lane.visits[id], tasks = [];
  if (place) {
    // Only a first move has a line of its own; in a node with a null window the others have one, too.
    const has = task => lane.code.some(line => line[1] === task), isFirst = lane.below[visit[ABOVE]][0] === id;
    tasks.push(visit[KIND] === "again" ? "again" : has("open") && (isFirst || !has("null")) ? "open" : "null");
  }
  const leaf = visit[ENDING] !== "";
  if (leaf) tasks.push("leaf");
  for (let at = id; at !== null && it.done(at); at = lane.visits[at][ABOVE]) {
    if (left(lane.visits[at]) && !hides(lane, at, t)) tasks.push("cut");
  }
  return { tasks, at: leaf ? visit[ABOVE] ?? id : id };
}

function drawCode(lane, index, it) {
  const box = lane.box.querySelector(".code");
  box.hidden = !learner.code;
  if (!learner.code) return;
  const { tasks, at } = carriedOut(lane, index, now, it);
  const pre = document.createElement("pre");
  for (const [text, task] of lane.code) {
    const line = document.createElement("span");
    line.textContent = text + "\n";
    if (task && tasks.includes(task)) line.className = `on ${task}`;
    pre.append(line);
  }
  const values = document.createElement("p");
  if (at !== null) {
    const place = lane.place[at], [low, high] = it.window(place).slice(1, -1).split(", ");
    const ended = lane.below[at].filter(it.done).map(child => lane.visits[child][VALUE]);
    const max = data.seen !== "MAX" || depth[place] % 2 === 0;
    const best = ended.sort((a, b) => max ? worthOf(b) - worthOf(a) : worthOf(a) - worthOf(b))[0];
    values.textContent = `${place ? name(place) : SAY.root}: α ${low}, β ${high}` + (best ? SAY.best(best) : "");
  }
  box.replaceChildren(pre, values);
}

// Questions are about the first search: what does it do next?
const asked = { step: -1, cut: false, window: null, missed: false };
const cutsAt = t => {
  const found = [], lane = lanes[0];
  let id = steps[t][1][0];
  for (; id !== null && lane.visits[id][END] <= t; id = lane.visits[id][ABOVE]) {
    if (left(lane.visits[id])) found.push(id);
  }
  return found;
};
// True while the answer to a question would be seen.
function hides(lane, id, t) {
  return learner.asks && t === now && !asked.cut && lane === lanes[0] && lane.visits[id][END] === t;
}

function tell(text, kind = "") {
  const box = document.getElementById("told");
  box.textContent = text;
  box.className = kind;
}

function answered(right) {
  if (asked.missed) return;
  learner.asked++;
  if (right) learner.right++;
  else asked.missed = true;
  document.getElementById("score-line").textContent = SAY.score(learner.right, learner.asked);
  window.parent.postMessage({ right: learner.right, asked: learner.asked, over: false }, "*");
}

// A new step: a new question.
function ask() {
  if (asked.step !== now) Object.assign(asked, { step: now, cut: !cutsAt(now).length, window: null, missed: false });
  document.getElementById("windows").replaceChildren();
  if (now === steps.length - 1 && asked.cut) {
    tell(SAY.over(lanes[0].visits[0][VALUE], learner.right, learner.asked));
    window.parent.postMessage({ right: learner.right, asked: learner.asked, over: true }, "*");
    return;
  }
  if (!asked.missed) tell(SAY.ask(lanes[0].name));
}

// Why the rest of the node that ends here is left out.
function reason(id) {
  const lane = lanes[0], visit = lane.visits[id], at = lane.place[id];
  return SAY.reason(at ? name(at) : SAY.Root, visit[VALUE], visit[CUT] === "null", visit[WINDOW], visit[LEFT]);
}

function guessCut() {
  if (!learner.asks || asked.window) return;
  const cuts = cutsAt(now);
  if (asked.cut) {
    answered(false);
    return tell(SAY.settled, "wrong");
  }
  answered(true);
  asked.cut = true;
  asked.missed = false;
  redraw();
  tell(`${SAY.right} ${reason(cuts[0])}` + (now < steps.length - 1 ? ` ${SAY.then}` : ""), "good");
  if (now === steps.length - 1) ask();
}

function guess(place) {
  if (asked.window || now === steps.length - 1 && asked.cut) return;
  if (!asked.cut) {
    answered(false);
    asked.cut = true;
    redraw();
    return tell(SAY.first(reason(cutsAt(now)[0])), "wrong");
  }
  const next = steps[now + 1][0], lane = lanes[0];
  if (Number(place) === next) {
    answered(true);
    return askWindow();
  }
  answered(false);
  const it = state(lane, now), seen = it.visit[place] !== null;
  const nextVisit = lane.visits[steps[now + 1][1][0] ?? 0];
  const why = it.struck(place) ? SAY.isCut(name(place)) : nextVisit[KIND] === "again" ? SAY.think : seen ? SAY.done : SAY.order;
  tell(`${SAY.no} ${why} ${SAY.retry}`, "wrong");
}

// With which window is the node searched? Others of the same search are offered beside the right one.
function askWindow() {
  const lane = lanes[0], id = steps[now + 1][1][0];
  if (id === null || lane.visits[id][ENDING] || !id) return right();
  const true_one = lane.visits[id][WINDOW], above = state(lane, now).window(lane.place[lane.visits[id][ABOVE]]);
  const others = [above, ...lane.visits.map(visit => visit[WINDOW])].filter(text => text !== true_one);
  const choices = [true_one, ...new Set(others)].slice(0, 3).sort();
  if (choices.length < 2) return right();
  asked.window = true_one;
  tell(SAY.which, "good");
  document.getElementById("windows").replaceChildren(...choices.map(text => {
    const button = document.createElement("button");
    button.textContent = text;
    button.onclick = () => {
      asked.missed = false;
      answered(text === true_one);
      const why = SAY.kinds[lane.visits[id][KIND] || "open"], isRight = text === true_one;
      right(`${isRight ? SAY.right : SAY.no} ${true_one}: ${why}.`, isRight ? "good" : "wrong");
    };
    return button;
  }));
  function right(text = SAY.right, kind = "good") {
    asked.window = null;
    go(now + 1);
    tell(`${text} ${SAY.next}`, kind);
    if (now === steps.length - 1 && asked.cut) ask();
  }
}

function redraw() { go(now); }

function setTool(tool, on) {
  learner[tool] = on;
  document.getElementById(`tool-${tool}`).setAttribute("aria-pressed", on);
  document.body.classList.toggle("types", learner.types);
  document.getElementById("asking").hidden = !learner.asks;
  redraw();
}

function startLearner() {
  for (const tool of ["code", "types", "asks"]) document.getElementById(`tool-${tool}`).textContent = SAY[tool];
  document.getElementById("tool-types").title = SAY.typesHint;
  document.getElementById("guess-cut").textContent = SAY.left;
  for (const tool of ["code", "types", "asks"]) {
    document.getElementById(`tool-${tool}`).onclick = () => {
      if (tool === "asks" && !learner.asks) Object.assign(learner, { right: 0, asked: 0 }), Object.assign(asked, { step: -1 }), now = 0;
      setTool(tool, !learner[tool]);
    };
    document.getElementById(`tool-${tool}`).setAttribute("aria-pressed", learner[tool]);
  }
  document.getElementById("guess-cut").onclick = guessCut;
  if (data.asks) setTool("asks", true);
}
