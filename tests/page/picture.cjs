// Looks at an SVG image of `nullfenster tree` in a headless browser: it is well-formed, its texts
// are inside it and none lies over another or over a node that is not its own.
// Arguments: the folder of playwright-core, the browser, the image, a screenshot to make.
"use strict";
const assert = require("node:assert/strict");
const [, , library, executablePath, image, screenshot] = process.argv;
const { chromium } = require(library);

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto("file://" + image);
  // A fault in the XML makes another document of it.
  assert.equal(await page.evaluate(() => document.documentElement.tagName), "svg");
  assert.equal(await page.locator("parsererror").count(), 0);
  const { size, texts, nodes } = await page.evaluate(() => {
    const box = element => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      // A line of text is higher than its letters.
      const rim = element.tagName === "text" ? .16 * (bottom - top) : 0;
      return { left, right, top: top + rim, bottom: bottom - rim, words: element.textContent };
    };
    const all = name => [...document.querySelectorAll(name)].map(box);
    const { width, height } = document.documentElement.viewBox.baseVal;
    return { size: [width, height], texts: all("text"), nodes: all("g rect, g ellipse") };
  });
  assert.ok(texts.length > 20 && nodes.length > 5);
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const inside = (a, b) => a.left >= b.left && a.right <= b.right && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  texts.forEach((text, at) => {
    assert.ok(text.left >= 0 && text.top >= 0 && text.right <= size[0] && text.bottom <= size[1], text.words);
    for (const other of texts.slice(0, at)) {
      assert.ok(apart(text, other), `${JSON.stringify(text)} lies over ${JSON.stringify(other)}`);
    }
    for (const node of nodes) {
      assert.ok(apart(text, node) || inside(text, node), `${JSON.stringify(text)} and ${JSON.stringify(node)}`);
    }
  });
  await page.setViewportSize({ width: Math.ceil(size[0]), height: Math.ceil(size[1]) });
  await page.screenshot({ path: screenshot });
  await browser.close();
  console.log("walked through");
})().catch(error => {
  console.error(error);
  process.exit(1);
});
