// The view of a walk: the trees of its searches, what happens in each step, and the reader's controls.

// Of larger trees only the branches next to the current path are shown.
const WHOLE = 250, NODE = 26, NOTE = 14;
// The types of nodes as engines call them, in the order of Knuth and Moore.
const TYPES = ["", "PV", "Cut", "All"];
// The width of a column for what is said, with its gap.
const BESIDE = 410;
const textWidth = text => 8.6 * text.length;

// The layout: each subtree in a strip of its own, a node above the middle of its branches.
class Layout {
  constructor(walk) {
    const { places, children, lanes } = this.walk = walk;
    const visitsOf = id => lanes.flatMap(lane => lane.at[id].map(visit => [lane, visit]));
    const valueWidth = id => Math.max(0, ...visitsOf(id).map(([lane, visit]) => textWidth(lane.visits[visit][VALUE]) + 8));
    const leafWidth = id => textWidth(places[id][LEAF] || "") + 8;
    this.nodeWidth = places.map((_, id) =>
      children[id].length ? Math.max(NODE, valueWidth(id)) : Math.max(NODE - 2, valueWidth(id) - 2, leafWidth(id)));
    this.widths = places.map((_, id) => {
      let width = Math.max(textWidth(walk.branch(id)) * .85, valueWidth(id), leafWidth(id), 22);
      if (children[id].length) for (const [lane, visit] of visitsOf(id)) {
        width = Math.max(width, textWidth(lane.visits[visit][WINDOW]) * .78,
          ...lane.below[visit].map(child => textWidth(lane.visits[child][AFTER] || "") * .78));
      }
      return width + 6;
    });
  }

  // Where everything is in a step, with so many branches shown to each side of the path if the tree is large.
  plan(t, around) {
    const { places, children, depth, steps } = this.walk, { widths } = this, gap = window.innerWidth < 600 ? 22 : 34;
    // By place on the path, the first branch that is shown and the one after the last.
    const open = new Map();
    for (let at = steps[Math.max(t, 0)][0], below = null; at !== null; below = at, at = places[at][PARENT]) {
      const middle = Math.max(children[at].indexOf(below), 0), count = children[at].length;
      const from = Math.max(0, Math.min(middle - around, count - 2 * around - 1));
      open.set(at, [from, Math.min(count, from + 2 * around + 1)]);
    }
    const all = id => places.length <= WHOLE ? [0, children[id].length] : open.get(id) || [0, 0];
    const shown = id => children[id].slice(...all(id));
    // Space for the numbers of branches that are not shown before and after these.
    const spare = id => all(id)[1] ? [all(id)[0], children[id].length - all(id)[1]].map(n => n ? 34 : 0) : [0, 0];
    const x = new Map(), order = [], strip = new Map();
    (function measure(id) {
      let sum = spare(id)[0] + spare(id)[1];
      for (const child of shown(id)) { measure(child); sum += strip.get(child); }
      strip.set(id, Math.max(sum, widths[id]));
    })(0);
    (function put(id, from) {
      const below = shown(id);
      order.push(id);
      const [before, after] = spare(id), sum = below.reduce((sum, child) => sum + strip.get(child), 0);
      let at = from + (strip.get(id) - before - after - sum) / 2 + before;
      for (const child of below) { put(child, at); at += strip.get(child); }
      const middle = below.length ? (x.get(below[0]) + x.get(below[below.length - 1])) / 2 : from + strip.get(id) / 2;
      const half = widths[id] / 2;
      x.set(id, Math.min(Math.max(middle, from + half), from + strip.get(id) - half));
    })(0, 0);
    // By depth, where the lines from above end and where the nodes begin.
    const levels = [];
    for (const id of order) {
      const level = levels[depth[id]] ??= { notes: 0, reach: 0 };
      if (id) level.reach = Math.max(level.reach, Math.abs(x.get(id) - x.get(places[id][PARENT])));
      level.notes = Math.max(level.notes, (id ? 1 : 0) + (children[id].length ? 1 : 0));
    }
    let bottom = 2;
    levels.forEach((level, ply) => {
      level.top = bottom + (ply ? Math.min(Math.max(gap, level.reach / 7), 70) : 0);
      level.y = level.top + NOTE * level.notes;
      bottom = level.y + NODE;
    });
    const hidden = id => children[id].length > 0 && !shown(id).length;
    // The numbers left out, with their places.
    const more = [];
    for (const id of order) {
      const below = shown(id), [before, after] = spare(id);
      const beside = (child, side, count) => more.push({
        text: `⋯ ${count}`, y: levels[depth[child]].y + 17, x: x.get(child) + side * (strip.get(child) / 2 + 17) });
      if (before) beside(below[0], -1, all(id)[0]);
      if (after) beside(below[below.length - 1], 1, children[id].length - all(id)[1]);
    }
    return { x, order, hidden, more, top: id => levels[depth[id]].top, y: id => levels[depth[id]].y,
      width: strip.get(0), height: bottom + 12 };
  }

