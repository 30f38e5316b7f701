// The tour: pictures of trees to step through, exercises, chapters.
// A place of a tree: [parent, move, name, value of a given leaf, board, squares of the move, Max].
// A visit of the search: [place, parent, kind, window, window of the parent after it, value,
// ending, cut]. Windows and values are those of Max.
const [UP, MOVE, NAME, GIVEN, BOARD, SQUARES, MAX] = [0, 1, 2, 3, 4, 5, 6];
const [PLACE, CALLER, KIND, WINDOW, AFTER, VALUE, ENDING, CUT] = [0, 1, 2, 3, 4, 5, 6, 7];

const SVG = "http://www.w3.org/2000/svg";
function make(name, attributes = {}, text) {
  const svg = ["svg", "g", "path", "rect", "text", "line", "circle"].includes(name);
  const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const isChess = picture => picture.places[0][BOARD] !== null;
const isInfinite = value => Math.abs(value) >= data.infinite - 1;
const isNarrow = ([low, high]) => high - low === 1;
const plain = value => isInfinite(value) ? (value < 0 ? "−∞" : "∞") : String(value).replace("-", "−");
const worth = (picture, value) => isChess(picture) && !isInfinite(value) ? score(value) : plain(value);
const span = (picture, [low, high]) => `(${worth(picture, low)}, ${worth(picture, high)})`;

// What is known of a value that a search has brought: exact, or a bound outside its window.
function known(visit) {
  const [low, high] = visit[WINDOW];
  if (["leaf", "mate", "stalemate"].includes(visit[ENDING])) return "";
  return visit[VALUE] <= low ? "≤" : visit[VALUE] >= high ? "≥" : "";
}
const short = (picture, visit) => known(visit) + worth(picture, visit[VALUE]);
function long(picture, visit) {
  return { "": "", "≤": "at most ", "≥": "at least " }[known(visit)] + worth(picture, visit[VALUE]);
}

// Who moves, in the words of a picture.
function words(picture) {
  const chess = isChess(picture);
  const who = max => chess ? (max ? "White" : "Black") : (max ? "you" : "the opponent");
  return {
    who,
    cap: max => who(max)[0].toUpperCase() + who(max).slice(1),
    is: max => who(max) === "you" ? "are" : "is",
    has: max => who(max) === "you" ? "have" : "has",
    prefers: max => who(max) === "you" ? "prefer" : "prefers",
    tries: max => who(max) === "you" ? "You try" : chess ? who(max) + " plays" : "The opponent tries",
    name: place => chess ? place[MOVE] : place[NAME],
    at: place => place[UP] === null ? "the root" : chess ? place[MOVE] : place[NAME],
  };
}

// The steps of a search: a node is entered and left, a leaf is looked at, moves are cut off.
function stepsOf(picture) {
  const { visits } = picture, steps = [], below = visits.map(() => []);
  visits.forEach((visit, id) => { if (visit[CALLER] !== null) below[visit[CALLER]].push(id); });
  const walk = id => {
    const ends = visits[id][ENDING] !== "";
    steps.push({ what: ends ? "leaf" : "enter", visit: id });
    if (ends) return;
    below[id].forEach(walk);
    if (visits[id][CUT]) steps.push({ what: "cut", visit: id });
    steps.push({ what: "back", visit: id });
  };
  walk(0);
  return steps;
}

// What is to be seen after the first `count` steps.
function stateAfter(picture, steps, count) {
  const { places, visits } = picture, size = places.length;
  const filled = value => Array(size).fill(value);
  const state = { seen: filled(false), worth: filled(null), running: filled(null), edge: filled(""), cut: filled(""),
    times: filled(0), table: filled(false), windows: new Map(), leaves: 0, now: null };
  const children = at => places.flatMap((place, id) => place[UP] === at ? [id] : []);
  const forget = at => children(at).forEach(child => {
    state.seen[child] = false; state.worth[child] = state.running[child] = null; state.cut[child] = "";
    forget(child);
  });
  for (const { what, visit: id } of steps.slice(0, count)) {
    const visit = visits[id], place = visit[PLACE], parent = places[place][UP];
    state.now = place;
    if (what === "enter" || what === "leaf") {
      forget(place);
      state.seen[place] = true; state.worth[place] = state.running[place] = null;
      state.edge[place] = visit[KIND] || (isNarrow(visit[WINDOW]) ? "null" : "seen");
      state.times[place]++;
      state.windows.set(place, visit[WINDOW]);
    }
    if (what === "leaf") {
      if (visit[ENDING] === "table") state.table[place] = true; else state.leaves++;
    }
    if (what === "leaf" || what === "back") {
      state.worth[place] = short(picture, visit);
      if (parent !== null) {
        state.windows.delete(place);
        const best = state.running[parent], better = best === null ||
          (places[parent][MAX] ? visit[VALUE] > best.value : visit[VALUE] < best.value);
        if (better) state.running[parent] = { value: visit[VALUE], text: state.worth[place] };
        if (visit[AFTER]) state.windows.set(parent, visit[AFTER]);
      }
    }
    if (what === "cut") {
      children(place).filter(child => !state.seen[child]).forEach(child => { state.cut[child] = visit[CUT]; });
    }
  }
  return state;
}

// What happens at a step, in sentences.
function tell(picture, steps, at) {
  const { what, visit: id } = steps[at], visit = picture.visits[id], place = picture.places[visit[PLACE]];
  const parent = visit[CALLER] === null ? null : picture.places[picture.visits[visit[CALLER]][PLACE]];
  if (what === "enter") return tellEntry(picture, visit, place, parent);
  if (what === "cut") return tellCut(picture, visit, id, place);
  return tellValue(picture, steps, at, visit, place, parent);
}

function tellEntry(picture, visit, place, parent) {
  const w = words(picture), windows = picture.algorithm !== "minimax", says = value => worth(picture, value);
  const [low, high] = visit[WINDOW], window = span(picture, visit[WINDOW]), name = w.name(place);
  const turn = `${w.cap(place[MAX])} ${w.is(place[MAX])} to move.`;
  if (!parent) return [turn + (windows ? ` Nothing is known yet, so the window is open on both sides: ${window}.` : "")];
  const move = `${w.tries(parent[MAX])} ${name}. Now ${w.who(place[MAX])} ${w.is(place[MAX])} to move.`;
  if (!windows) return [move];
  if (visit[KIND] === "again") return [`${name} has to be searched again, now with the window ${window}, to find its value.`];
  if (visit[KIND] === "null") {
    const asked = parent[MAX] ? `better than ${says(low)}` : `better for ${w.who(false)} than ${says(high)}`;
    return [move, `The question is: is ${name} ${asked}? The null window ${window} leaves room for yes or no only.`];
  }
  const means = isNarrow(visit[WINDOW]) ? "the question is still the same"
    : isInfinite(low) && isInfinite(high) ? "any value is of interest"
    : isInfinite(high) ? `${w.who(true)} ${w.is(true)} sure of ${says(low)} elsewhere, so only more is of interest`
    : isInfinite(low) ? `${w.who(false)} can already hold ${w.who(true)} to ${says(high)}, so only less is of interest`
    : `only values between ${says(low)} and ${says(high)} are of interest`;
  return [move, `Window ${window}: ${means}.`];
}

function tellCut(picture, visit, id, place) {
  const w = words(picture), max = place[MAX], says = value => worth(picture, value), [low, high] = visit[WINDOW];
  const tried = picture.visits.filter(other => other[CALLER] === id).at(-1);
  const here = `✂ Here ${w.who(true)} would get ${says(tried[VALUE])} ${max ? "or more" : "at most"}.`;
  const rest = `The other moves at ${w.at(place)} are skipped.`;
  if (visit[CUT] === "null") {
    return [here, `The question was whether it is ${max ? `more than ${says(low)}` : `less than ${says(high)}`}, and the answer is yes. ${rest}`,
      "Only the null window makes this cut: alpha-beta would look at them."];
  }
  return [here, max
    ? `But ${w.who(false)} can hold ${w.who(true)} to ${says(high)} by another move higher up, and will not let it come to this. ${rest}`
    : `But ${w.who(true)} ${w.is(true)} sure of ${says(low)} by another move higher up, and will not let it come to this. ${rest}`];
}

function tellValue(picture, steps, at, visit, place, parent) {
  const w = words(picture), says = value => worth(picture, value), value = long(picture, visit);
  const [low, high] = visit[WINDOW], name = w.name(place), texts = [];
  if (visit[ENDING] === "leaf") {
    texts.push(place[MOVE] === "stop" ? `${w.cap(parent[MAX])} stops here and takes what the evaluation says: ${value}.`
      : isChess(picture) ? `${name}: the evaluation of the position says ${value}.` : `Leaf ${name} is worth ${value}.`);
  } else if (visit[ENDING] === "table") {
    texts.push(`${name}: the table knows this position from another order of moves. It is worth ${value}, and nothing below it is searched.`);
  } else if (visit[ENDING]) {
    texts.push(visit[ENDING] === "mate" ? `${name} is mate.` : `${name} is stalemate, a draw.`);
  } else {
    texts.push(`${parent ? name : "The root"} is worth ${value}.`);
  }
  if (!parent) {
    const line = lineOf(picture);
    return [...texts, "The search is finished." + (line ? ` Best play for both sides: ${line}.` : "")];
  }
  const max = parent[MAX], bar = max ? low : high, where = w.at(parent), more = max ? "more" : "less";
  if (picture.algorithm === "minimax") {
    const before = stateAfter(picture, steps, at).running[place[UP]];
    if (before === null) texts.push(`It is the first value at ${where}.`);
    else if (max ? visit[VALUE] > before.value : visit[VALUE] < before.value) {
      texts.push(`That is ${more} than ${before.text}, so ${w.who(max)} ${w.prefers(max)} it at ${where}.`);
    } else texts.push(`${w.cap(max)} ${w.has(max)} ${before.text} at ${where}, so nothing changes.`);
  } else if (!visit[AFTER]) {
    texts.push(`So yes, it is ${more} than ${says(bar)}. How much ${more}, a null window cannot tell: ${name} will be searched again.`);
  } else if (max ? visit[VALUE] <= low : visit[VALUE] >= high) {
    texts.push(visit[KIND] === "null" ? `So no, it is not ${more} than ${says(bar)}. That is all we had to know about ${name}.`
      : `That is not ${more} than ${says(bar)}: nothing changes at ${where}.`);
  } else if (visit[AFTER][0] >= visit[AFTER][1]) {
    texts.push(`The window at ${where} is closed.`);
  } else {
    texts.push(`The best so far at ${where}: its window is now ${span(picture, visit[AFTER])}.`);
  }
  return texts;
}

// The line of best moves: from the root, the last visit that brought the value of its parent.
function lineOf(picture) {
  const { places, visits } = picture, moves = [];
  for (let at = 0; ;) {
    const brings = visit => visit[CALLER] === at && visit[VALUE] === visits[at][VALUE] && visit[AFTER] && known(visit) === "";
    const next = visits.findIndex(brings);
    if (next < 0) return moves.join(", ");
    moves.push(isChess(picture) ? places[visits[next][PLACE]][MOVE] : places[visits[next][PLACE]][NAME]);
    at = next;
  }
}

// The tree as an SVG element. `pick` makes places clickable.
function drawTree(picture, state, pick) {
  const { places } = picture, chess = isChess(picture);
  // Children in the order of the search.
  const first = places.map((_, id) => picture.visits.findIndex(visit => visit[PLACE] === id));
  const rank = id => first[id] < 0 ? places.length * 99 + id : first[id];
  const children = places.map((_, at) => places.flatMap((place, id) => place[UP] === at ? [id] : []).sort((a, b) => rank(a) - rank(b)));
  const depth = places.map(() => 0), x = places.map(() => 0);
  places.forEach((place, id) => { if (id) depth[id] = depth[place[UP]] + 1; });
  const deepest = Math.max(...depth), unit = chess ? 50 : 26, level = 88, top = 40;
  let leaves = 0;
  const put = id => {
    if (!children[id].length) { x[id] = (leaves++ + .5) * unit; return; }
    children[id].forEach(put);
    x[id] = (x[children[id][0]] + x[children[id].at(-1)]) / 2;
  };
  put(0);
  const width = Math.max(leaves * unit, 250), shift = (width - leaves * unit) / 2;
  const svg = make("svg", { viewBox: `0 0 ${width} ${top + deepest * level + 34}`, role: "group", "aria-label": "Tree" });
  svg.style.minWidth = .92 * width + "px"; svg.style.maxWidth = 1.6 * width + "px";
  const edges = make("g"), shapes = make("g"), texts = make("g");
  svg.append(edges, shapes, texts);
  const text = (name, px, py, size, content) => texts.append(make("text", { class: name, x: px, y: py, "font-size": size }, content));
  places.forEach((place, id) => {
    const px = x[id] + shift, py = top + depth[id] * level, inner = children[id].length > 0;
    const onPath = state.windows.has(id) || state.now === id;
    if (place[UP] !== null) {
      const fx = x[place[UP]] + shift, fy = py - level, share = chess ? (inner ? .52 : .68) : inner ? .42 : .55;
      const kind = state.cut[id] ? "cut" : state.seen[id] ? state.edge[id] + (onPath ? " path" : "") : "";
      edges.append(make("path", { class: "edge " + kind, d: `M${fx} ${fy}L${px} ${py}` }));
      const mx = fx + (px - fx) * share, my = fy + (py - fy) * share;
      if (state.cut[id]) text("scissors halo " + state.cut[id], mx, my + 5, 15, "✂");
      else text("move halo", mx, my + 4, chess ? 10.5 : 12, place[MOVE]);
    }
    const marks = { seen: state.seen[id], open: onPath, now: state.now === id, table: state.table[id], skipped: state.cut[id],
      running: state.worth[id] === null && state.running[id], pick: pick && pick.candidates.includes(id), picked: pick && pick.chosen.has(id) };
    const group = make("g", { class: ["place", ...Object.keys(marks).filter(name => marks[name])].join(" "), "data-place": id });
    group.append(!inner ? make("rect", { class: "shape", x: px - (chess ? 22 : 11), y: py - 12, width: chess ? 44 : 22, height: 24, rx: 5 })
      : make("path", { class: "shape", d: place[MAX] ? `M${px} ${py - 22}l23 38h-46z` : `M${px} ${py + 22}l23 -38h-46z` }));
    const shown = state.worth[id] ?? (state.running[id] && state.running[id].text);
    if (shown !== null) {
      group.append(make("text", { class: "worth halo", x: px, y: py + (inner ? (place[MAX] ? 10 : -2) : 4.5), "font-size": chess ? 10.5 : 12.5 }, shown));
    } else if (place[GIVEN] !== null && !chess) {
      group.append(make("text", { class: "given", x: px, y: py + 4.5, "font-size": 12.5 }, plain(place[GIVEN])));
    }
    if (marks.pick) {
      const about = { tabindex: 0, role: "checkbox", "aria-checked": pick.chosen.has(id), "aria-label": place[NAME] };
      Object.entries(about).forEach(([key, value]) => group.setAttribute(key, value));
      const toggle = event => { event.preventDefault(); pick.toggle(id); };
      group.addEventListener("click", toggle);
      group.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") toggle(event); });
    }
    shapes.append(group);
    if (state.times[id] > 1 && !inner) text("times", px, py + 25, 11, state.times[id] + "×");
    if (state.windows.has(id) && picture.algorithm !== "minimax" && inner) {
      const pair = state.windows.get(id), label = pair[0] < pair[1] ? span(picture, pair) : "closed", half = label.length * 3.2 + 2;
      text("window halo" + (isNarrow(pair) ? " narrow" : ""), Math.min(Math.max(px, half), width - half), py - 26, 11.5, label);
    }
  });
  return { svg, share: id => (x[id] + shift) / width };
}

// The window on a line of numbers, with the value just found.
function drawLine(picture, pair, value) {
  const values = picture.visits.map(visit => visit[VALUE]).filter(value => !isInfinite(value));
  const from = Math.min(...values), to = Math.max(...values), pad = Math.max(1, (to - from) / 10);
  const place = v => 20 + 480 * (Math.min(Math.max(v, from - pad), to + pad) - from + pad) / (to - from + 2 * pad);
  const svg = make("svg", { viewBox: "0 0 520 46", class: "line", role: "img", "aria-label": `Window ${span(picture, pair)}` });
  const [low, high] = pair, color = isNarrow(pair) ? "var(--null)" : "var(--mark)";
  const a = isInfinite(low) ? 6 : place(low), b = isInfinite(high) ? 514 : place(high);
  svg.append(make("line", { x1: 6, x2: 514, y1: 20, y2: 20, stroke: "var(--line)", "stroke-width": 2 }));
  if (b >= a) svg.append(make("rect", { x: a, y: 12, width: Math.max(b - a, 3), height: 16, rx: 3, fill: color, opacity: .3 }));
  const tick = (v, end) => {
    svg.append(make("line", { x1: place(v), x2: place(v), y1: end ? 10 : 17, y2: end ? 30 : 23, stroke: end ? color : "var(--dim)", "stroke-width": end ? 2 : 1 }));
    svg.append(make("text", { x: place(v), y: 43, "font-size": 12, "text-anchor": "middle", "font-weight": end ? 700 : 400 }, worth(picture, v)));
  };
  const few = to - from <= 16;
  if (few) for (let v = from; v <= to; v++) if (v !== low && v !== high) tick(v, false);
  // The ends of a null window of centipawns would be written over each other.
  for (const end of few || high - low > pad / 2 ? [low, high] : [low]) if (!isInfinite(end)) tick(end, true);
  if (value !== null && !isInfinite(value)) svg.append(make("circle", { cx: place(value), cy: 20, r: 6, fill: "var(--again)" }));
  return svg;
}

// A picture to step through.
function stepper(box, picture) {
  const steps = stepsOf(picture), chess = isChess(picture), windows = picture.algorithm !== "minimax";
  const inner = new Set(picture.places.map(place => place[UP]));
  const leaves = picture.places.filter((_, id) => !inner.has(id)).length;
  let at = 0;
  box.replaceChildren();
  box.className = "stepper"; box.tabIndex = 0;
  box.setAttribute("role", "group"); box.setAttribute("aria-label", `The search by ${picture.algorithm}, step by step`);
  const view = make("div", { class: "view" }), tree = make("div", { class: "tree" });
  const board = make("svg", { class: "board", viewBox: "0 0 360 360", role: "img" });
  const line = make("div"), text = make("div", { class: "words", "aria-live": "polite" });
  const controls = make("div", { class: "steps" }), facts = make("div", { class: "facts" });
  view.append(tree);
  if (chess) view.append(board);
  box.append(view, line, text, controls, facts);
  const button = (name, label, title, to) => {
    const element = make("button", { class: name, title, "aria-label": title }, label);
    element.addEventListener("click", () => show(to()));
    controls.append(element);
  };
  button("first", "|◀", "First step", () => 0);
  button("back", "◀", "Step back", () => at - 1);
  button("next", "▶", "Next step", () => at + 1);
  button("last", "▶|", "Last step", () => steps.length - 1);
  const slider = make("input", { type: "range", min: 0, max: steps.length - 1, value: 0, "aria-label": "Step" });
  slider.addEventListener("input", () => show(Number(slider.value)));
  const count = make("span", { class: "count" });
  controls.append(slider, count);
  function show(to) {
    at = Math.min(Math.max(to, 0), steps.length - 1);
    const state = stateAfter(picture, steps, at + 1), { what, visit } = steps[at], now = picture.visits[visit];
    const drawn = drawTree(picture, state);
    tree.replaceChildren(drawn.svg);
    tree.scrollLeft = drawn.share(state.now) * tree.scrollWidth - tree.clientWidth / 2;
    text.replaceChildren(...tell(picture, steps, at).map(part => make("p", {}, part)));
    if (windows) {
      const going = what === "enter" || what === "cut" || now[CALLER] === null;
      const pair = going ? state.windows.get(now[PLACE]) || now[WINDOW] : now[WINDOW];
      line.replaceChildren(drawLine(picture, pair, what === "leaf" || what === "back" ? now[VALUE] : null));
    }
    if (chess) {
      const place = picture.places[now[PLACE]];
      drawBoard(place[BOARD], place[SQUARES], board);
    }
    const done = at === steps.length - 1;
    facts.textContent = chess ? `Positions evaluated: ${state.leaves}`
      : state.leaves > leaves ? `Leaves looked at: ${state.leaves} times, and there are only ${leaves}.`
      : `Leaves looked at: ${state.leaves} of ${leaves}` + (done && state.leaves < leaves ? `. ${leaves - state.leaves} were skipped.` : "");
    slider.value = at; count.textContent = `${at + 1} / ${steps.length}`;
  }
  box.addEventListener("keydown", event => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined || event.target.tagName === "INPUT") return;
    event.preventDefault(); show(to);
  });
  show(0);
}

