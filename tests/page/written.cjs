// Looks at the page of a written tree, on a desktop and on a phone.
// Arguments: the folder of playwright-core, the browser, the page, a screenshot to make.
"use strict";
const assert = require("node:assert/strict");
const [, , library, executablePath, page_file, screenshot] = process.argv;
const { chromium } = require(library);

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  for (const viewport of [{ width: 1400, height: 900 }, { width: 390, height: 844 }]) {
    const page = await browser.newPage({ viewport });
    const complaints = [];
    page.on("pageerror", error => complaints.push(String(error)));
    await page.goto("file://" + page_file);

    // The tree is drawn, square for Max and round for Min, without a board.
    const places = JSON.parse(await page.locator("#data").textContent()).walk.places.map(place => place[1]);
    const node = label => page.locator(`.node[data-place="${places.indexOf(label)}"]`);
    assert.equal(await page.locator(".board").isVisible(), false);
    assert.equal(await page.locator(".lane").count(), 1);
    assert.equal(await node("").evaluate(shape => shape.tagName), "rect");
    assert.equal(await node("2").evaluate(shape => shape.tagName), "ellipse");
    assert.match(await page.locator("#facts").textContent(), /values as MAX sees them/);

    // The cut that only the null window makes: at branch 2.1, after its first leaf.
    await node("2.1.1").click();
    assert.match(await page.locator(".says").textContent(), /here you would get 7 or more.*Only the null window makes this cut/);
    await page.locator("[data-tool=why]").click();
    assert.match(await page.locator(".says").textContent(), /2\.1 is worth ≥7: cuts 2 branches off only thanks to the null window/);
    assert.equal(await page.locator(".strike.null").count(), 3);

    // The picture has MAX's windows, the code, which is negamax, those of the side to move.
    const code = page.locator("[data-tool=code]"), isShown = await code.getAttribute("aria-pressed") === "true";
    if (!isShown) await code.click();
    await node("1.1").click();
    const [, leaf] = await page.evaluate(() => JSON.parse(document.querySelector("#data").textContent).walk.places.find(place => place[1] === "1.1").slice(1));
    assert.match(await page.locator(".code p").textContent(), RegExp(`^1: α −${leaf}, β ∞, .*−${leaf}`));
    assert.equal(await page.locator(`[data-window="${places.indexOf("1")}"]`).textContent(), `[−∞, ${leaf}]`);
    if (!isShown) await code.click();
    await page.locator(".last").click();
    assert.match(await page.locator(".says").textContent(), /The root is worth 5\./);

    // The page is no wider than the screen, and its buttons can be touched.
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${width} pixels on a screen of ${viewport.width}`);
    for (const name of [".first", ".back", ".next", ".last"]) {
      const box = await page.locator(name).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= viewport.width, name);
    }
    assert.deepEqual(complaints, []);
    await page.screenshot({ path: screenshot.replace(".png", `-${viewport.width}.png`), fullPage: true });
  }
  await browser.close();
  console.log("walked through");
})().catch(error => {
  console.error(error);
  process.exit(1);
});