  // The tree of a search after a step. `pick` has places to choose, and those that are chosen.
  draw(lane, it, t, plan, scale, pick) {
    const { places, children, steps, lanes, types } = this.walk, current = t < 0 ? null : steps[t][0], path = new Set();
    for (let at = current; at !== null; at = places[at][PARENT]) path.add(at);
    const finished = t === steps.length - 1, parts = [[], [], [], []];
    for (const id of plan.order) {
      const x = plan.x.get(id), y = plan.y(id), visit = it.visit[id], seen = visit !== null;
      const inner = children[id].length > 0, done = seen && it.done(visit), label = this.walk.branch(id);
      const here = path.has(id) && seen && (id === current ? steps[t][1][lanes.indexOf(lane)] !== null : !done || finished);
      const window = inner && seen && hasWindows(lane) ? (done ? lane.visits[visit][WINDOW] : it.window(id)) : "";
      if (id) {
        const above = places[id][PARENT], px = plan.x.get(above), py = plan.y(above) + NODE;
        const top = plan.top(id), end = y - NOTE * (1 + (window ? 1 : 0));
        const name = "edge" + (seen ? " seen" : "") + (finished && lane.onLine.has(id) ? " line" : "") + (here && !finished ? " path" : "");
        parts[seen ? 1 : 0].push(`<path class="${name}" d="M${px} ${py}L${x} ${top}V${end}"/>`);
        const struck = it.struck(id);
        if (struck) {
          const { cx, cy, path } = strike([px, py], [x, top], struck);
          if (it.alone(id)) parts[2].push(`<circle class="halo" data-alone="${id}" cx="${cx}" cy="${cy}" r="9.5"/>`);
          parts[2].push(`<path class="strike ${struck}" data-struck="${id}" d="${path}"/>`);
        }
      }
      const extra = seen && lane.extra.has(visit), width = this.nodeWidth[id], picked = pick?.chosen.has(id);
      const marks = { [`t${types[id]}`]: types[id], leaf: !inner, seen, extra, now: id === current && here, path: id !== current && here,
        table: seen && lane.visits[visit][ENDING] === "table",
        pick: pick?.candidates.includes(id), picked };
      const name = ["node", ...Object.keys(marks).filter(mark => marks[mark])].join(" ");
      const about = `class="${name}" data-place="${id}"` +
        (marks.pick ? ` tabindex="0" role="checkbox" aria-checked="${picked}" aria-label="${this.walk.name(id)}"` : "");
      parts[3].push(inner && !this.walk.isMax(id)
        ? `<ellipse ${about} cx="${x}" cy="${y + NODE / 2}" rx="${width / 2}" ry="${NODE / 2}"/>`
        : `<rect ${about} x="${x - width / 2}" y="${inner ? y : y + 3}" width="${width}" height="${inner ? NODE : 20}" rx="${inner ? 0 : 4}"/>`);
      const running = seen && !done && this.walk.running(lane, visit, it.done);
      const value = done ? lane.visits[visit][VALUE] : seen ? running || "?" : places[id][LEAF] || "";
      if (value) parts[3].push(`<text class="tap${done ? "" : running ? " running" : " pale"}" x="${x}" y="${y + 17.5}">${value}</text>`);
      if (types[id]) parts[3].push(`<text class="note tap type" x="${inner ? x + width / 2 + 12 : x}" y="${y + (inner ? NODE / 2 + 10 : NODE + 8)}">${TYPES[types[id]]}</text>`);
      const kind = window && (lane.visits[visit][KIND] || (isNarrow(window) ? "null" : ""));
      if (window) parts[3].push(`<text class="note tap ${kind}" data-window="${id}" x="${x}" y="${y - 4}">${window}</text>`);
      if (id) parts[3].push(`<text class="note tap move" x="${x}" y="${y - 4 - (window ? NOTE : 0)}">${label}</text>`);
      if (plan.hidden(id)) parts[3].push(`<text class="note tap" x="${x}" y="${y + NODE + 10}">⋯</text>`);
    }
    for (const { text, x, y } of plan.more) parts[3].push(`<text class="note" x="${x}" y="${y}">${text}</text>`);
    const width = Math.ceil(plan.width), height = Math.ceil(plan.height);
    return `<svg width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" role="${pick ? "group" : "img"}" aria-label="${SAY.tree(lane.name)}">${parts.flat().join("")}</svg>`;
  }
}

