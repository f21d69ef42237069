import assert from "node:assert/strict";
import { test } from "node:test";

import { sliderAmount, sliderShare } from "../../src/houseway/web/pages/static/amount_slider.mjs";

const range = { min: 1000, max: 9950, step: 500 };

test("an amount stays between the ends", () => {
  assert.equal(sliderAmount(200, range, false), 1000);
  assert.equal(sliderAmount(5000, range, false), 5000);
  assert.equal(sliderAmount(99999, range, true), 9950);
});

test("the last step of the slider is the most, though it is no whole step; a typed amount stays as it is", () => {
  assert.equal(sliderAmount(9450, range, false), 9450);
  assert.equal(sliderAmount(9500, range, false), 9950);
  assert.equal(sliderAmount(9500, range, true), 9500);
});

test("its share of the slider", () => {
  assert.deepEqual([1000, 5475, 9950].map(cents => sliderShare(cents, range)), [0, 50, 100]);
  assert.equal(sliderShare(1000, { min: 1000, max: 1000 }), 0);
});
