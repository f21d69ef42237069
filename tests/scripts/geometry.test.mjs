import assert from "node:assert/strict";
import { test } from "node:test";

import { feltScale, tipPlace } from "../../src/houseway/web/pages/static/geometry.mjs";

test("a felt is scaled to lie in its box as a whole, and no further than it looks good", () => {
  const felt = { width: 1000, height: 500 };
  assert.equal(feltScale({ width: 500, height: 500 }, felt), 0.5);
  assert.equal(feltScale({ width: 1000, height: 100 }, felt), 0.2);
  assert.equal(feltScale({ width: 9000, height: 9000 }, felt), 1.6);
});

test("a tip lies below its chip, or above it where there is no room, and always in the window", () => {
  const view = { width: 800, height: 600 }, tip = { width: 200, height: 100 };
  assert.deepEqual(tipPlace({ right: 500, top: 100, bottom: 120 }, tip, view), { left: 300, top: 126 });
  assert.deepEqual(tipPlace({ right: 500, top: 550, bottom: 570 }, tip, view), { left: 300, top: 444 });
  assert.deepEqual(tipPlace({ right: 100, top: 100, bottom: 120 }, tip, view), { left: 8, top: 126 });
  assert.deepEqual(tipPlace({ right: 900, top: 20, bottom: 570 }, tip, view), { left: 592, top: 8 });
});