// The tree without a search: all leaves, and places to pick.
function still(box, picture, pick) {
  const filled = value => Array(picture.places.length).fill(value);
  const blank = { seen: filled(true), worth: filled(null), running: filled(null), edge: filled("seen"), cut: filled(""),
    times: filled(0), table: filled(false), windows: new Map(), now: null };
  const left = box.scrollLeft;
  box.className = "tree";
  box.replaceChildren(drawTree(picture, blank, pick).svg);
  box.scrollLeft = left;
}

function boardOf(position, name) {
  const board = make("svg", { class: "board " + name, viewBox: "0 0 360 360", role: "img" });
  drawBoard(position, "", board);
  return board;
}

const solved = new Set();
function exercise(box) {
  const name = box.dataset.exercise, task = data.exercises[name];
  const feedback = make("div", { class: "feedback", "aria-live": "polite" });
  const picture = make("div"), answer = make("div", { class: "answer" });
  box.append(picture, answer, feedback);
  const say = (right, text) => {
    feedback.className = "feedback " + (right ? "right" : "wrong");
    feedback.textContent = text;
    if (!right) return;
    solved.add(name); progress();
    // Now the search may be seen.
    if (task.picture) stepper(picture, task.picture);
  };
  const kinds = { number: numberTask, nodes: nodesTask, choice: choiceTask, square: squareTask };
  kinds[task.kind](task, picture, answer, say);
}

