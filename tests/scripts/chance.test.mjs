import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

const sent = [];
const kept = new Map();
const asked = { dataset: {} };
let changed = () => undefined;

globalThis.document = { body: { dataset: { csrf: "proof" } }, getElementById: () => asked };
globalThis.sessionStorage = {
  setItem: (name, value) => kept.set(name, value),
  getItem: (name) => kept.get(name) ?? null,
  removeItem: (name) => kept.delete(name),
};
globalThis.MutationObserver = class {
  constructor(tell) {
    changed = tell;
  }
  observe() {}
};
globalThis.fetch = async (address, { headers, body }) => {
  sent.push({ address, csrf: headers["x-csrf-token"], ...Object.fromEntries(body) });
};

const { watchChance } = await import("../../src/houseway/web/pages/static/chance.mjs");

const until = async (fact) => {
  while (!fact()) await new Promise((resolve) => setImmediate(resolve));
};

test("the page commits to a text, and reveals that text when the server asks", async () => {
  asked.dataset = { table: "a table", shoe: "3", step: "commit" };
  watchChance();
  await until(() => sent.length === 1);
  assert.equal(sent[0].address, "/tables/a%20table/chance");
  assert.equal(sent[0].csrf, "proof");
  assert.match(sent[0].value, /^[0-9a-f]{64}$/);
  // The same step is taken once, however often the page changes.
  changed();
  asked.dataset = { table: "a table", shoe: "3", step: "reveal" };
  changed();
  await until(() => sent.length === 2);
  assert.equal(sent[1].step, "reveal");
  assert.equal(createHash("sha256").update(sent[1].value).digest("hex"), sent[0].value);
  await until(() => kept.size === 0);
});

test("a page that committed to nothing has nothing to reveal", async () => {
  const before = sent.length;
  asked.dataset = { table: "a table", shoe: "4", step: "reveal" };
  changed();
  asked.dataset = { table: "a table", shoe: "5", step: "commit" };
  changed();
  await until(() => sent.length === before + 1);
  assert.equal(sent.at(-1).shoe, "5");
});
