// The tour: searches to step through, exercises, chapters.
const data = JSON.parse($("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
function make(name, attributes = {}, text) {
  const svg = ["svg", "text"].includes(name);
  const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
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
    picture.onclick = null;
    if (task.picture) step(picture, task.picture);
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
  const chosen = new Set(), { candidates } = task;
  const draw = () => still(picture, task.picture, { candidates, chosen });
  const toggle = event => {
    const id = Number(event.target.dataset.place ?? -1);
    if (!candidates.includes(id) || event.key && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!chosen.delete(id)) chosen.add(id);
    draw();
    picture.querySelector(`[data-place="${id}"]`).focus({ preventScroll: true });
  };
  picture.onclick = picture.onkeydown = toggle;
  draw();
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
    board.append(make("text", { x, y, "font-size": 11, "text-anchor": "middle", "font-weight": 700, class: "outlined" }, number(value)));
  }
  box.append(board);
}

// Centipawns as chances.
function chances(box) {
  const slider = make("input", { type: "range", min: 0, max: data.chances.length - 1, value: data.chances.length >> 1, "aria-label": SAY.centipawns });
  const text = make("p"), bar = make("div", { class: "shares" }), row = make("div", { class: "steps" });
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
    step(fresh, data.pictures[`${algorithm.value}/${order.value}`]);
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

const step = (box, picture) => new View(box, picture, { small: true });

// All chapters in the language; pictures begin anew, solved exercises stay so.
function show() {
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
  every("[data-picture]", box => step(box, data.pictures[box.dataset.picture]));
  every("[data-exercise]", exercise);
  every(".playground", playground);
  every(".men", men);
  every(".chances", chances);
  progress(); open();
}
// The arrow keys step through the picture nearest to the middle of the screen; one with the focus handles them itself.
document.addEventListener("keydown", event => {
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight" || event.target.closest?.(".view, input, select, textarea")) return;
  const away = box => {
    const { top, bottom } = box.getBoundingClientRect(), middle = window.innerHeight / 2;
    return Math.max(top - middle, middle - bottom, 0);
  };
  const shown = [...document.querySelectorAll(".current .view")].filter(box => away(box) < window.innerHeight / 2);
  shown.sort((a, b) => away(a) - away(b))[0]?.view?.press(event);
});
window.addEventListener("hashchange", open);
speak(language => ({ ...viewWords(language), ...TELL[language] }), show);