// The window of a search on a line of numbers, and the value that it has just found.
function drawLine(lane, window, value) {
  const values = lane.visits.map(visit => worthOf(visit[VALUE])).filter(value => Math.abs(value) < 1e8);
  const from = Math.min(...values), to = Math.max(...values), pad = Math.max(1, (to - from) / 10);
  const place = v => 20 + 480 * (Math.min(Math.max(v, from - pad), to + pad) - from + pad) / (to - from + 2 * pad);
  const ends = endsOf(window), [low, high] = ends.map(worthOf), color = isNarrow(window) ? "var(--null)" : "var(--mark)";
  const a = isInfinite(ends[0]) ? 6 : place(low), b = isInfinite(ends[1]) ? 514 : place(high), few = to - from <= 16;
  const tick = (v, text, isEnd) => `<line x1="${place(v)}" x2="${place(v)}" y1="${isEnd ? 10 : 17}" y2="${isEnd ? 30 : 23}" stroke="${isEnd ? color : "var(--dim)"}" stroke-width="${isEnd ? 2 : 1}"/>` +
    `<text x="${place(v)}" y="43" font-weight="${isEnd ? 700 : 400}">${text}</text>`;
  let svg = `<line x1="6" x2="514" y1="20" y2="20" stroke="var(--line)" stroke-width="2"/>`;
  if (b >= a) svg += `<rect x="${a}" y="12" width="${Math.max(b - a, 3)}" height="16" rx="3" fill="${color}" opacity=".3"/>`;
  if (few) for (let v = from; v <= to; v++) if (v !== low && v !== high) svg += tick(v, String(v).replace("-", "−"), false);
  // The ends of a null window of centipawns would be written over each other.
  for (const end of few || high - low > pad / 2 ? ends : ends.slice(0, 1)) if (!isInfinite(end)) svg += tick(worthOf(end), end, true);
  if (value && Math.abs(worthOf(value)) < 1e8) svg += `<circle cx="${place(worthOf(value))}" cy="20" r="6" fill="var(--again)"/>`;
  return `<svg class="line" viewBox="0 0 520 46" role="img" aria-label="${window}">${svg}</svg>`;
}

// The tree as it is before a search, with places to choose.
function still(box, data, pick) {
  const walk = new Walk(data), layout = new Layout(walk), [lane] = walk.lanes, from = box.firstChild?.scrollLeft ?? 0;
  box.className = "view";
  box.innerHTML = `<div class="picture" tabindex="0">${layout.draw(lane, walk.state(lane, -1), -1, layout.plan(-1, 4), 1.2, pick)}</div>`;
  box.firstChild.scrollLeft = from;
}

