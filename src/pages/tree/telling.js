// What a search does in a step, in sentences: [text, class]. `it` is the state after that step.
function sentences(walk, index, t, it, why) {
  const lane = walk.lanes[index], id = walk.steps[t][1][index];
  if (id === null) return [[waiting(walk, index, t, it), "waits"]];
  const visit = lane.visits[id], words = why ? explainStart(walk, lane, id) : [beginning(walk, lane, id)];
  // The nodes that end with this step, from below.
  for (let above = id; above !== null && it.done(above); above = lane.visits[above][ABOVE]) {
    const { [VALUE]: value, [LEFT]: count, [CUT]: cut } = lane.visits[above];
    const at = above ? walk.name(lane.place[above]) : SAY.Root;
    if (why) {
      if (it.cuts(above)) words.push(...explainCut(walk, lane, above));
      words.push(...explainValue(walk, lane, above));
      continue;
    }
    if (above !== id) words.push([SAY.worth(at, value), ""]);
    if (it.cuts(above)) words.push([words.pop()[0].replace(/\.$/, "") + SAY.cut(count, cut === "null"), cut]);
  }
  return words;
}

function beginning(walk, lane, id) {
  const { [ENDING]: ending, [KIND]: kind, [WINDOW]: window, [VALUE]: value } = lane.visits[id], name = walk.name(lane.place[id]);
  if (ending === "table") return [SAY.table(name, value), ""];
  return ending ? [SAY.leaf(name, kind === "again", ending, value), ""] : [SAY.window(id ? name : SAY.Root, kind, window), kind];
}

function waiting(walk, index, t, it) {
  const { steps, stepAbove, lanes } = walk;
  let first = t;
  while (stepAbove[first] !== null && steps[stepAbove[first]][1][index] === null) first = stepAbove[first];
  const place = steps[first][0], others = steps[first][1].map((v, i) => v !== null ? lanes[i].name : null).filter(n => n);
  if (it.struck(place)) return SAY.waitsCut(walk.name(place));
  const id = it.visit[place];
  return id !== null && it.done(id) ? SAY.waitsAgain(others, walk.name(place)) : SAY.waits(others);
}

// The same with its reasons: what is asked with a window, what an answer changes, why a cut is no loss. Minimax has no
// windows to tell of.
const hasWindows = lane => lane.name !== "minimax";

function explainStart(walk, lane, id) {
  const { [ENDING]: ending, [KIND]: kind, [WINDOW]: window, [ABOVE]: above } = lane.visits[id], { reasons: why } = SAY;
  if (ending) return [];
  const place = lane.place[id], ends = endsOf(window), [low, high] = ends.map(isInfinite), turn = why.turn(walk.max, walk.isMax(place));
  if (above === null) return [[turn, ""], ...hasWindows(lane) ? [[low && high ? why.unknown(window) : why.given(window), ""]] : []];
  const max = walk.isMax(lane.place[above]), name = walk.name(place);
  const move = [`${why.tries(walk.max, max, walk.chess ? walk.branch(place) : name)} ${turn}`, ""];
  if (!hasWindows(lane)) return [move];
  if (kind === "again") return [[why.again(name, window), kind]];
  if (kind === "null") return [move, [why.asks(walk.max, max, name, ends, window), kind]];
  const means = isNarrow(window) ? why.same : low && high ? why.any
    : high ? why.above(walk.max, ends[0]) : low ? why.below(walk.max, ends[1]) : why.between(...ends);
  return [move, [why.means(window, means), isNarrow(window) ? "null" : ""]];
}

function explainCut(walk, lane, id) {
  const { [WINDOW]: window, [CUT]: cut } = lane.visits[id], place = lane.place[id], max = walk.isMax(place), { reasons: why } = SAY;
  const here = why.here(walk.max, max, bare(lane.visits[lane.below[id].at(-1)][VALUE])), rest = why.rest(why.at(place && walk.name(place)));
  return cut === "null" ? [[here, cut], [`${why.answered(max, endsOf(window))} ${rest}`, ""], [why.nullOnly, ""]]
    : [[here, cut], [`${why.elsewhere(walk.max, max, endsOf(window))} ${rest}`, ""]];
}

const bare = value => value.replace(/[≤≥]/, "");

function explainValue(walk, lane, id) {
  const visit = lane.visits[id], { [ENDING]: ending, [VALUE]: value, [WINDOW]: window, [ABOVE]: above, [AFTER]: after } = visit, { reasons: why } = SAY;
  const place = lane.place[id], name = place ? walk.name(place) : "", found = (why.bound[value[0]] ?? "") + bare(value), up = lane.place[above];
  const max = above === null || walk.isMax(up), texts = [];
  if (ending === "leaf") {
    texts.push(walk.places[place][LABEL] === "stop" ? why.stops(walk.max, max, found) : walk.chess ? why.evaluates(name, found) : why.leaf(name, found));
  } else texts.push(ending ? why[ending](name, found) : why.worth(name, found));
  const where = above === null ? "" : why.at(up && walk.name(up)), [low, high] = endsOf(window), bar = max ? low : high;
  if (above === null) texts.push(why.over(lane.line.slice(1).map(at => walk.chess ? walk.branch(at) : walk.name(at)).join(", ")));
  else if (!hasWindows(lane)) {
    const before = walk.best(lane, lane.below[above].filter(other => other < id), max);
    if (before === null) texts.push(why.firstValue(where));
    else if (walk.best(lane, [before, id], max) === id) texts.push(why.prefers(walk.max, max, lane.visits[before][VALUE], where));
    else texts.push(why.keeps(walk.max, max, lane.visits[before][VALUE], where));
  } else if (!after) texts.push(why.yes(max, bar, name));
  else if (max ? worthOf(value) <= worthOf(low) : worthOf(value) >= worthOf(high)) {
    texts.push(visit[KIND] === "null" ? why.no(max, bar, name) : why.nothing(max, bar, where));
  } else {
    const [from, to] = endsOf(after).map(worthOf);
    texts.push(from >= to ? why.shut(where) : why.best(where, after));
  }
  return [[texts.join(" "), ""]];
}
