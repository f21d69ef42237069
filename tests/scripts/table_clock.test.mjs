import assert from "node:assert/strict";
import { test } from "node:test";

import { clockState } from "../../src/houseway/web/pages/static/table_clock.mjs";

const NOW = 1_700_000_000_000;

test("a clock runs down", () => {
  assert.deepEqual(clockState(NOW + 30_000, NOW, 60), { isOn: true, percent: 50, shown: "30", isLate: false });
  assert.deepEqual(clockState(NOW + 4_200, NOW, 60), { isOn: true, percent: 7, shown: "5", isLate: true });
});

test("a clock that has run out stays at nothing", () => {
  assert.deepEqual(clockState(NOW - 1, NOW, 60), { isOn: false, percent: 0, shown: "0", isLate: true });
});

test("without a clock nothing is shown", () => {
  assert.equal(clockState(0, NOW, 0).isOn, false);
  assert.equal(clockState(0, NOW, 0).shown, "");
});