const TOOLS = ["why", "code", "types", "asks"];

// A view in a box. In the place of another, as in another language, it goes on from its step. `keys` is where keys are
// heard; a small one is part of a page with more.
class View {
  constructor(box, data, { keys = box, small = false } = {}) {
    const before = box.view;
    before?.sizes.disconnect();
    box.view = this;
    Object.assign(this, { box, small, walk: new Walk(data), now: before?.now ?? 0, score: before?.score ?? { right: 0, asked: 0 } });
    this.tools = before?.tools ?? { why: data.lanes.length === 1 || window.innerWidth >= 900, code: !small && window.innerWidth >= 900, types: false, asks: false };
    // A question: its step, whether a cut has been told, the window that is right, whether an answer was wrong.
    this.asked = { step: -1, cut: false, window: null, missed: false };
    this.layout = new Layout(this.walk);
    this.build();
    keys.onkeydown = event => this.press(event);
    // Also when a box that was hidden is shown.
    let width = box.clientWidth;
    this.sizes = new ResizeObserver(() => { if (box.clientWidth !== width) { width = box.clientWidth; this.go(this.now); } });
    this.sizes.observe(box);
    this.go(this.now);
  }

  find(selector) { return this.box.querySelector(selector); }

  build() {
    const { walk, box, small } = this, { lanes, steps } = walk;
    box.classList.add("view");
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", lanes.map(lane => SAY.tree(lane.name)).join(", "));
    const button = (name, text) => `<button class="${name}" aria-label="${SAY.labels[name]}">${text}</button>`;
    box.innerHTML = `<div class="tools">${TOOLS.map(tool => `<button data-tool="${tool}">${SAY[tool]}</button>`).join("")}</div>
      <div class="asking" hidden><p class="told" role="status"></p><button class="guess-cut">${SAY.left}</button><span class="windows"></span><span class="score-line"></span></div>
      <div class="stage"><div class="lanes">${lanes.map((lane, index) => `<section class="lane" data-lane="${index}"><h3><span>${lane.name}</span><span class="counts"></span></h3>
        <div class="picture" tabindex="0"></div><div class="window-line"></div><div class="says" aria-live="polite"></div><div class="code"></div></section>`).join("")}</div>
        <svg class="board" viewBox="0 0 360 360" role="img" aria-label="${SAY.labels.board}"></svg></div>
      <div class="after"><section class="cuts"><h3>${SAY.differ(walk.differences.length)}</h3><ol></ol></section>
        <details class="help"${small ? "" : " open"}><summary>${SAY.help}</summary><div class="legend">${this.legend()}</div><div class="keys">${SAY.keys}</div></details></div>
      <div class="bar">${button("first", "|◀")}${button("back", "◀")}<input class="step" type="range" min="0" max="${steps.length - 1}" aria-label="${SAY.labels.step}">
        <span class="count"></span>${button("next", "▶")}${button("last", "▶|")}${lanes.length > 1 ? button("differ", "≠▶") : ""}</div>`;
    const acts = { first: () => this.go(0), back: () => this.go(this.now - 1), next: () => this.go(this.now + 1), last: () => this.go(steps.length - 1),
      differ: () => this.differ(false), "guess-cut": () => this.guessCut() };
    for (const [name, act] of Object.entries(acts)) if (this.find(`.${name}`)) this.find(`.${name}`).onclick = act;
    this.find(".step").oninput = event => this.go(Number(event.target.value));
    this.find(".board").style.display = walk.chess ? "" : "none";
    this.find(".cuts").hidden = lanes.length === 1;
    if (lanes.length > 1) this.find(".differ").disabled = !walk.differences.length;
    walk.differences.forEach(it => this.list(it));
    lanes.forEach((lane, index) => this.picture(index).onclick = event => this.tap(lane, event.target.dataset.place));
    // The reasons are told from MAX's side.
    this.find("[data-tool=why]").hidden = walk.own;
    if (walk.own) this.tools.why = false;
    for (const tool of TOOLS) this.find(`[data-tool=${tool}]`).onclick = () => this.use(tool, !this.tools[tool]);
    this.find("[data-tool=types]").title = SAY.typesHint;
    for (const tool of TOOLS) this.mark(tool);
  }

