// Steps through a written tree in which pvs searches moves again, and looks at the windows.
// Arguments: the folder of playwright-core, the browser, the page, a screenshot to make.
"use strict";
const assert = require("node:assert/strict");
const [, , library, executablePath, page_file, screenshot] = process.argv;
const { chromium } = require(library);

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto("file://" + page_file);
  const { places, steps, lanes: [{ visits }] } = JSON.parse(await page.locator("#data").textContent()).walk;

  // A search that is done again has the whole window of its node, which the null window before has not changed.
  let count = 0;
  for (const [place, [id]] of steps) {
    const [, kind, window, , ending] = visits[id];
    if (kind === "again" && !ending) {
      const above = page.locator(`[data-window="${places[place][0]}"]`);
      assert.equal(await above.textContent(), window, `above ${places[place][1]}`);
      count++;
    }
    await page.locator(".next").click();
  }
  assert.ok(count > 0);
  await page.screenshot({ path: screenshot });
  await browser.close();
  console.log("walked through");
})().catch(error => { console.error(error); process.exit(1); });
