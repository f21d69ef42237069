import assert from "node:assert/strict";
import { test } from "node:test";

import { clampStep, nextTurn, sliderPercent } from "../../src/houseway/web/pages/static/replay_steps.mjs";

test("a step stays between the first and the last", () => {
  assert.deepEqual([-3, 0, 1, 5, 9, 10].map(step => clampStep(step, 9)), [1, 1, 1, 5, 9, 9]);
});

test("the slider goes from its left end to its right end", () => {
  assert.deepEqual([1, 5, 9].map(step => sliderPercent(step, 9)), [0, 50, 100]);
  assert.equal(sliderPercent(1, 1), 0);
});

test("the next turn is the first one later than the step, and begins again after the last", () => {
  assert.equal(nextTurn([3, 7, 12], 1), 3);
  assert.equal(nextTurn([3, 7, 12], 3), 7);
  assert.equal(nextTurn([3, 7, 12], 12), 3);
});