  picture(index) { return this.box.querySelectorAll(".picture")[index]; }

  legend() {
    const { walk } = this, mark = (inner, name) => `<svg viewBox="-13 -8 26 16">${inner}</svg> ${name}`;
    const colors = walk.max === "b" ? [SAY.black, SAY.white] : [SAY.white, SAY.black];
    return [
      mark(`<rect class="node seen" x="-7" y="-7" width="14" height="14"/>`, SAY.toMove("MAX", walk.chess && colors[0])),
      mark(`<circle class="node seen" r="7"/>`, SAY.toMove("MIN", walk.chess && colors[1])),
      mark(`<path class="strike deep" d="M-5 -6L-1 6M1 -6L5 6"/>`, SAY.legend[0]),
      mark(`<path class="strike null" d="M-5 -6L5 6M5 -6L-5 6"/>`, SAY.legend[1]),
      ...walk.lanes.length > 1 ? [mark(`<circle class="halo" r="7"/>`, SAY.legend[2])] : [],
      SAY.legend[3],
      SAY.legend[4],
      `<span class="type"><b>${TYPES.slice(1).join(" ")}</b> ${SAY.legend[5]}</span>`,
    ].map(text => `<span>${text}</span>`).join(" ");
  }

  // A difference as an entry of the list.
  list({ cuts, branches, step }) {
    const { walk } = this, { lanes } = walk, [lane, visit] = cuts[0], cutter = lanes[lane], more = new Map();
    const size = (lane, id) => 1 + lane.below[id].reduce((sum, child) => sum + size(lane, child), 0);
    for (const [, visits] of branches) for (const [other, id] of visits) more.set(other, (more.get(other) || 0) + size(lanes[other], id));
    const out = branches.map(([place]) => walk.chess ? walk.branch(place) : walk.name(place));
    const item = document.createElement("li"), button = document.createElement("button");
    button.textContent = SAY.difference({
      names: cuts.map(([lane]) => lanes[lane].name), out,
      listed: out.length > 4 ? `${out.slice(0, 3).join(", ")} +${out.length - 3}` : out.join(", "),
      at: walk.name(cutter.place[visit]),
      isNull: cutter.visits[visit][CUT] === "null",
      costs: [...more].map(([other, count]) => [lanes[other].name, count]),
      comesBack: branches.some(([place]) => cutter.at[place].some(id => cutter.step[id] > step)),
    });
    button.onclick = () => { this.go(step); this.find(".lanes").scrollIntoView({ block: "nearest" }); };
    item.append(button);
    this.find(".cuts ol").append(item);
  }

  // To the next search of a node, or to the step that cuts it off; or it is an answer.
  tap(lane, id) {
    if (id === undefined) return;
    if (this.tools.asks) return this.guess(id);
    const { places } = this.walk, found = lane.at[id].map(visit => lane.step[visit]);
    if (found.length) return this.go(found.find(step => step > this.now) ?? found[0]);
    for (let at = Number(id); at; at = places[at][PARENT]) {
      const above = lane.at[places[at][PARENT]];
      if (above.length) return this.go(lane.visits[above[above.length - 1]][END]);
    }
  }

  // True while the answer to a question would be seen.
  hides(lane, id) {
    return this.tools.asks && !this.asked.cut && lane === this.walk.lanes[0] && lane.visits[id][END] === this.now;
  }

  state(lane, t = this.now) { return this.walk.state(lane, t, id => this.hides(lane, id)); }

