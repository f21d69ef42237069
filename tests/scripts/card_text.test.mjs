import assert from "node:assert/strict";
import { test } from "node:test";

import { describeCount, keypadCards, readCards } from "../../src/houseway/web/pages/static/card_text.mjs";

test("cards are read as the keypad names them, however they are typed", () => {
  assert.deepEqual(readCards("As kd 10h T♣ 2♠"), ["As", "Kd", "Th", "Tc", "2s"]);
  assert.deepEqual(readCards("AsKd,9c / 4h"), ["As", "Kd", "9c", "4h"]);
  assert.deepEqual(readCards("Jk joker JOKER Js"), ["Jk", "Jk", "Jk", "Js"]);
  assert.deepEqual(readCards("1s Xh A"), []);
  assert.deepEqual(readCards(""), []);
});

test("a card that is typed twice is noticed, also in other letters", () => {
  assert.equal(describeCount(readCards("As Kd"), 52), "2 of 52");
  assert.equal(describeCount(readCards("As Kd as"), 52), "3 of 52, one twice");
  assert.equal(describeCount(readCards("10s T♠"), 52), "2 of 52, one twice");
});

test("the keypad has every card once, and the joker where the deck has it", () => {
  const names = keypadCards(false).map(card => card.name);
  assert.equal(new Set(names).size, 52);
  assert.deepEqual(readCards(names.join(" ")), names);
  assert.deepEqual(keypadCards(false).find(card => card.name === "Th"), { name: "Th", label: "10♥", suit: "h" });
  assert.equal(keypadCards(true).length, 53);
  assert.equal(keypadCards(true).at(-1).name, "Jk");
});
