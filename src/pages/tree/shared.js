// Shared by the pages: the language, the marks of cuts and the board.
const $ = id => document.getElementById(id);

// A page speaks the language of the browser, unless its reader or the page around it chooses another. A text may be a list
// with one in each.
const LANGUAGES = ["en", "de", "ru"];
let language = "en", SAY;
const said = text => Array.isArray(text) ? text[LANGUAGES.indexOf(language)] : text;
// Finds the words of the page, by language, and shows it: now, and with each change.
function speak(words, show) {
  const choose = name => {
    language = LANGUAGES.includes(name) ? name : "en";
    SAY = words(language);
    document.documentElement.lang = $("language").value = language;
    show();
  };
  $("language").onchange = () => choose($("language").value);
  window.addEventListener("message", ({ source, data }) => { if (source === window.parent && data.language) choose(data.language); });
  $("speaks").hidden = window.parent !== window;
  choose((navigator.language || "en").slice(0, 2));
}
const number = value => value > 0 ? "+" + value : String(value).replace("-", "−");
// The bars that strike a line out near its end; those of a null window cross. Also the middle of them.
function strike([fx, fy], [x, y], kind) {
  const length = Math.hypot(x - fx, y - fy) || 1, back = Math.min(.36, 14 / length);
  const cx = x + back * (fx - x), cy = y + back * (fy - y), dx = (x - fx) / length, dy = (y - fy) / length;
  const at = (along, across) => `${cx + along * dx - across * dy} ${cy + along * dy + across * dx}`;
  const bars = kind === "null" ? [[-5, 5], [5, -5]] : [[-4.5, -.5], [.5, 4.5]];
  return { cx, cy, path: bars.map(([a, b]) => `M${at(a, -6.5)}L${at(b, 6.5)}`).join("") };
}

const PIECES = {
  p: "M22.5 9a5.5 5.5 0 0 1 3.6 9.7c3 1.7 4.9 5 4.9 8.6 0 2.6-1 4.9-2.6 6.7 3.7 1 5.6 3 5.6 6H11c0-3 1.9-5 5.6-6A9.6 9.6 0 0 1 14 27.3c0-3.6 1.9-6.9 4.9-8.6A5.5 5.5 0 0 1 22.5 9z",
  r: "M10 9h5v4h5V9h5v4h5V9h5v8l-4 3v12l4 4v4H10v-4l4-4V20l-4-3z",
  n: "M13 40c0-8 5-11 7-16-3 0-5 1-7 4l-4-1c-1-5 4-11 8-15l1-5 5 4c8 1 13 8 13 17v12z",
  b: "M22.5 5a3 3 0 0 1 1.8 5.4C29 14 32 18.5 32 23c0 3-1.5 5.5-4 7l1.5 4H36v6H9v-6h6.5l1.5-4c-2.5-1.5-4-4-4-7 0-4.5 3-9 7.7-12.6A3 3 0 0 1 22.5 5z",
  q: "M6 13a3 3 0 1 1 4 2.8l5 9L17 12.7a3 3 0 1 1 3.2.1L22.5 24l2.3-11.2a3 3 0 1 1 3.2-.1l2 12.1 5-9A3 3 0 1 1 39 13l-5 17v10H11V30z",
  k: "M20.5 4h4v3.5H28v4h-3.5V16c6-4 14.5-1.5 14.5 5.5 0 4.5-3 7-6 9.5v9H12v-9c-3-2.5-6-5-6-9.5C6 14.5 14.5 12 20.5 16v-4.5H17v-4h3.5z"
};

// Draws a position (the first two fields of a FEN) after a move.
function drawBoard(board, move, target = $("board")) {
  // A written tree has no board, only sides.
  target.style.display = board.includes(" ") ? "" : "none";
  if (!board.includes(" ")) return;
  const [pieces] = board.split(" ");
  const squares = [...pieces.replace(/\d/g, n => "1".repeat(n)).replaceAll("/", "")];
  const touched = move ? [move.slice(0, 2), move.slice(2, 4)] : [];
  let svg = "";
  squares.forEach((man, index) => {
    const file = index % 8, rank = Math.floor(index / 8), x = 45 * file, y = 45 * rank;
    const name = "abcdefgh"[file] + (8 - rank);
    svg += `<rect x="${x}" y="${y}" width="45" height="45" fill="var(--${(file + rank) % 2 ? "dark" : "light"})"/>`;
    if (touched.includes(name)) svg += `<rect x="${x}" y="${y}" width="45" height="45" fill="var(--glow)"/>`;
    if (file === 0) svg += `<text x="${x + 2}" y="${y + 10}" font-size="9" fill="#0008">${8 - rank}</text>`;
    if (rank === 7) svg += `<text x="${x + 38}" y="${y + 43}" font-size="9" fill="#0008">${"abcdefgh"[file]}</text>`;
    if (man !== "1") {
      const white = man < "a";
      svg += `<path data-man="${man}" data-square="${name}" transform="translate(${x} ${y})" d="${PIECES[man.toLowerCase()]}"` +
        ` fill="${white ? "#fff" : "#22262b"}" stroke="${white ? "#22262b" : "#f0f0f0"}" stroke-width="${white ? 1.5 : 0.8}" stroke-linejoin="round"/>`;
    }
  });
  target.innerHTML = svg;
  target.setAttribute("aria-label", board);
}