  go(step) {
    const { walk, layout } = this, { lanes, steps, places } = walk;
    this.now = Math.min(Math.max(step, 0), steps.length - 1);
    if (this.tools.asks) this.ask();
    // Side by side if they fit, else below each other; of a large tree as much as fits.
    const room = this.find(".lanes").clientWidth - 10 * (lanes.length - 1);
    const fit = plan => lanes.length * Math.max(plan.width + 20, 320) <= room;
    const large = places.length > WHOLE, wide = room >= 400 * lanes.length;
    let plan = layout.plan(this.now, wide ? 4 : 1);
    for (let around = 3; around > 0 && large && wide && !fit(plan); around--) plan = layout.plan(this.now, around);
    const fits = fit(plan) || large && wide;
    // What is said of a single search stands beside its tree if there is room, so that both are seen at once.
    const beside = lanes.length === 1 && !this.small && plan.width + 20 + BESIDE <= room;
    this.find(".lane").classList.toggle("beside", beside);
    this.find(".lanes").style.gridTemplateColumns = fits ? `repeat(${lanes.length}, minmax(0, 1fr))` : "minmax(0, 1fr)";
    // Reasons would answer questions.
    const why = this.tools.why && !this.tools.asks;
    lanes.forEach((lane, index) => {
      const it = this.state(lane), id = steps[this.now][1][index], { counts } = it, box = this.find(`[data-lane="${index}"]`);
      box.classList.toggle("waits", id === null);
      box.querySelector(".counts").innerHTML = `<b>${counts.nodes}</b>/${lane.visits.length} ${SAY.nodes} · ` +
        `<b>${counts.leaves}</b>${walk.chess ? "" : `/${walk.leaves}`} ${SAY.leaves} · <b>${counts.cuts}</b> ${SAY.cuts(counts.cuts)} · <b>${counts.again}</b> ${SAY.again}`;
      box.querySelector(".says").replaceChildren(...sentences(walk, index, this.now, it, why).map(([text, kind]) => {
        const line = document.createElement(why ? "p" : "span");
        line.className = kind; line.textContent = text + " ";
        return line;
      }));
      const picture = this.picture(index);
      // A small tree is enlarged as far as it is seen as a whole.
      const below = this.small ? 400 : beside ? 180 : why ? 340 : 240;
      const high = window.innerHeight / (fits ? 1 : lanes.length) - below;
      const scale = Math.max(1, Math.min(2, (picture.clientWidth - 14) / plan.width, high / plan.height));
      picture.innerHTML = layout.draw(lane, it, this.now, plan, scale);
      picture.scrollLeft = scale * plan.x.get(steps[this.now][0]) - picture.clientWidth / 2;
      const line = why && id !== null && hasWindows(lane);
      box.querySelector(".window-line").innerHTML = line ? drawLine(lane, ...this.lineOf(lane, id, it)) : "";
      this.drawCode(lane, index, it);
    });
    this.find(".step").value = this.now;
    this.find(".count").textContent = `${this.now + 1} / ${steps.length}`;
    const place = places[steps[this.now][0]];
    if (walk.chess) drawBoard(place[BOARD], place[SQUARES], this.find(".board"));
    this.box.querySelectorAll(".cuts li").forEach((item, i) => {
      const isNow = walk.differences[i].step === this.now;
      item.classList.toggle("now", isNow);
      if (isNow) item.parentElement.scrollTop = item.offsetTop - 40;
    });
  }

  // The window of the node that a step looks at, and the value that it has found.
  lineOf(lane, id, it) {
    const visit = lane.visits[id];
    return it.done(id) ? [visit[WINDOW], visit[VALUE]] : [it.window(lane.place[id]), null];
  }

  // The next difference, after the last the first again; backwards as well.
  differ(back) {
    const { differences } = this.walk, { now } = this;
    const found = back ? differences.findLast(it => it.step < now) ?? differences[differences.length - 1]
      : differences.find(it => it.step > now) ?? differences[0];
    if (found) this.go(found.step);
  }

