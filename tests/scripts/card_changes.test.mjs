import assert from "node:assert/strict";
import { test } from "node:test";

import { newPlaces } from "../../src/houseway/web/pages/static/card_changes.mjs";

test("cards that were not there before are new", () => {
  assert.deepEqual(newPlaces([], ["a", "b"]), [0, 1]);
  assert.deepEqual(newPlaces(["a"], ["a", "b"]), [1]);
  assert.deepEqual(newPlaces(["a", "b"], ["b"]), []);
});

test("of equal cards, face down for instance, only those more than before are", () => {
  assert.deepEqual(newPlaces(["down", "down"], ["down", "down", "down", "up"]), [2, 3]);
});
