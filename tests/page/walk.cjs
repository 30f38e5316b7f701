// Walks through the page of `nullfenster tree --engine` in a headless browser, as a user would.
// Arguments: the folder of playwright-core, the browser, the page, a screenshot to make.
"use strict";
const assert = require("node:assert/strict");
const [, , library, executablePath, page_file, screenshot] = process.argv;
const { chromium } = require(library);

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const complaints = [], requests = [];
  page.on("pageerror", error => complaints.push(String(error)));
  page.on("console", message => message.type() === "error" && complaints.push(message.text()));
  page.on("request", request => requests.push(request.url()));
  await page.goto("file://" + page_file);

  const data = JSON.parse(await page.locator("#data").textContent());
  const english = place => place === null ? "" : data.texts[place][0];
  const nodes = data.nodes.map(([parent, move, window, value, board, squares, notes]) =>
    [parent, english(move), window, value, board, squares, notes.map(([kind, tag, text]) => [kind, english(tag), english(text)])]);
  assert.ok(nodes.length > 300, `only ${nodes.length} nodes`);
  const children = nodes.map(() => []);
  nodes.forEach((node, id) => id && children[node[0]].push(id));
  const selected = async () => Number(await page.locator(".row.selected").getAttribute("data-id"));
  const rows = () => page.locator(".row").count();
  const height = async () => (await page.locator("#rows").boundingBox()).height / 24;
  const man = async square => {
    const found = page.locator(`#board [data-square=${square}]`);
    return await found.count() ? found.getAttribute("data-man") : null;
  };

  // It opens at the root with its moves, and only the rows in view are in the document.
  assert.equal(await selected(), 0);
  assert.equal(await height(), 1 + children[0].length);
  assert.match(await page.locator(".row.selected").textContent(), /root\[[−+].*, [−+].*\]/);
  assert.equal(await page.title(), `Nullfenster, depth ${data.depth}`);

  // Arrow keys: select the first child, the parent, fold and unfold.
  await page.keyboard.press("ArrowRight");
  assert.equal(await selected(), 1);
  await page.keyboard.press("ArrowDown");
  assert.equal(await selected(), children[0][1]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  assert.equal(await height(), 1 + children[0].length + children[1].length);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await height(), 1 + children[0].length);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await selected(), 0);

  // The mouse does the same.
  await page.locator(`.row[data-id="1"] .fold`).click();
  assert.equal(await height(), 1 + children[0].length + children[1].length);
  await page.locator(`.row[data-id="1"] .fold`).click();
  assert.equal(await height(), 1 + children[0].length);
  await page.locator(`.row[data-id="1"] .move`).click();
  assert.equal(await selected(), 1);

  // The board shows the position after the move.
  const [from, to] = [nodes[1][5].slice(0, 2), nodes[1][5].slice(2, 4)];
  assert.equal(await man(from), null);
  const moved = await man(to);
  await page.keyboard.press("Home");
  assert.equal(await man(from), moved);
  const men = nodes[0][4].split(" ")[0].replace(/[\d/]/g, "");
  assert.equal(await page.locator("#board [data-man]").count(), men.length);

  // Step by step through the search in its order; what comes later is pale.
  for (let step = 1; step <= 40; step++) {
    await page.keyboard.press(step % 2 ? "n" : " ");
    assert.equal(await selected(), step);
  }
  assert.ok(await page.locator(".row.later").count() > 0);
  assert.equal(await page.locator("#count").textContent(), `41 / ${nodes.length}`);
  await page.keyboard.press("p");
  assert.equal(await selected(), 39);
  await page.locator("#next").click();
  assert.equal(await selected(), 40);

  // All unfolded, every node has a row, but only those in view are in the document.
  await page.keyboard.press("Home");
  await page.keyboard.press("*");
  assert.equal(await height(), nodes.length);
  assert.ok(await rows() < 100);
  await page.keyboard.press("End");
  assert.equal(await selected(), nodes.length - 1);
  await page.locator("#collapse").click();
  assert.equal(await height(), 1);
  await page.locator("#unfold").click();
  assert.equal(await height(), nodes.length);

  // Rules have colours, re-searches are marked, and each node says what was done in it.
  const show = async id => {
    await page.locator("#step").evaluate((slider, id) => {
      slider.value = id;
      slider.dispatchEvent(new Event("input"));
    }, id);
    assert.equal(await selected(), id);
  };
  const has = name => nodes.findIndex((node, id) => id && node[6].some(([, tag]) => tag === name));
  const color = async name => {
    assert.ok(has(name) > 0, `no ${name}`);
    await show(has(name));
    const tag = page.locator(".row.selected .tag", { hasText: name });
    return tag.first().evaluate(tag => getComputedStyle(tag).color);
  };
  assert.notEqual(await color("reverse futility"), await color("null window"));
  const again = has("re-search");
  await show(again);
  assert.match(await page.locator("#words").textContent(), /Searched again/);
  const links = await page.locator("#path a").count();
  await page.locator("#path a").nth(links - 2).click();
  assert.equal(await selected(), nodes[again][0]);
  // Moves are written as people do.
  assert.ok(nodes.slice(1).every(node => /^([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?|O-O(-O)?[+#]?|pass|here)$/.test(node[1])));

  // In the other languages, too, at the same node.
  await page.locator("#tree").focus();
  for (const [language, title, tag] of [["de", "Tiefe", "noch einmal"], ["ru", "глубина", "повторно"], ["en", "depth", "re-search"]]) {
    await show(again);
    await page.selectOption("#language", language);
    assert.equal(await page.getAttribute("html", "lang"), language);
    assert.equal(await page.title(), `Nullfenster, ${title} ${data.depth}`);
    assert.ok((await page.locator(".row.selected").textContent()).includes(tag), tag);
    if (language !== "en") assert.doesNotMatch(await page.locator("body").innerText(), /\b(the|with|is|window)\b/);
  }

  assert.deepEqual(complaints, []);
  assert.deepEqual(requests.filter(url => !url.startsWith("file:")), []);
  await show(has("null move"));
  await page.screenshot({ path: screenshot });
  await browser.close();
  console.log("walked through");
})().catch(error => { console.error(error); process.exit(1); });
