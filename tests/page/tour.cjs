// Goes through the guided tour in a headless browser, as a reader would: steps through each
// picture, answers each exercise wrongly and then rightly, on a desktop and on phones, in each language.
// Arguments: the folder of playwright-core, the browser, the page, a screenshot to make.
"use strict";
const assert = require("node:assert/strict");
const [, , library, executablePath, page_file, screenshot] = process.argv;
const { chromium } = require(library);

const CHAPTERS = ["minimax", "alpha-beta", "null-windows", "pvs", "fail-soft", "aspiration", "quiescence", "deepening", "selectivity", "network"];

// An exercise is answered wrongly, and says why; then rightly, and then its search is shown.
async function answer(box, task, said) {
  const feedback = box.locator(".feedback");
  const is = async (kind, text) => {
    assert.equal(await feedback.getAttribute("class"), "feedback " + kind);
    assert.ok((await feedback.textContent()).length > 20);
    if (text) assert.equal(await feedback.textContent(), said(text));
  };
  if (task.kind === "number") {
    const fill = async values => {
      const inputs = box.locator("input:not([type=range])");
      for (const [index, value] of values.entries()) await inputs.nth(index).fill(String(value));
      await box.locator("button.check").click();
    };
    await fill(task.answer.map(() => "x"));
    await is("wrong");
    await fill(task.answer.map(() => 77));
    await is("wrong", task.otherwise);
    for (const [values, hint] of Object.entries(task.hints)) {
      await fill(values.split(","));
      await is("wrong", hint);
    }
    await fill(task.answer);
  } else if (task.kind === "nodes") {
    const place = id => box.locator(`[data-place="${id}"]`);
    await box.locator("button.check").click();
    await is("wrong");
    const wrong = task.candidates.find(id => !task.answer.includes(id));
    await place(wrong).click();
    await box.locator("button.check").click();
    await is("wrong", task.because[wrong]);
    await place(wrong).click();
    for (const id of task.answer.slice(1)) await place(id).click();
    await box.locator("button.check").click();
    await is("wrong");
    await place(task.answer[0]).click();
    await box.locator("button.check").click();
  } else if (task.kind === "choice") {
    const choices = box.locator(".choices button");
    assert.equal(await choices.count(), task.options.length);
    for (const [index, option] of task.options.entries()) {
      if (index === task.answer) continue;
      await choices.nth(index).click();
      await is("wrong", option.why);
    }
    await choices.nth(task.answer).click();
  } else {
    await box.locator("[data-man=k]").click();
    await is("wrong", task.otherwise);
    const wrong = Object.keys(task.because).find(square => square !== task.answer);
    await box.locator(`[data-square=${wrong}]`).click();
    await is("wrong", task.because[wrong]);
    await box.locator(`[data-square=${task.answer}]`).click();
  }
  await is("right", task.right);
  if (task.picture) assert.equal(await box.locator(".view .bar").count(), 1);
}

