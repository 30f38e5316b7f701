// The tour: pictures of trees to step through, exercises, chapters.
// A place of a tree: [parent, move, name, value of a given leaf, board, squares of the move, Max].
// A visit of the search: [place, parent, kind, window, window of the parent after it, value,
// ending, cut]. Windows and values are those of Max.
const [UP, MOVE, NAME, GIVEN, BOARD, SQUARES, MAX] = [0, 1, 2, 3, 4, 5, 6];
const [PLACE, CALLER, KIND, WINDOW, AFTER, VALUE, ENDING, CUT] = [0, 1, 2, 3, 4, 5, 6, 7];

const SVG = "http://www.w3.org/2000/svg";
function make(name, attributes = {}, text) {
  const svg = ["svg", "g", "path", "rect", "text", "line", "circle", "ellipse"].includes(name);
  const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const isChess = picture => picture.places[0][BOARD] !== null;
const isInfinite = value => Math.abs(value) >= data.infinite - 1;
const isNarrow = ([low, high]) => high - low === 1;
const plain = value => isInfinite(value) ? (value < 0 ? "−∞" : "∞") : String(value).replace("-", "−");
const worth = (picture, value) => isChess(picture) ? score(value) : plain(value);
const span = (picture, [low, high]) => `[${worth(picture, low)}, ${worth(picture, high)}]`;

// What is known of a value that a search has brought: exact, or a bound outside its window.
function known(visit) {
  const [low, high] = visit[WINDOW];
  if (["leaf", "mate", "stalemate"].includes(visit[ENDING])) return "";
  return visit[VALUE] <= low ? "≤" : visit[VALUE] >= high ? "≥" : "";
}
const short = (picture, visit) => known(visit) + worth(picture, visit[VALUE]);

// What is said in the reader's language: a text in all of them, or the same in each.
const CODES = Object.keys(TELL);
let language = "en", SAY = TELL.en;
const said = text => Array.isArray(text) ? text[CODES.indexOf(language)] : text;

// A move as it is called: in a written tree with those before it.
const moveName = place => place[MOVE] === "stop" ? SAY.stop : place[MOVE];
const nameOf = (picture, place) => isChess(picture) ? moveName(place) : place[NAME];
const whereOf = (picture, place) => SAY.at(place[UP] === null ? "" : nameOf(picture, place));

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
  const chess = isChess(picture), windows = picture.algorithm !== "minimax", name = nameOf(picture, place);
  const window = span(picture, visit[WINDOW]), ends = visit[WINDOW].map(value => worth(picture, value));
  const [low, high] = visit[WINDOW], turn = SAY.turn(chess, place[MAX]);
  if (!parent) return !windows ? [turn] : [turn, isInfinite(low) && isInfinite(high) ? SAY.unknown(window) : SAY.given(window)];
  const move = `${SAY.tries(chess, parent[MAX], name)} ${turn}`;
  if (!windows) return [move];
  if (visit[KIND] === "again") return [SAY.again(name, window)];
  if (visit[KIND] === "null") return [move, SAY.asks(chess, parent[MAX], name, ends, window)];
  const means = isNarrow(visit[WINDOW]) ? SAY.same : isInfinite(low) && isInfinite(high) ? SAY.any
    : isInfinite(high) ? SAY.above(chess, ends[0]) : isInfinite(low) ? SAY.below(chess, ends[1]) : SAY.between(...ends);
  return [move, SAY.means(window, means)];
}

function tellCut(picture, visit, id, place) {
  const chess = isChess(picture), max = place[MAX], ends = visit[WINDOW].map(value => worth(picture, value));
  const tried = picture.visits.filter(other => other[CALLER] === id).at(-1);
  const here = SAY.here(chess, max, worth(picture, tried[VALUE])), rest = SAY.rest(whereOf(picture, place));
  return visit[CUT] === "null" ? [here, `${SAY.answered(max, ends)} ${rest}`, SAY.nullOnly] : [here, `${SAY.elsewhere(chess, max, ends)} ${rest}`];
}

