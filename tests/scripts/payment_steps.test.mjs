import assert from "node:assert/strict";
import { test } from "node:test";

import { paymentSteps, seatChoices } from "../../src/houseway/web/pages/static/payment_steps.mjs";

test("one seat is paid after the other, and the last one has no next", () => {
  assert.deepEqual(paymentSteps(["6", "4", "1"], 0), { states: ["now", "later", "later"], shown: "6", next: "4" });
  assert.deepEqual(paymentSteps(["6", "4", "1"], 1), { states: ["done", "now", "later"], shown: "4", next: "1" });
  assert.deepEqual(paymentSteps(["6", "4", "1"], 2), { states: ["done", "done", "now"], shown: "1", next: undefined });
  assert.deepEqual(paymentSteps(["6", "4", "1"], 3), { states: ["done", "done", "done"], shown: "1", next: undefined });
  assert.deepEqual(paymentSteps([], 0), { states: [], shown: undefined, next: undefined });
});

test("only the seats that are concerned can be chosen, the first of them is", () => {
  assert.deepEqual(seatChoices(["0", "1", "2", "3"], ["2", "3"]), { disabled: [true, true, false, false], chosen: "2" });
  assert.deepEqual(seatChoices(["0", "1", "2"], []), { disabled: [false, false, false], chosen: "0" });
});
