// Steps through a page with searches of a chess position, of which only a part fits the screen.
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
    const data = JSON.parse(await page.locator("#data").textContent()).walk;
    assert.ok(data.places.length > 1000 && data.lanes.length === 3);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);

    // In all steps of a sample the current node is drawn in each search that is there.
    const slider = page.locator(".step");
    for (let step = 0; step < data.steps.length; step += 97) {
      await slider.evaluate((slider, step) => {
        slider.value = step;
        slider.dispatchEvent(new Event("input"));
      }, step);
      const [place, visits] = data.steps[step];
      for (const [index, visit] of visits.entries()) {
        const lane = page.locator(`.lane[data-lane="${index}"]`);
        assert.equal(await lane.locator(".node.now").count(), visit === null ? 0 : 1, `${step}`);
        assert.equal(/^Waits/.test(await lane.locator(".says").textContent()), visit === null);
        if (visit !== null) assert.equal(await lane.locator(".node.now").getAttribute("data-place"), String(place));
      }
      assert.ok(await page.locator(".node").count() < 400);
      assert.ok(await page.locator(".board [data-man]").count() > 20);
      assert.ok(await width() <= viewport.width);
    }

    // From difference to difference, each marked in the search that cuts.
    await page.keyboard.press("Home");
    assert.ok(data.differences.length > 5);
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press("d");
      assert.ok(await page.locator("[data-alone]").count() > 0);
      assert.ok(await page.locator(".cuts li.now").count() > 0);
    }
    await page.screenshot({ path: screenshot.replace(".png", `-${viewport.width}.png`), fullPage: true });
    assert.deepEqual(complaints, []);
  }
  await browser.close();
  console.log("walked through");
})().catch(error => {
  console.error(error);
  process.exit(1);
});
