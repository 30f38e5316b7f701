// Goes through the page with the engine as a visitor would: plays, takes back, asks for a hint, mates, analyses, loads
// and writes games, in three languages, on a desktop and on a phone, without a network.
// Arguments: the folder of playwright-core, the browser, the page, a screenshot to make.
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const [, , library, executablePath, page_file, screenshot] = process.argv;
const { chromium } = require(library);
const axe = fs.readFileSync(path.join(library, "../axe-core/axe.min.js"), "utf8");
// The nodes of the native engine: position and depth, then nodes.
const nodes = JSON.parse(fs.readFileSync(page_file.replace("web.html", "web-nodes.json"), "utf8"));
const OPERA = fs.readFileSync(path.join(__dirname, "../data/opera.pgn"), "utf8");

async function visit(browser, viewport) {
  const page = await browser.newPage({ viewport, offline: true, locale: "en-US" });
  const complaints = [];
  page.on("pageerror", error => complaints.push(String(error)));
  page.on("console", message => message.type() === "error" && complaints.push(message.text()));
  page.on("request", request => /^(file|data|blob|about):/.test(request.url()) || complaints.push(request.url()));
  await page.goto("file://" + page_file);
  await page.waitForSelector("body[data-ready]");
  const moves = count => page.waitForFunction(count => document.querySelectorAll("#moves button").length === count, count);
  const move = async (from, to) => {
    await page.click(`[data-square=${from}]`);
    await page.click(`[data-square=${to}]`);
  };
  const status = text => page.waitForFunction(text => document.getElementById("status").textContent.includes(text), text);
  const accessible = async () => {
    for (const frame of page.frames()) {
      // Those without a page yet have no title.
      if (!await frame.title()) continue;
      await frame.evaluate(axe);
      const found = await frame.evaluate(() => axe.run({ exclude: ["iframe"] }));
      const bad = found.violations.filter(one => ["serious", "critical"].includes(one.impact));
      assert.deepEqual(bad.map(one => [one.id, one.nodes[0].html]), []);
    }
  };

  // A move and the engine's answer; both taken back; a hint; the other colour.
  await move("e2", "e4");
  await moves(2);
  await accessible();
  await page.click("#undo");
  await moves(0);
  await page.click("#hint");
  await page.waitForSelector("#arrows line", { state: "attached" });
  await page.click("[data-new=black]");
  await moves(1);
  assert.equal(await page.locator("#board button").first().getAttribute("data-square"), "h1");
  // An illegal move is none: a black pawn does not go backwards.
  await move("e7", "e8");
  await moves(1);

  // A game to mate, both sides by hand; the keyboard moves the focus and the pieces.
  await page.click("[data-new=white]");
  await page.click("#tab-analyse");
  for (const [from, to] of [["e2", "e4"], ["e7", "e5"], ["f1", "c4"], ["b8", "c6"], ["d1", "h5"]]) await move(from, to);
  await moves(5);
  await page.focus("[data-square=g8]");
  await page.keyboard.press("Enter");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  await moves(6);
  await move("h5", "f7");
  await status("Mate. White wins.");
  await page.click("summary");
  await page.click("#export");
  assert.match(await page.inputValue("#text"), /1\. e4 e5 2\. Bc4 Nc6 3\. Qh5 Nf6 4\. Qxf7# 1-0/);

  // A promotion is asked for.
  await page.fill("#text", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await page.click("#load");
  await moves(0);
  await move("a7", "a8");
  await page.click("#promotion button >> nth=1");
  await moves(1);

  // A game with all that PGN has; its curve; lines with scores; a wrong text changes nothing.
  await page.fill("#text", OPERA);
  await page.click("#load");
  await moves(33);
  await page.click("#whole");
  await page.waitForFunction(() => expected.length === 34);
  assert.ok(await page.evaluate(() => expected[33] === 1 && expected.every(one => one >= 0 && one <= 1)));
  await page.fill("#text", "1. e4 e9");
  await page.click("#load");
  await page.waitForFunction(() => document.getElementById("import-error").textContent !== "");
  await moves(33);
  await page.click("#moves button >> nth=29");
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#pvs b")?.textContent === "#2");
  assert.match(await page.locator("#pvs li").first().textContent(), /Qb8\+ Nxb8 Rd8#/);
  await accessible();
  for (const [language, name, depth, refused] of [
    ["de", "Analyse", /^Tiefe/, /^Das ist weder/], ["ru", "Анализ", /^глубина/, /^Это не/],
    ["en", "Analyse", /^depth/, /^That is neither/],
  ]) {
    await page.selectOption("#language", language);
    assert.equal(await page.textContent("#tab-analyse"), name);
    assert.match(await page.textContent("#facts"), depth);
    assert.match(await page.textContent("#import-error"), refused);
    assert.equal(await page.getAttribute("html", "lang"), language);
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("[data-t]")].filter(one => !one.textContent).length), 0);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${language}: ${width} pixels on a screen of ${viewport.width}`);
  }
  await page.screenshot({ path: screenshot.replace(".png", `-${viewport.width}.png`), fullPage: true });

  // The same nodes as the native engine, one search after the other.
  await page.click("#run");
  for (const [position, depth, count] of nodes) {
    const found = await page.evaluate(async ([position, depth]) => {
      engine.send("setoption name MultiPV value 1");
      engine.send("ucinewgame");
      engine.send(position);
      let last = 0;
      await engine.ask(`go depth ${depth}`, "bestmove", line => {
        const found = / nodes (\d+) /.exec(line);
        if (found) last = Number(found[1]);
      });
      return last;
    }, [position, depth]);
    assert.equal(found, count, `${position} to depth ${depth}`);
  }

  // A stop is answered with what was found, and the next search is a search.
  const best = await page.evaluate(async () => {
    engine.send("position startpos");
    const answer = engine.ask("go infinite", "bestmove");
    setTimeout(() => engine.send("stop"), 300);
    return [await answer, await engine.ask("go depth 4", "bestmove")];
  });
  for (const answer of best) assert.match(answer, /^bestmove [a-h][1-8][a-h][1-8]/);

  // The lab: each algorithm on a typed tree, to its end; the value is that of minimax.
  await page.click("#tab-lab");
  const frame = page.frameLocator("#lab-frame");
  const inside = async () => (await page.locator("#lab-frame").elementHandle()).contentFrame();
  await page.selectOption("#lab-what", "tree");
  await page.fill("#lab-text", "((5 9) ((7 8 3) (4 6)))");
  const names = await page.locator("#lab-algorithms input").evaluateAll(all => all.map(one => one.value));
  assert.ok(names.length >= 10);
  while (await page.locator("#lab-algorithms :checked").count()) await page.locator("#lab-algorithms :checked").first().uncheck();
  for (const name of names) {
    await page.check(`#lab-algorithms [value=${name}]`);
    await page.click("#lab-run");
    await frame.locator("h1", { hasText: RegExp(`^${name}$`) }).waitFor();
    if (!await frame.locator(".code pre").isVisible()) await frame.locator("[data-tool=code]").click();
    while (await frame.locator(".count").evaluate(count => count.textContent.split(" / ")[0] !== count.textContent.split(" / ")[1])) {
      await frame.locator(".next").click();
      assert.ok(await frame.locator(".code .on").count() > 0, name);
    }
    assert.match(await frame.locator(".says").textContent(), /The root is worth 6\./, name);
    await page.uncheck(`#lab-algorithms [value=${name}]`);
  }

  // Three at once, options with numbers, and what is wrong.
  for (const name of ["alpha-beta", "pvs", "minimax"]) await page.check(`#lab-algorithms [value=${name}]`);
  await page.click("#lab-form summary");
  await page.check("#lab-options [value=aspiration]");
  await page.fill("#lab-options [aria-label=aspiration]", "2");
  await page.click("#lab-run");
  await frame.locator(".lane >> nth=2").waitFor();
  await page.fill("#lab-options [aria-label=aspiration]", "wide");
  await page.click("#lab-run");
  await page.waitForFunction(() => document.getElementById("lab-error").textContent.includes('"wide"'));
  await page.uncheck("#lab-options [value=aspiration]");
  await page.fill("#lab-text", "(1 2");
  await page.click("#lab-run");
  await page.waitForFunction(() => document.getElementById("lab-error").textContent.includes("1 more to close"));
  await page.selectOption("#lab-what", "chess");
  await page.click("#lab-run");
  await frame.locator(".board rect >> nth=63").waitFor();
  assert.equal(await page.textContent("#lab-error"), "");
  // Moves are written as people do, and the board knows their squares.
  const labels = await inside().then(inner => inner.evaluate(() => data.walk.places.slice(1).map(place => [place[LABEL], place[SQUARES]])));
  assert.ok(labels.length > 10);
  for (const [label, squares] of labels) {
    assert.match(label, /^([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?|O-O(-O)?[+#]?|\d+ moves)$/);
    if (squares) assert.match(squares, /^[a-h][1-8][a-h][1-8][qrbn]?$/);
  }

  // The arrow keys step through the search while the focus is on the page around it; another example is searched at once.
  await page.selectOption("#lab-what", "example");
  await page.selectOption("#lab-example", "null-window");
  await frame.locator(".count", { hasText: /^1 / }).waitFor();
  await page.focus("#tab-lab");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowRight");
  await frame.locator(".count", { hasText: /^2 / }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await frame.locator(".count", { hasText: /^1 / }).waitFor();

  // In the other languages, too, at the same step; also what there is to see in an example, and what was wrong.
  await page.selectOption("#lab-example", "textbook");
  await frame.locator("body", { hasText: "(3 12 8)" }).waitFor();
  const explain = frame.locator("[data-tool=why]");
  if (await explain.getAttribute("aria-pressed") === "true") await explain.click();
  await frame.locator(".next").click();
  await page.selectOption("#lab-what", "tree");
  await page.fill("#lab-text", "(1 2");
  await page.click("#lab-run");
  await page.selectOption("#lab-what", "example");
  for (const [language, says, note, error] of [
    ["de", "1: Fenster", "Lehrbuch", "Ende fehlt"], ["ru", "1: окно", "учебника", "нет конца"], ["en", "1: window", "textbook", "the end is missing"],
  ]) {
    await page.selectOption("#language", language);
    await frame.locator(".says >> nth=0", { hasText: says }).waitFor();
    assert.match(await frame.locator(".count").textContent(), /^2 /);
    assert.equal(await frame.locator("#speaks").isVisible(), false);
    assert.ok((await page.textContent("#lab-note")).includes(note));
    assert.ok((await page.textContent("#lab-error")).includes(error));
  }

  // What the engine itself did, node by node.
  await page.selectOption("#lab-what", "engine");
  await page.fill("#lab-fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  await page.selectOption("#lab-engine-depth", "5");
  await page.click("#lab-run");
  await frame.locator("h1", { hasText: "Nullfenster, depth 5" }).waitFor();
  await frame.locator("#unfold").click();
  await frame.locator(".last, #last").click();
  assert.match(await frame.locator("#words").textContent(), /to move, searched/);
  const found = await inside().then(inner => inner.evaluate(() => nodes.flatMap(node => node[NOTES].map(note => text(note[1])))));
  for (const rule of ["table", "stand pat", "reverse futility", "null window"]) assert.ok(found.includes(rule), rule);
  for (const [language, title, said, rules] of [
    ["de", "Nullfenster, Tiefe 5", /am Zug, durchsucht/, ["Tabelle", "Stand pat", "Reverse Futility", "Nullfenster"]],
    ["ru", "Nullfenster, глубина 5", /Ход (белых|чёрных), /, ["таблица", "stand pat", "reverse futility", "нулевое окно"]],
  ]) {
    await page.selectOption("#language", language);
    await frame.locator("h1", { hasText: title }).waitFor();
    assert.match(await frame.locator("#words").textContent(), said);
    const tags = await inside().then(inner => inner.evaluate(() => nodes.flatMap(node => node[NOTES].map(note => text(note[1])))));
    for (const rule of rules) assert.ok(tags.includes(rule), rule);
  }
  await accessible();
  await page.screenshot({ path: screenshot.replace(".png", `-engine-${viewport.width}.png`), fullPage: true });
  await page.selectOption("#language", "en");
  await frame.locator("h1", { hasText: "Nullfenster, depth 5" }).waitFor();

  // An exercise: first a wrong answer, then the right ones to the end, and the score.
  await page.click("#lab-exercise");
  await frame.locator(".told", { hasText: "do next?" }).waitFor();
  await frame.locator(".guess-cut").click();
  await frame.locator(".told", { hasText: "nothing is settled" }).waitFor();
  const counted = await inside().then(inner => inner.evaluate(() => {
      const { view } = $("view"), { steps } = view.walk, { asked } = view;
      let questions = 1;
      while (view.now < steps.length - 1 || !asked.cut) {
        questions++;
        if (asked.window) [...document.querySelectorAll(".windows button")].find(one => one.textContent === asked.window).click();
        else if (!asked.cut) view.guessCut();
        else view.guess(steps[view.now + 1][0]);
        if (questions > 500) throw Error("no end");
      }
      return [view.score.right, view.score.asked];
    }));
  assert.equal(counted[0], counted[1] - 1);
  await page.waitForFunction(([right, asked]) => document.getElementById("lab-score").textContent === `${right} of ${asked} answers right`, counted);
  await frame.locator(".told", { hasText: "The search is over" }).waitFor();
  await accessible();
  await page.screenshot({ path: screenshot.replace(".png", `-lab-${viewport.width}.png`), fullPage: true });

  // The tour is inside, and speaks the language of the page; the chapter stays when that changes.
  await page.click("#tab-learn");
  const tour = page.frameLocator("#tour-frame");
  await tour.locator("#minimax h2").waitFor();
  await tour.locator("#chapters a", { hasText: "Null windows" }).click();
  for (const [language, title, button, says] of [
    ["de", "3. Nullfenster", "Prüfen", "Du bist am Zug."], ["ru", "3. Нулевое окно", "Проверить", "Ваш ход."], ["en", "3. Null windows", "Check", "You are to move."],
  ]) {
    await page.selectOption("#language", language);
    await tour.locator("#null-windows h2", { hasText: title }).waitFor();
    assert.ok(await tour.locator("#null-windows").isVisible());
    assert.equal(await tour.locator("#speaks").isVisible(), false);
    assert.equal(await tour.locator("#null-windows button.check").textContent(), button);
    assert.ok((await tour.locator("#null-windows .says").textContent()).startsWith(says));
    const wide = await tour.locator("body").evaluate(body => body.ownerDocument.documentElement.scrollWidth > body.ownerDocument.defaultView.innerWidth);
    assert.equal(wide, false, language);
    await page.screenshot({ path: screenshot.replace(".png", `-tour-${language}-${viewport.width}.png`) });
  }
  await accessible();
  assert.deepEqual(complaints, []);
  await page.close();
}

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  for (const viewport of [{ width: 1280, height: 900 }, { width: 375, height: 800 }]) await visit(browser, viewport);
  await browser.close();
  console.log("walked through");
})().catch(error => {
  console.log(error.stack || error);
  process.exit(1);
});
