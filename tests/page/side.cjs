// Steps through a page with two searches side by side, on a desktop and by touch on a phone.
// Arguments: the folder of playwright-core, the browser, the page, a screenshot to make.
"use strict";
const assert = require("node:assert/strict");
const [, , library, executablePath, page_file, screenshot] = process.argv;
const { chromium } = require(library);

// The example null-window, searched by hand. Both visit these in this order; only alpha-beta
// visits the two in the middle, which the null window of pvs cuts off after 2.1.1.
const SHARED = ["", "1", "1.1", "1.2", "2", "2.1", "2.1.1"];
const EXTRA = ["2.1.2", "2.1.3"], REST = ["2.2", "2.2.1", "2.2.2"];
const ORDER = [...SHARED, ...EXTRA, ...REST];

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  for (const viewport of [{ width: 1400, height: 900 }, { width: 390, height: 844 }]) {
    const phone = viewport.width < 600;
    const page = await browser.newPage({ viewport, hasTouch: phone });
    const complaints = [], requests = [];
    page.on("pageerror", error => complaints.push(String(error)));
    page.on("console", message => message.type() === "error" && complaints.push(message.text()));
    page.on("request", request => requests.push(request.url()));
    await page.goto("file://" + page_file);
    const press = async (name, key) => phone ? page.locator(name).tap() : page.keyboard.press(key);
    const lane = index => page.locator(`.lane[data-lane="${index}"]`);
    const says = index => lane(index).locator(".says").textContent();
    const nodes = async index => Number(await lane(index).locator(".counts b").first().textContent());
    const places = JSON.parse(await page.locator("#data").textContent()).walk.places.map(place => place[1]);
    const labels = async (index, what) => {
      const found = await lane(index).locator(`[data-${what}]`).evaluateAll(
        (marks, what) => marks.map(mark => mark.dataset[what]), what);
      return found.map(place => places[place]).sort();
    };
    const fits = async () => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${width} pixels on a screen of ${viewport.width}`);
    };

    assert.match(await page.locator("#about").textContent(), /A cut that only the null window makes/);

    // On a wide screen the reasons are told from the start; what follows are the short sentences.
    const explain = page.locator("[data-tool=why]");
    assert.equal(await explain.getAttribute("aria-pressed"), String(!phone));
    if (!phone) {
      assert.match(await says(0), /^You are to move\. Nothing is known yet/);
      await explain.click();
    }

    // Step by step, in the order of the hand search; pvs waits where it has cut.
    const counts = [0, 0];
    for (const [step, label] of ORDER.entries()) {
      if (step) await press(".next", step % 2 ? "n" : "ArrowRight");
      assert.equal(await page.locator(".count").textContent(), `${step + 1} / ${ORDER.length}`);
      const waits = EXTRA.includes(label);
      counts[0]++;
      if (!waits) counts[1]++;
      assert.deepEqual([await nodes(0), await nodes(1)], counts, label);
      assert.ok((await says(0)).startsWith(label || "The root"), await says(0));
      assert.match(await says(1), waits ? /^Waits: it has cut 2\.1\.[23] off/ : RegExp(`^${label || "The root"}: `));
      assert.equal(await lane(1).evaluate(lane => lane.classList.contains("waits")), waits);
      // The marks: both cut branches, from the step of the cut on, in the search that cuts only.
      const cut = step >= SHARED.length - 1 ? EXTRA : [];
      assert.deepEqual(await labels(1, "alone"), cut, label);
      assert.deepEqual(await labels(1, "struck"), cut, label);
      assert.deepEqual(await labels(0, "alone"), []);
      const more = lane(0).locator(".node.extra");
      const visited = EXTRA.filter(extra => ORDER.indexOf(extra) <= step).length;
      assert.equal(await more.count(), visited, label);
      assert.equal(await lane(1).locator(".node.extra").count(), 0);
      await fits();
    }
    assert.match(await says(0), /The root is worth 5\./);
    assert.match(await says(1), /The root is worth 5\./);
    assert.equal(await lane(0).locator(".edge.line").count(), 2);

    // The list has the difference and leads to it, and so does the button.
    const item = page.locator(".cuts button");
    assert.equal(await item.count(), 1);
    assert.equal(await item.textContent(),
      "pvs cuts 2.1.2, 2.1.3 off at 2.1, thanks to a null window; alpha-beta searches them (2 nodes).");
    await (phone ? item.tap() : item.click());
    assert.equal(await page.locator(".count").textContent(), `${SHARED.length} / ${ORDER.length}`);
    assert.match(await says(1), /2\.1 is worth ≥7: cuts 2 branches off only thanks to the null window/);
    await press(".first", "Home");
    assert.equal(await nodes(0), 1);
    await press(".differ", "d");
    assert.equal(await page.locator(".count").textContent(), `${SHARED.length} / ${ORDER.length}`);
    await press(".back", "p");
    assert.equal(await page.locator(".count").textContent(), `${SHARED.length - 1} / ${ORDER.length}`);
    await press(".last", "End");
    assert.equal(await nodes(1), 10);

    // A tap on a node leads to its search.
    const leaf = lane(1).locator(`.node[data-place="${places.indexOf("2.2.1")}"]`);
    await (phone ? leaf.tap() : leaf.click());
    assert.match(await says(1), /^2\.2\.1: value 4\./);

    // In the other languages, at the same step.
    const step = await page.locator(".count").textContent();
    for (const [language, said] of [["de", "2.2.1: Wert 4."], ["ru", "2.2.1: значение 4."], ["en", "2.2.1: value 4."]]) {
      await page.selectOption("#language", language);
      assert.equal(await page.locator(".count").textContent(), step);
      assert.ok((await says(1)).startsWith(said));
      if (language !== "en") assert.doesNotMatch(await page.locator(".after").innerText(), /\b(the|with|move|is)\b/);
    }

    // Below each other on a phone, else side by side; the buttons are large enough and in view.
    const [left, right] = [await lane(0).boundingBox(), await lane(1).boundingBox()];
    assert.ok(phone ? right.y >= left.y + left.height : right.x >= left.x + left.width);
    for (const name of [".first", ".back", ".next", ".last", ".differ"]) {
      const box = await page.locator(name).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, name);
      assert.ok(box.y + box.height <= viewport.height && Math.min(box.width, box.height) >= 40, name);
    }
    await fits();
    assert.deepEqual(complaints, []);
    assert.deepEqual(requests.filter(url => !url.startsWith("file:")), []);
    await page.locator(".differ").click();
    await page.screenshot({ path: screenshot.replace(".png", `-${viewport.width}.png`) });
  }
  await browser.close();
  console.log("walked through");
})().catch(error => {
  console.error(error);
  process.exit(1);
});
