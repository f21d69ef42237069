// The consoles of the staff: cards entered by hand, payments one seat after the other. With live.js.
// Nothing here knows a rule: what is lawful comes with the page.
import { describeCount, keypadCards, readCards } from "./card_text.mjs";
import { paymentSteps, seatChoices } from "./payment_steps.mjs";

// Cards entered by hand: typed, or tapped one after the other.
function showCards(area) {
  const say = document.querySelector(`[data-cards-say="${CSS.escape(area.id)}"]`);
  const cards = readCards(area.value), expected = Number(area.dataset.cards);
  if (say && expected) say.textContent = describeCount(cards, expected);
  document.querySelectorAll(`[data-keypad="${CSS.escape(area.id)}"] button`).forEach(one => { one.disabled = cards.includes(one.value); });
}
function layKeypads() {
  document.querySelectorAll("[data-keypad]:empty").forEach(pad => {
    for (const { name, label, suit } of keypadCards(pad.dataset.joker === "yes")) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", value: name, textContent: label });
      button.dataset.suit = suit;
      pad.append(button);
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
  const rows = [...box.querySelectorAll("[data-seat-pay]")];
  const { states, shown, next } = paymentSteps(rows.map(row => row.dataset.seatPay), paidUpTo.get(box.dataset.pays) || 0);
  rows.forEach((row, place) => { for (const state of ["done", "now", "later"]) row.classList.toggle(`is-${state}`, states[place] === state); });
  document.querySelectorAll("[data-pay-head]").forEach(one => { one.hidden = one.dataset.payHead !== shown; });
  const go = document.querySelector("[data-after-pays] [data-go]");
  if (!go) return;
  go.dataset.last ??= go.textContent;
  go.textContent = next === undefined ? go.dataset.last : `Done, next is Seat ${next}`;
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

// A round needs so many players: its button works as long as the marks of those who are not dealt in leave enough.
function allowStarts() {
  document.querySelectorAll("form[data-deals-in]").forEach(form => {
    const cannot = form.dataset.leftOut.split(",");
    const dealtIn = [...form.querySelectorAll("[name=absent]")].filter(mark => !mark.checked && !cannot.includes(mark.value));
    const button = form.querySelector("button");
    // Offline nothing works, however many there are.
    button.disabled = dealtIn.length < Number(form.dataset.dealsIn) || "still" in button.dataset;
  });
}
document.addEventListener("change", event => { if (event.target.matches("[name=absent]")) allowStarts(); });

// The seats an irregularity can concern.
document.addEventListener("change", event => {
  if (!event.target.matches("[data-cause]")) return;
  const option = event.target.selectedOptions[0], seat = document.getElementById("cause-seat");
  const options = [...seat.options];
  const { disabled, chosen } = seatChoices(options.map(one => one.value), (option.dataset.seats || "").split(",").filter(Boolean));
  options.forEach((one, place) => { one.disabled = disabled[place]; });
  seat.value = chosen;
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
  allowStarts();
};
document.addEventListener("htmx:after:swap", refresh);
document.addEventListener("htmx:ws:after:message:incoming", refresh);
new MutationObserver(() => showPays()).observe(document.getElementById("next")?.parentElement || document.body, { childList: true });
refresh();
