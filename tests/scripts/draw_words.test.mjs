import assert from "node:assert/strict";
import { test } from "node:test";

import { drawWords, keptWords } from "../../src/houseway/web/pages/static/draw_words.mjs";

test("the button says what is drawn", () => {
  assert.deepEqual(drawWords(0, 0, undefined), { action: "Stand pat", detail: "keep all" });
  assert.deepEqual(drawWords(1, 0, "king of hearts"), { action: "Draw 1", detail: "king of hearts" });
  assert.deepEqual(drawWords(3, 0, "king of hearts"), { action: "Draw 3", detail: "3 cards" });
});

test("cards that must be discarded are counted", () => {
  assert.deepEqual(drawWords(1, 2, "king of hearts"), { action: "Discard", detail: "1 of 2 marked" });
});

test("what is kept is named by the cards that are not marked", () => {
  const names = { "0000": "badugi", "1000": "three-card" };
  assert.equal(keptWords(names, [true, false, false, false]), "Kept: three-card.");
  assert.equal(keptWords(names, [true, true, true, true]), "Nothing is kept.");
});