  press(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if ((key === " " || key === "Enter") && /^(BUTTON|SUMMARY)$/.test(target.tagName)) return;
    const next = () => this.go(this.now + 1), back = () => this.go(this.now - 1);
    const keys = { n: next, " ": next, ArrowRight: next, p: back, ArrowLeft: back, Home: () => this.go(0),
      End: () => this.go(this.walk.steps.length - 1), d: () => this.differ(false), D: () => this.differ(true) };
    if (!keys[key]) return;
    event.preventDefault();
    keys[key]();
  }

  // A tool is taken up or laid down: the reasons, the pseudo-code, the types of nodes, the questions.
  use(tool, on) {
    if (tool === "asks" && on) Object.assign(this, { now: 0, score: { right: 0, asked: 0 } }), this.asked.step = -1;
    this.tools[tool] = on;
    this.mark(tool);
    this.go(this.now);
  }

  mark(tool) {
    this.find(`[data-tool=${tool}]`).setAttribute("aria-pressed", this.tools[tool]);
    this.box.classList.toggle("types", this.tools.types);
    this.find(".asking").hidden = !this.tools.asks;
  }

  // The lines of a lane's pseudo-code that a step carries out, and the node whose alpha, beta and best they use.
  carriedOut(lane, index, it) {
    const [place, visits] = this.walk.steps[this.now], id = visits[index];
    if (id === null) return { tasks: [], at: null };
    const visit = lane.visits[id], tasks = [];
    if (place) {
      // Only a first move has a line of its own; in a node with a null window the others have one, too.
      const has = task => lane.code.some(line => line[1] === task), isFirst = lane.below[visit[ABOVE]][0] === id;
      tasks.push(visit[KIND] === "again" ? "again" : has("open") && (isFirst || !has("null")) ? "open" : "null");
    }
    const leaf = visit[ENDING] !== "";
    if (leaf) tasks.push("leaf");
    for (let at = id; at !== null && it.done(at); at = lane.visits[at][ABOVE]) if (it.cuts(at)) tasks.push("cut");
    return { tasks, at: leaf ? visit[ABOVE] ?? id : id };
  }

  // Alpha, beta and the best value as the code has them. The picture shows those of MAX; in negamax each side has its own,
  // and in code for both sides alpha is MIN's upper end.
  variables(lane, id, it) {
    const { walk } = this, [low, high] = endsOf(it.window(lane.place[id])), best = walk.running(lane, id, it.done);
    if (walk.own || walk.isMax(lane.place[id])) return [low, high, best];
    return lane.negamax ? [walk.turned(high), walk.turned(low), best && walk.turned(best)] : [high, low, best];
  }

  drawCode(lane, index, it) {
    const box = this.find(`[data-lane="${index}"] .code`);
    box.hidden = !this.tools.code;
    if (!this.tools.code) return;
    const { tasks, at } = this.carriedOut(lane, index, it), pre = document.createElement("pre");
    // What scrolls has to be in reach of the keyboard.
    pre.tabIndex = 0;
    for (const [text, task] of lane.code) {
      const line = document.createElement("span");
      line.textContent = text + "\n";
      if (task && tasks.includes(task)) line.className = `on ${task}`;
      pre.append(line);
    }
    const values = document.createElement("p");
    if (at !== null) {
      const place = lane.place[at], name = this.walk.name(place), [alpha, beta, best] = this.variables(lane, at, it);
      values.textContent = (hasWindows(lane) ? `${name}: α ${alpha}, β ${beta}` : name) + (best && SAY.best(best));
    }
    box.replaceChildren(pre, values);
  }

  // Questions are about the first search: what does it do next?
  cutsNow() {
    const [lane] = this.walk.lanes, found = [];
    for (let id = this.walk.steps[this.now][1][0]; id !== null && lane.visits[id][END] <= this.now; id = lane.visits[id][ABOVE]) {
      if (left(lane.visits[id])) found.push(id);
    }
    return found;
  }

  tell(text, kind = "") {
    const box = this.find(".told");
    box.textContent = text;
    box.className = `told ${kind}`;
  }

  answered(right) {
    if (this.asked.missed) return;
    this.score.asked++;
    if (right) this.score.right++;
    else this.asked.missed = true;
    this.find(".score-line").textContent = SAY.score(this.score.right, this.score.asked);
    this.report(false);
  }

