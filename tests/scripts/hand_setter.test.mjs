import assert from "node:assert/strict";
import { test } from "node:test";

import { describeSetting, sameCards, swapsTo } from "../../src/houseway/web/pages/static/hand_setter.mjs";

const SETTINGS = [["Kd Qc", "pair of aces", "king high", false], ["Ah As", "king high", "pair of aces", true]];

test("a setting is found whatever the order of its cards", () => {
  assert.deepEqual(describeSetting(SETTINGS, ["Qc", "Kd"]), { high: "pair of aces", low: "king high", foul: false });
  assert.deepEqual(describeSetting(SETTINGS, ["As", "Ah"]), { high: "king high", low: "pair of aces", foul: true });
  assert.equal(describeSetting(SETTINGS, ["2c", "3d"]), undefined);
  assert.equal(describeSetting([], ["Kd", "Qc"]), undefined);
});

test("the cards that are not wanted below change places with those that are", () => {
  assert.deepEqual(swapsTo(["Kd", "Qc"], ["Kd", "5s"], ["As", "Ah", "Qc", "9h", "7d"]), [["5s", "Qc"]]);
  assert.deepEqual(swapsTo(["Kd", "Qc"], ["Qc", "Kd"], ["As", "Ah", "5s"]), []);
  assert.deepEqual(swapsTo(["As", "Ah"], ["Kd", "Qc"], ["Ah", "As", "5s"]), [["Kd", "Ah"], ["Qc", "As"]]);
});

test("no more cards are swapped than are there", () => {
  assert.deepEqual(swapsTo(["As", "2c"], ["Kd", "Qc"], ["As", "5s"]), [["Kd", "As"]]);
});

test("cards in any order are the same", () => {
  assert.equal(sameCards(["As", "Kd"], ["Kd", "As"]), true);
  assert.equal(sameCards(["As"], ["Kd", "As"]), false);
  const cards = ["Kd", "As"];
  sameCards(cards, cards);
  assert.deepEqual(cards, ["Kd", "As"]);
});