function checkButton(answer, act) {
  const button = make("button", { class: "check" }, "Check");
  button.addEventListener("click", act);
  answer.append(button);
}

function numberTask(task, picture, answer, say) {
  still(picture, task.picture);
  const inputs = task.labels.map(label => {
    const field = make("label", {}, label + " "), input = make("input", { autocomplete: "off" });
    field.append(input); answer.append(field);
    return input;
  });
  const act = () => {
    const given = inputs.map(input => input.value.trim().replace("−", "-"));
    if (given.some(value => !/^[+-]?\d+$/.test(value))) return say(false, "Please write a whole number" + (inputs.length > 1 ? " into each field." : "."));
    const values = given.map(Number);
    if (values.every((value, index) => value === task.answer[index])) say(true, task.right);
    else say(false, task.hints[values.join(",")] || task.otherwise);
  };
  checkButton(answer, act);
  inputs.forEach(input => input.addEventListener("keydown", event => { if (event.key === "Enter") act(); }));
}

function nodesTask(task, picture, answer, say) {
  const chosen = new Set(), pick = { candidates: task.candidates, chosen, toggle: id => {
    if (!chosen.delete(id)) chosen.add(id);
    still(picture, task.picture, pick);
    picture.querySelector(`[data-place="${id}"]`).focus({ preventScroll: true });
  } };
  still(picture, task.picture, pick);
  checkButton(answer, () => {
    const wrong = [...chosen].filter(id => !task.answer.includes(id)), missing = task.answer.filter(id => !chosen.has(id));
    if (!chosen.size) say(false, "Click in the picture first.");
    else if (wrong.length) say(false, task.because[wrong[0]]);
    else if (missing.length) say(false, task.because[missing[0]]);
    else say(true, task.right);
  });
}