function tellValue(picture, steps, step, visit, place, parent) {
  const chess = isChess(picture), value = SAY.bound[known(visit)] ?? "", found = value + worth(picture, visit[VALUE]);
  const [low, high] = visit[WINDOW], name = parent ? nameOf(picture, place) : "", texts = [];
  if (visit[ENDING] === "leaf") {
    texts.push(place[MOVE] === "stop" ? SAY.stops(chess, parent[MAX], found) : chess ? SAY.evaluates(name, found) : SAY.leaf(name, found));
  } else if (visit[ENDING]) texts.push(SAY[visit[ENDING]](name, found));
  else texts.push(SAY.worth(name, found));
  if (!parent) return [...texts, SAY.over(lineOf(picture))];
  const max = parent[MAX], bar = worth(picture, max ? low : high), where = whereOf(picture, parent);
  if (picture.algorithm === "minimax") {
    const before = stateAfter(picture, steps, step).running[place[UP]];
    if (before === null) texts.push(SAY.firstValue(where));
    else if (max ? visit[VALUE] > before.value : visit[VALUE] < before.value) texts.push(SAY.prefers(chess, max, before.text, where));
    else texts.push(SAY.keeps(chess, max, before.text, where));
  } else if (!visit[AFTER]) {
    texts.push(SAY.yes(max, bar, name));
  } else if (max ? visit[VALUE] <= low : visit[VALUE] >= high) {
    texts.push(visit[KIND] === "null" ? SAY.no(max, bar, name) : SAY.nothing(max, bar, where));
  } else if (visit[AFTER][0] >= visit[AFTER][1]) {
    texts.push(SAY.shut(where));
  } else {
    texts.push(SAY.best(where, span(picture, visit[AFTER])));
  }
  return texts;
}