  // The page around this one may keep the score.
  report(over) { window.parent.postMessage({ ...this.score, over }, "*"); }

  // A new step: a new question.
  ask() {
    const { asked, walk, now } = this, { right, asked: count } = this.score;
    if (asked.step !== now) Object.assign(asked, { step: now, cut: !this.cutsNow().length, window: null, missed: false });
    this.find(".windows").replaceChildren();
    if (now === walk.steps.length - 1 && asked.cut) {
      this.tell(SAY.over(walk.lanes[0].visits[0][VALUE], right, count));
      return this.report(true);
    }
    if (!asked.missed) this.tell(SAY.ask(walk.lanes[0].name));
  }

  // Why the rest of the node that ends here is left out.
  reason(id) {
    const [lane] = this.walk.lanes, visit = lane.visits[id], at = lane.place[id];
    return SAY.reason(at ? this.walk.name(at) : SAY.Root, visit[VALUE], visit[CUT] === "null", visit[WINDOW], visit[LEFT]);
  }

  guessCut() {
    const { asked } = this;
    if (!this.tools.asks || asked.window) return;
    const cuts = this.cutsNow();
    if (asked.cut) {
      this.answered(false);
      return this.tell(SAY.settled, "wrong");
    }
    this.answered(true);
    Object.assign(asked, { cut: true, missed: false });
    this.go(this.now);
    this.tell(`${SAY.right} ${cuts.map(id => this.reason(id)).join(" ")} ${SAY.then}`, "good");
    if (this.now === this.walk.steps.length - 1) this.ask();
  }

  guess(place) {
    const { asked, now, walk } = this, { steps, lanes: [lane] } = walk;
    if (asked.window || now === steps.length - 1 && asked.cut) return;
    if (!asked.cut) {
      this.answered(false);
      asked.cut = true;
      this.go(now);
      return this.tell(SAY.first(this.reason(this.cutsNow()[0])), "wrong");
    }
    const next = steps[now + 1][0];
    if (Number(place) === next) {
      this.answered(true);
      return this.askWindow();
    }
    this.answered(false);
    const it = this.state(lane), nextVisit = lane.visits[steps[now + 1][1][0] ?? 0];
    const why = it.struck(place) ? SAY.isCut(walk.name(place)) : nextVisit[KIND] === "again" ? SAY.think
      : it.visit[place] !== null ? SAY.done : SAY.order;
    this.tell(`${SAY.no} ${why} ${SAY.retry}`, "wrong");
  }

  // With which window is the node searched? Others of the same search are offered beside the right one.
  askWindow() {
    const { walk, now, asked } = this, [lane] = walk.lanes, id = walk.steps[now + 1][1][0];
    const right = (text = SAY.right, kind = "good") => {
      asked.window = null;
      this.go(now + 1);
      this.tell(`${text} ${SAY.next}`, kind);
      if (this.now === walk.steps.length - 1 && asked.cut) this.ask();
    };
    if (id === null || lane.visits[id][ENDING] || !id) return right();
    const wanted = lane.visits[id][WINDOW], above = this.state(lane).window(lane.place[lane.visits[id][ABOVE]]);
    const others = [above, ...lane.visits.map(visit => visit[WINDOW])].filter(text => text !== wanted);
    const choices = [wanted, ...new Set(others)].slice(0, 3).sort();
    if (choices.length < 2) return right();
    asked.window = wanted;
    this.tell(SAY.which, "good");
    this.find(".windows").replaceChildren(...choices.map(text => {
      const button = document.createElement("button"), isRight = text === wanted;
      button.textContent = text;
      button.onclick = () => {
        asked.missed = false;
        this.answered(isRight);
        right(`${isRight ? SAY.right : SAY.no} ${wanted}: ${SAY.kinds[lane.visits[id][KIND] || "open"]}.`, isRight ? "good" : "wrong");
      };
      return button;
    }));
  }
}