function choiceTask(task, picture, answer, say) {
  if (task.board) picture.append(boardOf(task.board, "board-alone"));
  answer.className = "choices";
  task.options.forEach((option, index) => {
    const button = make("button", { class: option.board ? "board-choice" : "" });
    if (option.board) button.append(boardOf(option.board, ""));
    button.append(option.text);
    button.addEventListener("click", () => index === task.answer ? say(true, task.right) : say(false, option.why));
    answer.append(button);
  });
}

function squareTask(task, picture, answer, say) {
  const board = boardOf(task.board, "board-alone pick");
  picture.append(board);
  board.addEventListener("click", event => {
    const square = event.target.dataset.square;
    if (square && square === task.answer) say(true, task.right);
    else say(false, task.because[square] || task.otherwise);
  });
}

// The worth of each man, written on the board.
function men(box) {
  const board = boardOf(data.men.board, "board-alone");
  for (const [square, value] of Object.entries(data.men.worth)) {
    const x = 45 * (square.charCodeAt(0) - 97) + 22.5, y = 45 * (8 - Number(square[1])) + 42;
    board.append(make("text", { x, y, "font-size": 11, "text-anchor": "middle", "font-weight": 700, class: "halo" }, number(value)));
  }
  box.append(board);
}

// Centipawns as chances.
function chances(box) {
  const slider = make("input", { type: "range", min: 0, max: data.chances.length - 1, value: data.chances.length >> 1, "aria-label": "Centipawns" });
  const text = make("p"), bar = make("div", { class: "bar" }), row = make("div", { class: "steps" });
  row.append(slider); box.append(row, bar, text);
  const show = () => {
    const [score, win, draw, loss] = data.chances[Number(slider.value)];
    bar.replaceChildren(...[["win", win], ["draw", draw], ["loss", loss]].map(([name, share]) => {
      const part = make("div", { class: name }, share >= 90 ? `${Math.round(share / 10)}%` : "");
      part.style.flex = `${share} 0 0`;
      return part;
    }));
    text.textContent = `${number(score)} centipawns: wins ${(win / 10).toFixed(1)}%, draws ${(draw / 10).toFixed(1)}%, losses ${(loss / 10).toFixed(1)}%. ` +
      `Expected score: ${((win + draw / 2) / 1000).toFixed(2)} points a game.`;
  };
  slider.addEventListener("input", show);
  show();
}