// The line of best moves: from the root, the last visit that brought the value of its parent.
function lineOf(picture) {
  const { places, visits } = picture, moves = [];
  for (let from = 0; ;) {
    const brings = visit => visit[CALLER] === from && visit[VALUE] === visits[from][VALUE] && visit[AFTER] && known(visit) === "";
    const next = visits.findIndex(brings);
    if (next < 0) return moves.join(", ");
    moves.push(nameOf(picture, places[visits[next][PLACE]]));
    from = next;
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
  const deepest = Math.max(...depth), unit = chess ? 52 : 28, level = 84, top = 38;
  let leaves = 0;
  const put = id => {
    if (!children[id].length) { x[id] = (leaves++ + .5) * unit; return; }
    children[id].forEach(put);
    x[id] = (x[children[id][0]] + x[children[id].at(-1)]) / 2;
  };
  put(0);
  const width = Math.max(leaves * unit, 250), shift = (width - leaves * unit) / 2;
  const svg = make("svg", { viewBox: `0 0 ${width} ${top + deepest * level + 34}`, role: "group", "aria-label": SAY.tree });
  svg.style.minWidth = .92 * width + "px"; svg.style.maxWidth = 1.6 * width + "px";
  const edges = make("g"), shapes = make("g"), texts = make("g");
  svg.append(edges, shapes, texts);
  const text = (name, px, py, size, content) => texts.append(make("text", { class: name, x: px, y: py, "font-size": size }, content));
  places.forEach((place, id) => {
    const px = x[id] + shift, py = top + depth[id] * level, inner = children[id].length > 0;
    const onPath = state.windows.has(id) || state.now === id;
    if (place[UP] !== null) {
      const fx = x[place[UP]] + shift, fy = py - level, share = chess ? (inner ? .52 : .7) : inner ? .42 : .45;
      const kind = state.cut[id] ? "cut" : state.seen[id] ? state.edge[id] + (onPath ? " path" : "") : "";
      edges.append(make("path", { class: "edge " + kind, d: `M${fx} ${fy}L${px} ${py}` }));
      const mx = fx + (px - fx) * share, my = fy + (py - fy) * share;
      text("move halo" + (state.cut[id] ? " skipped" : ""), mx, my + 4, chess ? 10.5 : 12, moveName(place));
      if (state.cut[id]) {
        const end = chess && !inner ? .55 : .87, bars = strike([fx, fy], [fx + (px - fx) * end, fy + level * end], state.cut[id]);
        texts.append(make("path", { class: "strike " + state.cut[id], d: bars.path }));
      }
    }
    const marks = { seen: state.seen[id], open: onPath, now: state.now === id, table: state.table[id], skipped: state.cut[id],
      running: state.worth[id] === null && state.running[id], pick: pick && pick.candidates.includes(id), picked: pick && pick.chosen.has(id) };
    const group = make("g", { class: ["place", ...Object.keys(marks).filter(name => marks[name])].join(" "), "data-place": id });
    const half = chess ? 24 : inner ? 15 : 12;
    group.append(!inner ? make("rect", { class: "shape", x: px - half, y: py - 12, width: 2 * half, height: 24, rx: 5 })
      : place[MAX] ? make("rect", { class: "shape", x: px - half, y: py - 13, width: 2 * half, height: 26 })
      : make("ellipse", { class: "shape", cx: px, cy: py, rx: half, ry: 14 }));
    const shown = state.worth[id] ?? (state.running[id] && state.running[id].text);
    if (shown !== null) {
      group.append(make("text", { class: "worth halo", x: px, y: py + 4.5, "font-size": chess ? 10.5 : 12.5 }, shown));
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
      const pair = state.windows.get(id), label = pair[0] < pair[1] ? span(picture, pair) : SAY.closed, space = label.length * 3.2 + 2;
      text("window halo" + (isNarrow(pair) ? " narrow" : ""), Math.min(Math.max(px, space), width - space), py - 20, 11.5, label);
    }
  });
  return { svg, share: id => (x[id] + shift) / width };
}

// The window on a line of numbers, with the value just found.
function drawLine(picture, pair, value) {
  const values = picture.visits.map(visit => visit[VALUE]).filter(value => !isInfinite(value));
  const from = Math.min(...values), to = Math.max(...values), pad = Math.max(1, (to - from) / 10);
  const place = v => 20 + 480 * (Math.min(Math.max(v, from - pad), to + pad) - from + pad) / (to - from + 2 * pad);
  const svg = make("svg", { viewBox: "0 0 520 46", class: "line", role: "img", "aria-label": SAY.window(span(picture, pair)) });
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
  box.setAttribute("role", "group"); box.setAttribute("aria-label", SAY.stepper(picture.algorithm));
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
  button("first", "|◀", SAY.first, () => 0);
  button("back", "◀", SAY.back, () => at - 1);
  button("next", "▶", SAY.next, () => at + 1);
  button("last", "▶|", SAY.last, () => steps.length - 1);
  const slider = make("input", { type: "range", min: 0, max: steps.length - 1, value: 0, "aria-label": SAY.step });
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
    facts.textContent = chess ? SAY.evaluated(state.leaves)
      : SAY.looked(state.leaves, leaves) + (done && state.leaves < leaves ? SAY.skipped(leaves - state.leaves) : "");
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
    feedback.textContent = said(text);
    if (!right) return;
    solved.add(name); progress();
    // Now the search may be seen.
    if (task.picture) stepper(picture, task.picture);
  };
  const kinds = { number: numberTask, nodes: nodesTask, choice: choiceTask, square: squareTask };
  kinds[task.kind](task, picture, answer, say);
}

function checkButton(answer, act) {
  const button = make("button", { class: "check" }, SAY.check);
  button.addEventListener("click", act);
  answer.append(button);
}

