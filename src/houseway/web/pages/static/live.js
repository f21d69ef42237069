// What tables and consoles share: forms sent once, the state of the line, and the keys that buttons say they answer to.
// Nothing here knows a rule: what is lawful comes with the page.
const frame = () => document.querySelector(".table-page, .console");

// A form is sent under a key of its own, so that sending it again changes nothing.
document.addEventListener("submit", event => {
  const key = event.target.closest("[data-keyed]")?.querySelector("input[name=key]");
  if (key && !key.value) key.value = crypto.randomUUID();
}, true);
document.addEventListener("htmx:after:request", event => {
  const key = event.target.closest?.("[data-keyed]")?.querySelector("input[name=key]");
  // After a fault of the server nobody knows whether it was taken.
  if (key && !(event.detail.ctx.response?.status >= 500)) key.value = "";
});
// Such a form may be sent again, so nobody waits long for an answer that does not come.
document.addEventListener("htmx:config:request", event => {
  const { ctx } = event.detail;
  if (ctx.sourceElement.matches("[data-keyed]")) ctx.request.timeout = "10s";
});

// The line to the house. What was out of reach before it was down stays so; where the keys were, they are again.
let were = null;
const line = (state, says) => {
  const up = state === "win";
  if (!up && document.activeElement?.closest("#actions button")) were = document.activeElement;
  frame()?.classList.toggle("is-still", !up);
  document.querySelectorAll("#actions button").forEach(one => {
    if (up && one.dataset.still) { one.disabled = false; delete one.dataset.still; } else if (!up && !one.disabled) { one.disabled = true; one.dataset.still = "yes"; }
  });
  if (up && were?.isConnected && document.activeElement === document.body) were.focus();
  if (up) were = null;
  const tag = document.getElementById("conn");
  if (!tag) return;
  tag.className = `tag tag--${state}${up && tag.dataset.quiet ? " only-desk" : ""}`;
  tag.querySelector("[data-conn]").textContent = says;
};
// It is up while its socket is open and requests are answered: a browser may take minutes to notice that a socket is dead.
const down = new Set();
const showLine = () => down.size ? line("warn", navigator.onLine ? "Reconnecting" : "Offline") : line("win", "Connected");
function setLine(part, isUp) {
  if (down.has(part) !== isUp) return;
  if (isUp) down.delete(part); else down.add(part);
  showLine();
}
document.addEventListener("htmx:ws:after:connection", () => { setLine("socket", true); if (down.size) ping(); });
document.addEventListener("htmx:ws:close", event => {
  if (event.detail?.code === 4403) location.assign("/lobby");
  else setLine("socket", false);
});
document.addEventListener("htmx:ws:after:message:incoming", () => { if (down.size) showLine(); });

// Ask the house for a sign of life, again and again until there is one. A machine without a network still reaches a house on itself.
const PING_AGAIN = 1000, PING_TIMEOUT = 5000, SLOW = 4000;
let pingTimer = 0;
async function ping() {
  clearTimeout(pingTimer);
  const isUp = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PING_TIMEOUT) }).then(() => true, () => false);
  clearTimeout(pingTimer);
  setLine("requests", isUp);
  if (!isUp) pingTimer = setTimeout(ping, PING_AGAIN);
}
for (const name of ["offline", "online"]) addEventListener(name, ping);
const slow = new Map();
document.addEventListener("htmx:before:request", event => { slow.set(event.detail.ctx, setTimeout(ping, SLOW)); });
document.addEventListener("htmx:finally:request", event => {
  const { ctx } = event.detail;
  clearTimeout(slow.get(ctx));
  slow.delete(ctx);
  if (!ctx.response) ping();
});

// Keys: what a button says it answers to, unless something is typed. At a table Enter is the primary action wherever the focus
// is, save on a link or a disclosure that was reached by keys; Space presses the button that has the focus.
const TEXT_FIELDS = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea";
const keyOf = event => event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
const answersTo = (one, key) => one.dataset.key.split(" ").includes(key);
const isInReach = one => !one.disabled && (one.offsetParent !== null || one.matches("input[type=checkbox]"));
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const wanted = keyOf(event), field = event.target.closest(TEXT_FIELDS);
  // A field of a form of its own is sent by Enter; an amount beside the buttons goes with the primary one.
  if (field && !(wanted === "Enter" && field.matches("[data-typed]"))) return;
  const own = { Enter: "a, summary", Space: "button, a, summary, label, [type=checkbox], [type=radio]" }[wanted];
  const focused = own && event.target.closest(own);
  if (focused && (wanted === "Space" || focused.matches(":focus-visible"))) return;
  if (wanted === "Enter" && !document.querySelector(".table-page") && event.target.closest("button, label, [type=checkbox], [type=radio]")) return;
  const found = [...document.querySelectorAll("[data-key]")].find(one => answersTo(one, wanted) && isInReach(one));
  if (!found) return;
  event.preventDefault();
  // A key that is held down was pressed once.
  if (!event.repeat) found.click();
});

// Right before news takes its place: later than it came, if something was held then.
const beforeNews = act => document.addEventListener("htmx:before:swap", event => { if (event.target === frame()) act(); });

// A refusal stays said while the same question stands, whatever else is news.
let refusal = "", refusedQuestion = "";
const questionNow = () => document.getElementById("actions")?.dataset.question ?? "";
beforeNews(() => { refusal = document.getElementById("refused")?.innerHTML ?? ""; refusedQuestion = questionNow(); });
document.addEventListener("htmx:ws:after:message:incoming", () => {
  const now = document.getElementById("refused");
  if (now && refusal.trim() && !now.innerHTML.trim() && refusedQuestion && refusedQuestion === questionNow()) now.innerHTML = refusal;
});
