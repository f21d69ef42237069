import assert from "node:assert/strict";
import { test } from "node:test";

import { dollars, fieldText, readCents, signedDollars } from "../../src/houseway/web/pages/static/amounts.mjs";

test("amounts are shown in dollars, with cents where there are any", () => {
  assert.deepEqual([0, 500, 1050, 125000, 123456789].map(dollars), ["$0", "$5", "$10.50", "$1,250", "$1,234,567.89"]);
  assert.deepEqual([250, 0, -250].map(signedDollars), ["+$2.50", "$0", "−$2.50"]);
});

test("what is typed is read to the cent, and nonsense is nothing", () => {
  assert.deepEqual(["25", "$1,250", "0.29", "10.5", "", "ten", "1.2.3"].map(readCents), [2500, 125000, 29, 1050, 0, 0, 0]);
});

test("a field holds what is read from it again", () => {
  assert.equal(fieldText(0), "");
  for (const cents of [1, 29, 100, 1050, 123456]) assert.equal(readCents(fieldText(cents)), cents);
});
