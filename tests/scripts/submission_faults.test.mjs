import assert from "node:assert/strict";
import { test } from "node:test";

import { faultsOf, isFileTooLarge, isTooLarge } from "../../src/houseway/web/pages/static/submission_faults.mjs";

test("a field has its own faults and those of its parts", () => {
  const faults = [{ field: "rake" }, { field: "rake.cap" }, { field: "rakes" }, { field: "table_minimum" }];
  assert.deepEqual(faultsOf(faults, "rake"), [{ field: "rake" }, { field: "rake.cap" }]);
  assert.deepEqual(faultsOf(faults, "rake.cap"), [{ field: "rake.cap" }]);
  assert.deepEqual(faultsOf(faults, "offered"), []);
});

test("a text is measured as the form carries it", () => {
  assert.equal(isTooLarge("a".repeat(60000)), false);
  assert.equal(isTooLarge("a".repeat(60001)), true);
  // One euro sign takes nine characters of a form.
  assert.equal(isTooLarge("€".repeat(6667)), true);
  assert.equal(isTooLarge("€".repeat(6666)), false);
  assert.equal(isFileTooLarge(60000), false);
  assert.equal(isFileTooLarge(60001), true);
});