// Any algorithm on any order of the shared tree.
function playground(box) {
  const place = make("div"), row = make("div", { class: "answer" });
  const choose = (label, options) => {
    const field = make("label", {}, label + " "), select = make("select");
    options.forEach(([value, text]) => select.append(make("option", { value }, text)));
    field.append(select); row.append(field);
    select.addEventListener("change", show);
    return select;
  };
  const algorithm = choose("Algorithm", data.compared.map(name => [name, name]));
  const order = choose("Order", data.orders.map((name, index) => [index, name]));
  box.append(row, place);
  function show() {
    const fresh = make("div");
    place.replaceChildren(fresh);
    stepper(fresh, data.pictures[`${algorithm.value}/${order.value}`]);
  }
  show();
}

function sources(section) {
  const box = make("div", { class: "sources" });
  box.append(make("h3", {}, "Where the source does it"));
  for (const source of data.sources.filter(source => source.chapter === section.id)) {
    const details = make("details"), summary = make("summary"), code = make("pre");
    summary.append(make("code", {}, `${source.file}:${source.line}`), ` ${source.function}: ${source.about}`);
    code.append(make("code", {}, source.code));
    details.append(summary, code); box.append(details);
  }
  section.append(box);
}

const sections = [...document.querySelectorAll(".chapter")];
function progress() {
  $("progress").textContent = solved.size ? `${solved.size} of ${Object.keys(data.exercises).length} exercises solved.` : "";
  sections.forEach((section, index) => {
    const own = [...section.querySelectorAll("[data-exercise]")].map(box => box.dataset.exercise);
    $("chapters").children[index].classList.toggle("solved", own.every(name => solved.has(name)));
  });
}
function open() {
  const at = Math.max(0, sections.findIndex(section => "#" + section.id === location.hash));
  sections.forEach((section, index) => section.classList.toggle("current", index === at));
  [...$("chapters").children].forEach((link, index) => {
    link.classList.toggle("current", index === at);
    if (index === at) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  });
  $("earlier").hidden = at === 0; $("later").hidden = at === sections.length - 1;
  $("earlier").onclick = () => { location.hash = sections[at - 1].id; };
  $("later").onclick = () => { location.hash = sections[at + 1].id; };
  window.scrollTo(0, 0);
}
sections.forEach((section, index) => {
  const title = section.querySelector("h2");
  const isChapter = !title.textContent.startsWith("Appendix");
  const short = title.dataset.short || title.textContent;
  $("chapters").append(make("a", { href: "#" + section.id }, isChapter ? `${index + 1} ${short}` : short));
  if (isChapter) title.textContent = `${index + 1}. ${title.textContent}`;
  sources(section);
});
const every = (selector, act) => document.querySelectorAll(selector).forEach(act);
every("[data-picture]", box => stepper(box, data.pictures[box.dataset.picture]));
every("[data-exercise]", exercise);
every(".playground", playground);
every(".men", men);
every(".chances", chances);
window.addEventListener("hashchange", open);
progress(); open();