function numberTask(task, picture, answer, say) {
  still(picture, task.picture);
  const inputs = task.labels.map(label => {
    const field = make("label", {}, said(label) + " "), input = make("input", { autocomplete: "off" });
    field.append(input); answer.append(field);
    return input;
  });
  const act = () => {
    const given = inputs.map(input => input.value.trim().replace("−", "-"));
    if (given.some(value => !/^[+-]?\d+$/.test(value))) return say(false, SAY.whole(inputs.length > 1));
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
    if (!chosen.size) say(false, SAY.pickFirst);
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
    button.append(said(option.text));
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
  const slider = make("input", { type: "range", min: 0, max: data.chances.length - 1, value: data.chances.length >> 1, "aria-label": SAY.centipawns });
  const text = make("p"), bar = make("div", { class: "bar" }), row = make("div", { class: "steps" });
  row.append(slider); box.append(row, bar, text);
  const show = () => {
    const [score, win, draw, loss] = data.chances[Number(slider.value)];
    bar.replaceChildren(...[["win", win], ["draw", draw], ["loss", loss]].map(([name, share]) => {
      const part = make("div", { class: name }, share >= 90 ? `${Math.round(share / 10)}%` : "");
      part.style.flex = `${share} 0 0`;
      return part;
    }));
    const rounded = (value, digits) => value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    text.textContent = SAY.chance(number(score), ...[win, draw, loss].map(share => rounded(share / 10, 1)), rounded((win + draw / 2) / 1000, 2));
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
  const algorithm = choose(SAY.algorithm, data.compared.map(name => [name, name]));
  const order = choose(SAY.order, data.orders.map((name, index) => [index, said(name)]));
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
  box.append(make("h3", {}, SAY.sources));
  for (const source of data.sources.filter(source => source.chapter === section.id)) {
    const details = make("details"), summary = make("summary"), code = make("pre");
    summary.append(make("code", {}, `${source.file}:${source.line}`), ` ${source.function}: ${said(source.about)}`);
    code.append(make("code", {}, source.code));
    details.append(summary, code); box.append(details);
  }
  section.append(box);
}

let sections = [];
function progress() {
  $("progress").textContent = solved.size ? SAY.progress(solved.size, Object.keys(data.exercises).length) : "";
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

// All chapters in a language; pictures begin anew, solved exercises stay so.
function speak(name) {
  language = name in TELL ? name : "en";
  SAY = TELL[language];
  document.documentElement.lang = $("language").value = language;
  document.title = SAY.title;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = SAY[element.dataset.say];
  $("chapters").setAttribute("aria-label", SAY.chapters);
  document.querySelector("main").replaceChildren($("chapters-" + language).content.cloneNode(true));
  sections = [...document.querySelectorAll(".chapter")];
  $("chapters").replaceChildren(...sections.map((section, index) => {
    const title = section.querySelector("h2"), isAppendix = "appendix" in title.dataset;
    const short = title.dataset.short || title.textContent;
    if (!isAppendix) title.textContent = `${index + 1}. ${title.textContent}`;
    sources(section);
    const link = make("a", { href: "#" + section.id }, isAppendix ? short : `${index + 1} ${short}`);
    // Inside another page the address of a link is that page's.
    link.onclick = event => { event.preventDefault(); location.hash = section.id; };
    return link;
  }));
  const every = (selector, act) => document.querySelectorAll("main " + selector).forEach(act);
  every("[data-picture]", box => stepper(box, data.pictures[box.dataset.picture]));
  every("[data-exercise]", exercise);
  every(".playground", playground);
  every(".men", men);
  every(".chances", chances);
  progress(); open();
}
window.addEventListener("hashchange", open);
$("language").onchange = () => speak($("language").value);
// Inside another page that page says in which language.
window.addEventListener("message", ({ source, data: { language } = {} }) => { if (source === window.parent && language) speak(language); });
$("speaks").hidden = window.parent !== window;
speak((navigator.language || "en").slice(0, 2));