// To the end of a search and back by button and key, and with the tools of the lab.
async function walk(stepper, over) {
  const count = () => stepper.locator(".count").textContent();
  for (const tool of ["code", "types"]) await stepper.locator(`[data-tool=${tool}]`).click();
  assert.ok(await stepper.locator(".code pre").isVisible() && await stepper.locator("text.type").count() > 1);
  const last = Number((await count()).split(" / ")[1]);
  assert.ok(last > 5, `${last} steps`);
  let before = "";
  for (let step = 2; step <= last; step++) {
    await stepper.locator("button.next").click();
    assert.equal(await count(), `${step} / ${last}`);
    const text = await stepper.locator(".says").textContent();
    assert.ok(await stepper.locator(".code .on").count() > 0);
    assert.notEqual(text, before);
    assert.doesNotMatch(text, /undefined|null\b(?! window)|NaN|\[object/);
    before = text;
  }
  assert.ok(before.includes(over), before);
  await stepper.locator("button.back").click();
  assert.equal(await count(), `${last - 1} / ${last}`);
  await stepper.focus();
  await stepper.press("Home");
  assert.equal(await count(), `1 / ${last}`);
  await stepper.press("ArrowRight");
  assert.equal(await count(), `2 / ${last}`);
  await stepper.locator("button.last").click();
  assert.equal(await count(), `${last} / ${last}`);
  // The arrow keys step through what is in the middle of the screen, also without a click on it.
  await stepper.evaluate(box => { box.scrollIntoView({ block: "center" }); document.activeElement.blur(); });
  await stepper.page().keyboard.press("ArrowLeft");
  assert.equal(await count(), `${last - 1} / ${last}`);
  await stepper.page().keyboard.press("ArrowRight");
  assert.equal(await count(), `${last} / ${last}`);
  for (const tool of ["code", "types"]) await stepper.locator(`[data-tool=${tool}]`).click();
}

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const readers = [["en", { width: 1280, height: 900 }], ["de", { width: 390, height: 844 }], ["ru", { width: 375, height: 812 }]];
  await Promise.all(readers.map(async ([language, viewport], index) => {
    const page = await browser.newPage({ viewport, locale: language }), said = text => Array.isArray(text) ? text[index] : text;
    const complaints = [], requests = [];
    page.on("pageerror", error => complaints.push(String(error)));
    page.on("console", message => message.type() === "error" && complaints.push(message.text()));
    page.on("request", request => requests.push(request.url()));
    await page.goto("file://" + page_file);
    const data = JSON.parse(await page.locator("#data").textContent());
    // It begins in the language of the browser, and each language says the same things.
    assert.equal(await page.getAttribute("html", "lang"), language);
    const [keys, over, chance] = await page.evaluate(() => [
      [TELL, WORDS, REASONS].map(texts => Object.values(texts).map(words => Object.keys(words).join())),
      SAY.reasons.over(""), SAY.chance("+300", "x", "", "", "").split("x")[0]]);
    for (const lists of keys) assert.ok(lists.every(list => list === lists[0]));
    assert.deepEqual(await page.locator(".chapter").evaluateAll(all => all.map(one => one.id)), CHAPTERS);
    const solved = [];
    for (const [index, name] of CHAPTERS.entries()) {
      const chapter = page.locator("#" + name);
      // The change of the address is noticed a little later.
      await chapter.waitFor({ state: "visible" });
      assert.equal(await page.locator(".chapter:visible").count(), 1);
      const steppers = chapter.locator("[data-picture]");
      assert.ok(await steppers.count() > 0, name);
      for (let picture = 0; picture < await steppers.count(); picture++) await walk(steppers.nth(picture), over);
      const boxes = chapter.locator("[data-exercise]");
      assert.ok(await boxes.count() > 0, name);
      for (let box = 0; box < await boxes.count(); box++) {
        const task = await boxes.nth(box).getAttribute("data-exercise");
        await answer(boxes.nth(box), data.exercises[task], said);
        solved.push(task);
      }
      const all = Object.keys(data.exercises).length;
      assert.equal(await page.locator("#progress").textContent(), await page.evaluate(([solved, all]) => SAY.progress(solved, all), [solved.length, all]));
      // Nothing is left in English.
      if (language !== "en") assert.doesNotMatch(await chapter.innerText(), /\b(the|you|with|is)\b/i, name);
      assert.match(await page.locator("#chapters a").nth(index).getAttribute("class"), /solved/);

      // The source is there, and nothing is wider than the screen.
      const sources = chapter.locator(".sources details");
      assert.equal(await sources.count(), data.sources.filter(source => source.chapter === name).length);
      await sources.first().locator("summary").click();
      assert.ok(await sources.first().locator("pre").isVisible());
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${name}: ${width} pixels on a screen of ${viewport.width}`);
      const picture = screenshot.replace(".png", `-${viewport.width}-${index + 1}-${name}.png`);
      await page.screenshot({ path: picture, fullPage: true });
      if (index + 1 < CHAPTERS.length) await page.locator("#later").click();
    }
    assert.deepEqual(solved.sort(), Object.keys(data.exercises).sort());
    assert.ok(!await page.locator("#later").isVisible());

    // Any algorithm on any order; the slider of chances; a link to a chapter.
    await page.goto("file://" + page_file + "#pvs");
    const [algorithm, order] = [0, 1].map(index => page.locator(".playground select").nth(index));
    await algorithm.selectOption("alpha-beta");
    await order.selectOption("2");
    await page.locator(".playground button.last").click();
    assert.match(await page.locator(".playground .counts").textContent(), / 7\/13 /);
    await page.goto("file://" + page_file + "#network");
    await page.locator(".chances input").evaluate(slider => {
      slider.value = slider.max;
      slider.dispatchEvent(new Event("input"));
    });
    const words = await page.locator(".chances p").textContent();
    assert.ok(words.startsWith(chance) && /^(\d\d|100)[.,]\d/.test(words.slice(chance.length)), words);
    // Another language: the same chapter.
    for (const other of ["ru", "de", "en"]) {
      await page.selectOption("#language", other);
      assert.equal(await page.getAttribute("html", "lang"), other);
      assert.equal(await page.locator(".chapter:visible").getAttribute("id"), "network");
      assert.equal(await page.title(), await page.evaluate(other => TELL[other].title, other));
    }
    assert.deepEqual(complaints, []);
    assert.deepEqual(requests.filter(url => !url.startsWith("file:")), []);
  }));
  await browser.close();
  console.log("walked through");
})().catch(error => {
  console.error(error);
  process.exit(1);
});
