// The page's own randomness for the next shuffle: committed to before anybody reveals anything, revealed once nobody can commit.

const BYTES = 32;

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
async function hash(text) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/**
 * @param {string} table
 * @param {Record<string, string>} fields
 */
async function send(table, fields) {
  await fetch(`/tables/${encodeURIComponent(table)}/chance`, {
    method: "POST",
    headers: { "x-csrf-token": document.body.dataset.csrf ?? "" },
    body: new URLSearchParams(fields),
    credentials: "same-origin",
  }).catch(() => undefined);
}

let last = "";

/** Take the step that the server asks of this page, once. */
async function contribute() {
  const part = document.getElementById("chance");
  // Without a secure context there is no hash: the round's page then says who could have known the order.
  if (!part || !crypto.subtle) return;
  const { table = "", shoe = "", step = "" } = part.dataset;
  const place = `${table} ${shoe} ${step}`;
  if (!step || place === last) return;
  last = place;
  const kept = `chance ${table} ${shoe}`;
  if (step === "commit") {
    const text = hex(crypto.getRandomValues(new Uint8Array(BYTES)));
    // Kept for a page that is loaded anew meanwhile.
    sessionStorage.setItem(kept, text);
    await send(table, { shoe, step, value: await hash(text) });
  } else {
    const text = sessionStorage.getItem(kept);
    if (text) await send(table, { shoe, step, value: text });
    sessionStorage.removeItem(kept);
  }
}

/** Contribute now and whenever the server asks. */
export function watchChance() {
  void contribute();
  new MutationObserver(() => void contribute()).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-step", "data-shoe"],
  });
}
