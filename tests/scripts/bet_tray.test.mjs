import assert from "node:assert/strict";
import { test } from "node:test";

import { addChip, chipsFor, double, isOutsideLimits, linkedTo, missingFirst, turn } from "../../src/houseway/web/pages/static/bet_tray.mjs";

const ante = { id: "ante", cents: 1000, least: 1000, most: 30000, legal: 30000 };
const odds = { id: "odds", cents: 1000, least: 1000, most: 30000, legal: 30000, equals: "ante" };
const bonus = { id: "bonus", cents: 0, least: 100, most: 10000, legal: 10000 };
const progressive = { id: "progressive", cents: 0, least: 100, most: 500, legal: 500, sizes: [100, 500] };

test("a chip is added up to the most", () => {
  assert.equal(addChip(ante, 2500), 3500);
  assert.equal(addChip({ ...ante, cents: 29000 }, 2500), 30000);
});

test("a larger amount that was typed stays", () => {
  const typed = { ...ante, cents: 40000, legal: 50000 };
  assert.equal(addChip(typed, 2500), 40000);
  assert.equal(double(typed), 40000);
  assert.equal(isOutsideLimits(typed), false);
});

test("a wager of fixed sizes goes from size to size, whatever the chip", () => {
  assert.equal(addChip(progressive, 2500), 100);
  assert.equal(addChip({ ...progressive, cents: 100 }, 2500), 500);
  assert.equal(addChip({ ...progressive, cents: 500 }, 2500), 100);
});

test("a wager that others are placed only with comes first", () => {
  const side = { ...bonus, cents: 500, needs: "ante" }, none = { ...ante, cents: 0, now: 0 };
  assert.deepEqual(missingFirst([none, side]), [none]);
  assert.deepEqual(missingFirst([{ ...none, now: 1000 }, side]), []);
  assert.deepEqual(missingFirst([ante, side]), []);
  // The bank places no main wager: where its area is not open nothing is missing.
  assert.deepEqual(missingFirst([side]), []);
});

test("doubling keeps to the most and leaves fixed sizes", () => {
  assert.equal(double(ante), 2000);
  assert.equal(double({ ...ante, cents: 20000 }), 30000);
  assert.equal(double({ ...progressive, cents: 100 }), 100);
});

test("a wager that must equal another changes with it, either way", () => {
  const all = [ante, odds, bonus, progressive];
  assert.deepEqual(linkedTo(ante, all), [odds]);
  assert.deepEqual(linkedTo(odds, all), [ante]);
  assert.deepEqual(linkedTo(bonus, all), []);
});

test("no wager is outside its limits; one below or above them is", () => {
  assert.deepEqual([0, 99, 100, 10000, 10001].map(cents => isOutsideLimits({ ...bonus, cents })), [false, true, false, false, true]);
});

test("an amount lies in the largest chips, three at most", () => {
  const worths = [100, 500, 2500, 10000, 50000];
  assert.deepEqual(chipsFor(3100, worths), [2500, 500, 100]);
  assert.deepEqual(chipsFor(40000, worths), [10000, 10000, 10000]);
  assert.deepEqual(chipsFor(50, worths), []);
});

test("arrow keys lead around the ends", () => {
  assert.deepEqual([turn(0, -1, 5), turn(4, 1, 5), turn(2, 1, 5)], [4, 0, 3]);
});
