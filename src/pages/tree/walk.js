// One to three searches of the same tree, laid over each other, as `side.rs` writes them down.
// A place: [parent, name, written value, board, squares of the move]; a visit: see below; a step: [place, visits].
const [PARENT, LABEL, LEAF, BOARD, SQUARES] = [0, 1, 2, 3, 4];
const [ABOVE, KIND, WINDOW, VALUE, ENDING, CUT, LEFT, AFTER, END] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

// The number of a value as text, for comparing.
function worthOf(text) {
  const plain = text.replace(/[≤≥]/, "").replace("−", "-"), sign = plain.startsWith("-") ? -1 : 1;
  if (plain.includes("∞")) return sign * 1e9;
  if (plain.includes("#")) return sign * (1e8 - Number(plain.replace(/[-#]/g, "")));
  return Number(plain);
}
const isInfinite = text => text.includes("∞");
const endsOf = window => window.slice(1, -1).split(", ");
const isNarrow = window => { const [low, high] = endsOf(window).map(worthOf); return high - low === 1; };
const left = visit => visit[CUT] && visit[LEFT] > 0;

class Walk {
  constructor({ max, maxFirst, own, lanes, places, steps, differences }) {
    Object.assign(this, { max, maxFirst, own, places, steps });
    this.chess = places[0][BOARD] !== null;
    // What the arrays leave out: children, depths, the places and steps of visits.
    this.children = places.map(() => []);
    this.depth = places.map(() => 0);
    places.forEach((place, id) => {
      if (id) { this.children[place[PARENT]].push(id); this.depth[id] = this.depth[place[PARENT]] + 1; }
    });
    this.leaves = this.children.filter(below => !below.length).length;
    this.lanes = lanes.map(lane => {
      const below = lane.visits.map(() => []);
      lane.visits.forEach((visit, id) => { if (id) below[visit[ABOVE]].push(id); });
      return { ...lane, below, step: [], place: [], at: places.map(() => []), onLine: new Set(lane.line),
        alone: new Map(), extra: new Set() };
    });
    steps.forEach(([place, visits], step) => visits.forEach((visit, i) => {
      if (visit === null) return;
      const lane = this.lanes[i];
      lane.step[visit] = step; lane.place[visit] = place; lane.at[place].push(visit);
    }));
    this.stepAbove = steps.map(([, visits]) => {
      const i = visits.findIndex(visit => visit !== null), above = this.lanes[i].visits[visits[i]][ABOVE];
      return above === null ? null : this.lanes[i].step[above];
    });
    // Differences: by visits that cut, the branches, and the visits that are made instead.
    const markExtra = (lane, id) => { lane.extra.add(id); lane.below[id].forEach(child => markExtra(lane, child)); };
    this.differences = differences.map(([cuts, branches]) => {
      for (const [lane, visit] of cuts) this.lanes[lane].alone.set(visit, new Set(branches.map(([place]) => place)));
      for (const [, more] of branches) for (const [other, id] of more) markExtra(this.lanes[other], id);
      return { cuts, branches, step: this.lanes[cuts[0][0]].visits[cuts[0][1]][END] };
    }).sort((a, b) => a.step - b.step);
    // The types of the nodes of the minimal tree (Knuth and Moore, 1975), with the branches in the order in which they
    // are searched; 0 for a node that no search needs if the best branch comes first everywhere.
    this.types = places.map(() => 0);
    this.types[0] = 1;
    places.forEach((_, id) => this.children[id].forEach((child, index) => {
      const type = this.types[id];
      if (type === 1) this.types[child] = index ? 2 : 1;
      else if (type === 2) this.types[child] = index ? 0 : 3;
      else if (type === 3) this.types[child] = 2;
    }));
  }

  // True if MAX moves at a place.
  isMax(id) { return (this.depth[id] % 2 === 0) === this.maxFirst; }

  // What leads to a place: a move, or the last part of its name. Moves that no search looks at are one place.
  branch(id) {
    const label = this.places[id][LABEL];
    if (!id) return "";
    if (!this.chess) return label.slice(this.places[this.places[id][PARENT]][LABEL].length).replace(".", "");
    return label === "stop" ? SAY.stop : label.replace(/^(\d+) moves$/, (_, count) => SAY.moves(count));
  }

  name(id) {
    if (!id) return SAY.root;
    if (!this.chess) return this.places[id][LABEL];
    const path = [];
    for (let at = id; at; at = this.places[at][PARENT]) path.unshift(this.branch(at));
    return path.join(" ");
  }

  // The state of a search after a step, -1 before the first. `hides` says of which visits the cut isn't told yet.
  state(lane, t, hides = () => false) {
    const { places } = this, visit = places.map(() => null), counts = { nodes: 0, leaves: 0, cuts: 0, again: 0 };
    for (let id = 0; id < lane.visits.length && lane.step[id] <= t; id++) {
      const it = lane.visits[id];
      visit[lane.place[id]] = id;
      counts.nodes++;
      if (it[ENDING]) counts.leaves++;
      if (it[KIND] === "again") counts.again++;
      if (left(it) && it[END] <= t) counts.cuts++;
    }
    const done = id => lane.visits[id][END] <= t;
    const cuts = id => done(id) && left(lane.visits[id]) && !hides(id);
    const struck = place => {
      const above = place ? visit[places[place][PARENT]] : null;
      return above !== null && visit[place] === null && cuts(above) ? lane.visits[above][CUT] : "";
    };
    const alone = place => lane.alone.get(visit[places[place][PARENT]])?.has(place);
    const window = place => {
      // A null window that fails high leaves the window as it is until the move is searched again.
      const id = visit[place], after = lane.below[id].filter(done).map(child => lane.visits[child][AFTER]);
      return after.filter(window => window).at(-1) ?? lane.visits[id][WINDOW];
    };
    return { visit, counts, done, cuts, struck, alone, window };
  }

  // The best of these visits for the side that moves above them.
  best(lane, visits, max) {
    const worth = id => worthOf(lane.visits[id][VALUE]);
    return visits.reduce((best, id) => best === null || (max ? worth(id) > worth(best) : worth(id) < worth(best)) ? id : best, null);
  }

  // A value as the other side sees it. In chess what is good for a side has a plus.
  turned(text) {
    const bound = { "≤": "≥", "≥": "≤" }[text[0]] ?? "", plain = text.replace(/[≤≥]/, ""), size = plain.replace(/^[−+]/, "");
    const isPlain = !this.chess || size.startsWith("#");
    return bound + (size === "0" ? plain : !plain.startsWith("−") ? `−${size}` : isPlain ? size : `+${size}`);
  }

  // The best value so far at a visit, as its node has it; none before the first.
  running(lane, id, done) {
    const best = this.best(lane, lane.below[id].filter(done), !this.own && this.isMax(lane.place[id]));
    if (best === null) return "";
    const value = lane.visits[best][VALUE];
    return this.own ? this.turned(value) : value;
  }
}
