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

    // No board, but sides that maximise and minimise.
    assert.equal(await page.locator("#board").isVisible(), false);
    assert.match(await page.locator("#words").textContent(), /^Max to move\. The search found \+5 /);
    await page.locator("#next").click();
    assert.match(await page.locator("#words").textContent(), /^Max moved\. /);

    // The cut that only the null window makes: at branch 2.1, after its first leaf.
    await page.locator("#unfold").click();
    await page.locator(".row", { hasText: /[^.]2\.1\[/ }).click();
    assert.match(await page.locator("#words").textContent(), /2 moves cut off: only the null window/);
    assert.match(await page.locator("#path").textContent(), /root\s*2\s*2\.1/);
    await page.locator(".row", { hasText: /2\.1\.1\[/ }).click();
    assert.match(await page.locator("#words").textContent(), /A leaf: its value is given/);

    // The page is no wider than the screen, and its buttons can be touched.
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${width} pixels on a screen of ${viewport.width}`);
    for (const name of ["#first", "#back", "#next", "#last"]) {
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
