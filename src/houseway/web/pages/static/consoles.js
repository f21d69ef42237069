// The consoles of the staff: cards entered by hand, payments one seat after the other. With live.js.
// Nothing here knows a rule: what is lawful comes with the page.
// Cards entered by hand: typed, or tapped one after the other.
const RANKS = "AKQJT98765432";
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const typed = text => text.replace(/10/g, "T").match(/Jk|joker|[AKQJT2-9][shdc♠♥♦♣]/gi) || [];
function showCards(area) {
  const say = document.querySelector(`[data-cards-say="${CSS.escape(area.id)}"]`);
  const found = typed(area.value), all = Number(area.dataset.cards);
  if (say && all) say.textContent = `${found.length} of ${all}${new Set(found).size < found.length ? ", one twice" : ""}`;
  document.querySelectorAll(`[data-keypad="${CSS.escape(area.id)}"] button`).forEach(one => { one.disabled = found.includes(one.value); });
}
function layKeypads() {
  document.querySelectorAll("[data-keypad]:empty").forEach(pad => {
    const names = Object.keys(SUITS).flatMap(suit => [...RANKS].map(rank => [rank + suit, (rank === "T" ? "10" : rank) + SUITS[suit], suit]));
    if (pad.dataset.joker === "yes") names.push(["Jk", "Joker", ""]);
    for (const [card, says, suit] of names) {
      const one = document.createElement("button");
      Object.assign(one, { type: "button", value: card, textContent: says });
      one.dataset.suit = suit;
      pad.append(one);
    }
  });
}
document.addEventListener("click", event => {
  const one = event.target.closest("[data-keypad] button");
  if (!one) return;
  const area = document.getElementById(one.parentElement.dataset.keypad);
  area.value = `${area.value.trimEnd()} ${one.value}`.trim();
  showCards(area);
});
document.addEventListener("input", event => { if (event.target.matches("[data-cards]")) showCards(event.target); });

// Payments of the hand last turned up, and of what is settled beside it: one seat after the other; the last one leads to
// the next hand.
const paidUpTo = new Map();
function showPays() {
  const box = document.querySelector("[data-pays]");
  if (!box) return;
  const seats = [...box.querySelectorAll("[data-seat-pay]")], done = paidUpTo.get(box.dataset.pays) || 0;
  seats.forEach((one, place) => {
    one.classList.toggle("is-done", place < done);
    one.classList.toggle("is-now", place === done);
    one.classList.toggle("is-later", place > done);
  });
  const shown = seats[Math.min(done, seats.length - 1)]?.dataset.seatPay;
  document.querySelectorAll("[data-pay-head]").forEach(one => { one.hidden = one.dataset.payHead !== shown; });
  const go = document.querySelector("[data-after-pays] [data-go]");
  if (!go) return;
  go.dataset.last ??= go.textContent;
  const next = seats[done + 1];
  go.textContent = done >= seats.length - 1 ? go.dataset.last : `Done, next is Seat ${next.dataset.seatPay}`;
}
document.addEventListener("submit", event => {
  const box = document.querySelector("[data-pays]");
  if (!box || !event.target.matches("[data-after-pays]")) return;
  const done = paidUpTo.get(box.dataset.pays) || 0;
  if (done >= box.querySelectorAll("[data-seat-pay]").length - 1) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  paidUpTo.set(box.dataset.pays, done + 1);
  showPays();
}, true);

// The seats an irregularity can concern.
document.addEventListener("change", event => {
  if (!event.target.matches("[data-cause]")) return;
  const option = event.target.selectedOptions[0], seat = document.getElementById("cause-seat");
  const may = (option.dataset.seats || "").split(",").filter(Boolean);
  for (const one of seat.options) one.disabled = one.value === "0" ? may.length > 0 : may.length > 0 && !may.includes(one.value);
  seat.value = may[0] || "0";
});

// On a phone what follows stands below what happened: it comes into sight when that is chosen.
document.addEventListener("htmx:after:swap", () => {
  if (!document.activeElement?.matches("#cause-form input") || !matchMedia("(max-width: 720px)").matches) return;
  document.getElementById("ruling").scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
});

// A list that changes may bring another button under a pointer that rests: it takes no click until the pointer has moved or a
// moment has passed, since the click was meant for what lay there before.
const MOMENT = 700;
let rests = null, lay = "", strange = null;
const stepAt = () => rests && document.elementFromPoint(...rests)?.closest(".do button, .do summary, .sigs button");
const stepName = one => one ? `${one.closest(".do, form")?.querySelector("[name=command]")?.value} ${one.textContent}` : "";
document.addEventListener("pointermove", event => {
  if (rests && Math.hypot(event.clientX - rests[0], event.clientY - rests[1]) > 3) strange = null;
  rests = event.pointerType === "touch" ? null : [event.clientX, event.clientY];
});
beforeNews(() => { lay = stepName(stepAt()); });
document.addEventListener("htmx:ws:after:message:incoming", () => {
  const one = stepAt();
  if (one && stepName(one) !== lay) strange = { name: stepName(one), until: performance.now() + MOMENT };
});
document.addEventListener("click", event => {
  const one = event.target.closest?.(".do button, .do summary, .sigs button");
  if (!one || !event.detail || !strange || stepName(one) !== strange.name || performance.now() > strange.until) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// What is open stays open when a part is made anew.
const open = new Set();
document.addEventListener("toggle", event => {
  const name = event.target.dataset?.keep;
  if (name) open[event.target.open ? "add" : "delete"](name);
}, true);
const refresh = () => {
  document.querySelectorAll("details[data-keep]").forEach(one => { if (open.has(one.dataset.keep)) one.open = true; });
  layKeypads();
  showPays();
};
document.addEventListener("htmx:after:swap", refresh);
document.addEventListener("htmx:ws:after:message:incoming", refresh);
new MutationObserver(() => showPays()).observe(document.getElementById("next")?.parentElement || document.body, { childList: true });
refresh();
