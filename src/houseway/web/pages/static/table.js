// A table: chips and wagers, amounts, setting hands, drawing, the settlement and the clock. With live.js.
// Nothing here knows a rule: what is lawful comes with the page.
import { dollars, fieldText, readCents, signedDollars } from "./amounts.mjs";
import { sliderAmount, sliderShare } from "./amount_slider.mjs";
import { addChip, chipsFor, double, isOutsideLimits, linkedTo, missingFirst, turn } from "./bet_tray.mjs";
import { newPlaces } from "./card_changes.mjs";
import { watchChance } from "./chance.mjs";
import { drawWords, keptWords } from "./draw_words.mjs";
import { describeSetting, sameCards, swapsTo } from "./hand_setter.mjs";
import { clockState } from "./table_clock.mjs";

const page = document.querySelector(".table-page");

// A press aimed at the last question never answers the next one: buttons that have just come take none for a moment, nor while
// somebody keeps on pressing, nor while an answer is under way.
const GUARD = 500;
let guardTimer = 0, openQuestion = "";
const isGuarded = () => page.classList.contains("is-guarded") || page.classList.contains("is-sending");
function guard() {
  clearTimeout(guardTimer);
  page.classList.add("is-guarded");
  guardTimer = setTimeout(() => page.classList.remove("is-guarded"), GUARD);
}
function guardNewQuestion() {
  const question = document.getElementById("actions")?.dataset.question ?? "";
  if (question === openQuestion) return;
  openQuestion = question;
  guard();
  // Nor does Space press what has come into the place of the button that had the focus.
  const focused = document.activeElement?.closest("#actions button");
  if (focused && focused.textContent !== pressed) focused.blur();
}
let pressed = "";
beforeNews(() => { pressed = document.activeElement?.closest("#actions button")?.textContent ?? ""; });
guardNewQuestion();
document.addEventListener("htmx:ws:after:message:incoming", guardNewQuestion);
function dropPress(event) {
  guardNewQuestion();
  if (!isGuarded()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (page.classList.contains("is-guarded")) guard();
}
// What only arranges chips, cards and amounts may be pressed at any time.
const ARRANGES = "#actions :is(button[type=button], input, label, a)";
const isPress = event => {
  if (event.ctrlKey || event.metaKey || event.altKey || page.classList.contains("is-settling")) return false;
  if (event.target.closest(TEXT_FIELDS)) return event.key === "Enter" && Boolean(event.target.closest("#actions"));
  if (event.key === " " && event.target.closest("button")) return Boolean(event.target.closest("#actions [type=submit]"));
  return [...document.querySelectorAll("#actions [type=submit][data-key]")].some(one => answersTo(one, keyOf(event)));
};
addEventListener("click", event => { if (event.target.closest?.("#actions") && !event.target.closest(ARRANGES)) dropPress(event); }, true);
addEventListener("submit", event => { if (event.target.closest("#actions")) dropPress(event); }, true);
addEventListener("keydown", event => { if (isPress(event)) dropPress(event); }, true);
let underWay = null;
document.addEventListener("htmx:before:request", event => {
  const { ctx } = event.detail;
  if (!ctx.sourceElement.matches("#actions form")) return;
  underWay = ctx;
  page.classList.add("is-sending");
});
document.addEventListener("htmx:finally:request", event => {
  if (event.detail.ctx !== underWay) return;
  underWay = null;
  page.classList.remove("is-sending");
  guard();
});

// Nothing new on the felt: the act bets the same again. What was taken is the last bet.
let sent = [], sending = false, wereRefused = false, unanswered = null;
document.addEventListener("submit", event => {
  if (!event.target.matches("[data-bets]")) return;
  if (!event.target.dataset.placed && !staked()) restore(lastBets());
  const [missing] = missingFirst(stakes().map(wagerOf));
  if (missing) {
    event.preventDefault();
    event.stopImmediatePropagation();
    showStakes();
    refuse(`${missing.input.dataset.first}: your other bets are placed only with one.`);
    return;
  }
  sent = snapshot();
  unanswered = { placed: event.target.dataset.placed };
  sending = true;
  wereRefused = false;
}, true);
document.addEventListener("htmx:after:request", event => {
  // The table as it changed may come before the answer: the form is gone then, and the answer still is its own.
  if (!event.detail?.ctx?.sourceElement?.matches?.("[data-bets]")) return;
  sending = false;
  if (event.detail.ctx.response.status < 500) unanswered = null;
  if (event.detail.ctx.response.status === 200 && !event.detail.ctx.text?.trim()) {
    keepLast();
    ready = null;
    clearStakes();
  } else {
    wereRefused = true;
    showStakes();
  }
});

document.addEventListener("htmx:error", event => { if (event.detail?.ctx?.sourceElement?.matches?.("[data-bets]")) sending = false; });

// Wagers before the deal: a chip, then an area. The fields are what is sent.
let chip = 0;
const placed = [];
const worthOf = tray => Number(tray.getAttribute("aria-label").match(/\d+/)[0]) * 100;
const stakes = () => [...document.querySelectorAll("[data-stake-of]")];
const cents = input => readCents(input.value);
const write = (input, value) => { input.value = fieldText(value); input.dispatchEvent(new Event("stake")); };
const wagerOf = input => ({
  input,
  id: input.dataset.stakeOf,
  cents: cents(input),
  now: Number(input.dataset.now),
  least: Number(input.dataset.least),
  most: Number(input.dataset.most),
  legal: Number(input.dataset.legal),
  sizes: input.dataset.sizes?.split(",").map(Number),
  equals: input.dataset.equals,
  needs: input.dataset.needs,
});
const betsForm = () => document.querySelector("[data-bets]");
const snapshot = () => stakes().map(input => [input.name, input.value]);
const restore = shot => { for (const [name, value] of shot) { const input = document.querySelector(`[data-stake-of][name="${CSS.escape(name)}"]`); if (input) input.value = value; } };
function clearStakes() { stakes().forEach(input => { input.value = ""; }); placed.length = 0; showStakes(); }
function keepLast() { try { sessionStorage.setItem(`last ${page.dataset.table}`, JSON.stringify(sent)); } catch { /* no storage */ } }

const lastBets = () => { try { return JSON.parse(sessionStorage.getItem(`last ${page.dataset.table}`)) || []; } catch { return []; } };
const staked = () => stakes().reduce((sum, input) => sum + cents(input), 0);

function placeChip(id) {
  const form = betsForm(), input = form && document.querySelector(`[data-stake-of="${CSS.escape(id)}"]`);
  if (!input) return;
  placed.push(snapshot());
  write(input, addChip(wagerOf(input), chip));
  follow(input);
  showStakes();
}

// A wager that must equal another follows it, either way.
function follow(input) {
  const wagers = stakes().map(wagerOf);
  for (const linked of linkedTo(wagers.find(wager => wager.input === input), wagers)) linked.input.value = input.value;
}

// What is about to be bet lies on its area in chips of the tray; a device shows the amount alone.
function showDraft(area, amount) {
  const ring = area.querySelector(".spot__ring, .slot__ring"), says = dollars(amount);
  area.querySelector(".draft")?.remove();
  area.setAttribute("aria-description", amount ? `${says} lies ready` : "");
  area.dataset.draft = amount && !ring ? `+${says}` : "";
  if (!amount || !ring) return;
  const draft = document.createElement("span"), sum = document.createElement("span"), more = area.querySelector(".amt:not([data-was])");
  draft.className = more ? "draft draft--more" : "draft";
  sum.textContent = more ? `+${says}` : says;
  sum.className = sum.textContent.length > 5 ? "amt amt--long" : "amt";
  const tray = [...document.querySelectorAll(".chiptray .chipbtn")];
  for (const worth of more ? [] : chipsFor(amount, tray.map(worthOf))) draft.append(tray.find(one => worthOf(one) === worth).querySelector("svg").cloneNode(true));
  draft.append(sum);
  ring.append(draft);
}

// Said in the bar where nothing was sent.
function refuse(text) {
  const line = document.createElement("p");
  line.className = "refused";
  line.dataset.first = "";
  line.textContent = text;
  document.getElementById("refused").replaceChildren(line);
}

// What was not taken because of its amount is ringed until it changes.
const areasOf = input => document.querySelectorAll(`[data-stake="${CSS.escape(input.dataset.stakeOf)}"]`);
// Bets that leave too few chips for the wager that follows them are the player's choice, once told.
function showShort(form) {
  const says = document.getElementById("short");
  if (!says) return;
  let left = Number(form.dataset.left), required = 0;
  for (const input of stakes()) {
    left -= cents(input);
    required += (Number(input.dataset.now) + cents(input)) * Number(input.dataset.requires);
  }
  says.hidden = left < 0 || required <= left;
  if (!says.hidden) says.textContent = `${staked() ? "This leaves you" : "You have"} ${dollars(left)}${staked() ? "" : " left"} and the ${form.dataset.playOn} takes ${dollars(required)}: you ${staked() ? "could" : "can"} only fold.`;
}

function showStakes() {
  const form = betsForm();
  if (!form) return;
  showShort(form);
  let all = 0;
  const first = missingFirst(stakes().map(wagerOf)).map(wager => wager.input);
  if (!first.length) document.querySelector("#refused [data-first]")?.remove();
  for (const input of stakes()) {
    all += cents(input);
    // One of the areas of a wager may be out of sight: a phone has its own.
    areasOf(input).forEach(area => {
      showDraft(area, cents(input));
      area.dataset.needed = first.includes(input) ? input.dataset.first : "";
      area.classList.toggle("is-refused", wereRefused && isOutsideLimits(wagerOf(input)));
    });
  }
  const sum = document.querySelector("[data-all]");
  if (sum) sum.textContent = all ? dollars(all) : "";
  const primary = form.querySelector(".act--primary");
  if (primary) {
    let sub = primary.querySelector("span");
    if (!sub) { sub = document.createElement("span"); primary.querySelector("b").after(sub); }
    // Nothing new: the act is to bet the same again.
    const again = all ? 0 : lastBets().reduce((sum, [, value]) => sum + readCents(value), 0);
    const repeats = again && !form.dataset.placed;
    primary.querySelector("b").textContent = form.dataset.placed ? "Add to bets" : repeats ? "Same bets" : "Deal";
    sub.textContent = all || repeats ? dollars(all || again) : "";
    primary.disabled = !all && !repeats;
    // Once bets are in, nothing is left to press until there is more to bet.
    primary.classList.toggle("is-idle", Boolean(form.dataset.placed) && !all);
  }
}

showStakes();

// What lay ready or was half typed when bets closed lies ready again when they open. The chip that was chosen stays so.
let ready = null;
beforeNews(() => {
  if (betsForm()) ready = stakes().some(input => input.value) ? { shot: snapshot(), at: document.activeElement?.id } : null;
});
document.addEventListener("htmx:ws:after:message:incoming", () => {
  showChip();
  if (!ready) return;
  const says = document.getElementById("refused");
  if (betsForm()) {
    if (unanswered && betsForm().dataset.placed !== unanswered.placed) {
      // Bets were taken whose answer was lost.
      unanswered = null;
      keepLast();
      clearStakes();
    } else if (!stakes().some(input => input.value)) {
      restore(ready.shot);
      if (ready.at?.startsWith("stake-") && document.activeElement === document.body) document.getElementById(ready.at)?.focus();
    }
    ready = null;
  } else if (says && !sending && !unanswered && !says.textContent.trim() && document.getElementById("actions").dataset.kind === "wait") {
    const line = document.createElement("p");
    line.className = "refused refused--kept";
    line.textContent = "Bets were closed before yours were down. They lie ready for the next round.";
    says.replaceChildren(line);
  }
});
function showChip() {
  const all = [...document.querySelectorAll(".chipbtn")], offered = all.find(one => "first" in one.dataset);
  // Until somebody chooses a chip, or when the stack has none like it any more, it is the one that the page offers.
  if (offered && !all.some(one => worthOf(one) === chip && !one.disabled)) chip = worthOf(offered);
  all.forEach(one => { one.setAttribute("aria-checked", worthOf(one) === chip); one.tabIndex = worthOf(one) === chip ? 0 : -1; });
}
showChip();
document.addEventListener("keydown", event => {
  const tray = event.target.closest?.(".chipbtn"), step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!tray || !step) return;
  event.preventDefault();
  const all = [...document.querySelectorAll(".chipbtn:not(:disabled)")], next = all[turn(all.indexOf(tray), step, all.length)];
  next.click();
  next.focus();
});

document.addEventListener("click", event => {
  const tray = event.target.closest(".chipbtn");
  if (tray) {
    chip = worthOf(tray);
    showChip();
    return;
  }
  const area = event.target.closest("[data-stake]");
  if (area) { placeChip(area.dataset.stake); return; }
  const control = event.target.closest("[data-bet]");
  if (control) {
    const form = betsForm();
    if (control.dataset.bet === "undo") { const shot = placed.pop(); if (shot) restore(shot); }
    else if (control.dataset.bet === "clear") { placed.push(snapshot()); stakes().forEach(input => { input.value = ""; }); }
    else if (control.dataset.bet === "double") { placed.push(snapshot()); stakes().forEach(input => { if (input.value) write(input, double(wagerOf(input))); }); }
    else if (control.dataset.bet === "last") {
      const kept = lastBets();
      if (kept.length) { placed.push(snapshot()); restore(kept); }
    }
    showStakes();
    return;
  }
  const fill = event.target.closest("[data-fill]");
  if (fill) { document.getElementById(fill.dataset.fill).value = fill.dataset.value; showBuyIn(); }
});
// Buying in: field, amounts and act agree.
function showBuyIn() {
  const field = document.getElementById("amt"), says = document.querySelector("[data-with]");
  if (!field) return;
  document.querySelectorAll("[data-fill=amt]").forEach(one => one.setAttribute("aria-pressed", one.dataset.value === field.value.trim()));
  if (says) says.textContent = Number(field.value) > 0 ? `with $${Number(field.value).toLocaleString("en-US")}` : "";
}
document.addEventListener("input", event => { if (event.target.id === "amt") showBuyIn(); });
document.addEventListener("input", event => {
  if (event.target.matches("[data-stake-of]")) { follow(event.target); showStakes(); }
});

// Amounts: slider, presets and field always agree, and go with the act that needs one.
function setAmount(row, value, typed) {
  const range = row.querySelector(".range"), field = row.querySelector("[data-typed]");
  const ends = { min: Number(range.min), max: Number(range.max), step: Number(range.step) };
  const bounded = sliderAmount(value, ends, typed);
  range.value = bounded;
  range.style.setProperty("--v", `${sliderShare(bounded, ends)}%`);
  if (!typed) field.value = bounded / 100;
  row.querySelectorAll("[data-preset]").forEach(one => one.setAttribute("aria-pressed", Number(one.dataset.preset) === bounded));
  const form = document.querySelector("#actions [data-amount]");
  if (!form) return;
  form.querySelector("[data-range-value]").value = typed ? field.value : bounded / 100;
  const sub = form.querySelector(".act > span");
  // The word before the amount stays: to, against.
  if (sub) sub.textContent = `${sub.textContent.replace(/\$.*/, "")}${typed && !(value > 0) ? "" : dollars(typed ? value : bounded)}`;
}
// What stands in the field is what is sent, also when news came over it.
document.addEventListener("htmx:ws:after:message:incoming", () => {
  const row = document.querySelector("[data-range]"), field = row?.querySelector("[data-typed]");
  if (field) setAmount(row, readCents(field.value), true);
});
document.addEventListener("input", event => {
  const row = event.target.closest("[data-range]");
  if (!row) return;
  if (event.target.matches(".range")) setAmount(row, Number(event.target.value), false);
  else if (event.target.matches("[data-typed]")) setAmount(row, readCents(event.target.value), true);
});
document.addEventListener("click", event => {
  const preset = event.target.closest("[data-preset]");
  if (preset) setAmount(preset.closest("[data-range]"), Number(preset.dataset.preset), false);
});

// Setting hands: drag, tap one in each hand to swap, or move with the arrow keys.
let lifted = null, dropped = false;
function swap(a, b) {
  if (!a || !b || a === b || a.parentElement === b.parentElement) return;
  const mark = document.createComment(""), focused = document.activeElement;
  a.replaceWith(mark);
  b.replaceWith(a);
  mark.replaceWith(b);
  if (focused === a || focused === b) focused.focus();
  told();
}
function told() {
  const setter = document.querySelector("[data-setter]");
  if (!setter) return;
  const low = [...setter.querySelectorAll("[data-zone=low] [data-card]")].map(one => one.dataset.card);
  const field = setter.querySelector("[data-low-cards]");
  if (field) field.value = low.join(" ");
  const setting = describeSetting(JSON.parse(setter.dataset.ways || "[]"), low);
  if (setting) {
    setter.querySelector("[data-high-says]").textContent = setting.high;
    setter.querySelector("[data-low-says]").textContent = setting.low;
  }
  const foul = setter.querySelector("[data-foul]");
  if (foul) foul.hidden = !setting?.foul;
  setter.classList.toggle("is-foul", Boolean(setting?.foul));
  setter.querySelectorAll(".choice[data-low-way]").forEach(one => one.setAttribute("aria-pressed", sameCards(one.dataset.lowWay.split(" "), low)));
}
function setLow(cards) {
  const setter = document.querySelector("[data-setter]");
  const cardsIn = zone => [...setter.querySelectorAll(`[data-zone=${zone}] [data-card]`)].map(one => one.dataset.card);
  const find = card => setter.querySelector(`[data-card="${card}"]`);
  for (const [up, down] of swapsTo(cards, cardsIn("low"), cardsIn("high"))) swap(find(up), find(down));
}
document.addEventListener("click", event => {
  const way = event.target.closest("[data-low-way]");
  if (way) { setLow(way.dataset.lowWay.split(" ")); return; }
  const card = event.target.closest("[data-setter] [data-card]");
  if (!card || dropped) return;
  if (lifted && lifted !== card && lifted.parentElement !== card.parentElement && lifted.isConnected) {
    lifted.setAttribute("aria-pressed", "false");
    swap(lifted, card);
    lifted = null;
    return;
  }
  lifted?.setAttribute("aria-pressed", "false");
  lifted = lifted === card ? null : card;
  lifted?.setAttribute("aria-pressed", "true");
});
document.addEventListener("keydown", event => {
  const card = event.target.closest?.("[data-setter] [data-card]");
  if (!card) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const all = [...document.querySelectorAll("[data-setter] [data-card]")];
  if (step) { event.preventDefault(); all[turn(all.indexOf(card), step, all.length)].focus(); }
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") { event.preventDefault(); card.click(); }
});
// Dragged with mouse or finger alike; a card let go beside the hands goes back.
let drag = null;
const zoneAt = event => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-setter] .drop")?.querySelector("[data-zone]");
function endDrag() {
  if (!drag) return;
  drag.card.classList.remove("is-dragged");
  for (const name of ["--dx", "--dy"]) drag.card.style.removeProperty(name);
  document.querySelectorAll("[data-zone].is-over").forEach(one => one.classList.remove("is-over"));
  drag = null;
}
document.addEventListener("pointerdown", event => {
  const card = event.target.closest?.("[data-setter] [data-card]");
  if (card && event.button === 0) drag = { card, x: event.clientX, y: event.clientY, on: false };
});
function dragTo(event) {
  if (!drag) return;
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!drag.on && Math.hypot(dx, dy) < 6) return;
  drag.on = true;
  drag.card.classList.add("is-dragged");
  drag.card.style.setProperty("--dx", `${dx}px`);
  drag.card.style.setProperty("--dy", `${dy}px`);
  const over = zoneAt(event);
  document.querySelectorAll("[data-setter] [data-zone]").forEach(one => one.classList.toggle("is-over", one === over && one !== drag.card.parentElement));
}
document.addEventListener("pointermove", dragTo);
document.addEventListener("pointerup", event => {
  // A busy machine may leave out the way between, but not where the card was let go.
  dragTo(event);
  if (!drag?.on) { drag = null; return; }
  const { card } = drag, zone = zoneAt(event);
  const onto = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-setter] [data-card]") ?? zone?.querySelector("[data-card]:last-child");
  endDrag();
  dropped = true;
  setTimeout(() => { dropped = false; });
  lifted?.setAttribute("aria-pressed", "false");
  lifted = null;
  if (onto) swap(card, onto);
});
document.addEventListener("pointercancel", endDrag);
// The same cards asked about again, after the line was down for instance, lie as they were laid, and a card taken up stays so.
let setSo = null;
const setOf = () => document.querySelector("[data-setter] [name=held]")?.value;
beforeNews(() => {
  const held = setOf();
  setSo = held ? { held, low: document.querySelector("[data-low-cards]").value, at: document.activeElement?.dataset.card, up: lifted?.isConnected ? lifted.dataset.card : "" } : null;
});
document.addEventListener("htmx:ws:after:message:incoming", () => {
  lifted = null;
  if (!setSo || setOf() !== setSo.held) return;
  const cardOf = card => card && document.querySelector(`[data-setter] [data-card="${card}"]`);
  setLow(setSo.low.split(" "));
  told();
  if (setSo.at && document.activeElement?.dataset.card !== setSo.at) cardOf(setSo.at)?.focus();
  lifted = cardOf(setSo.up) || null;
  lifted?.setAttribute("aria-pressed", "true");
});

// A hint takes its time: that it is being worked out is said at once.
document.addEventListener("htmx:before:request", event => {
  if (event.target.matches?.("[hx-get$='/hint']")) document.getElementById("hint").textContent = "Working it out…";
});

// Drawing: the act names the number, and what is kept is called by its name.
function showDraw() {
  const form = document.querySelector("[data-draw]");
  if (!form) return;
  const all = [...form.querySelectorAll("input[name=cards]")], number = all.filter(one => one.checked).length;
  const act = form.querySelector(".act"), sub = act.querySelector("span"), must = Number(form.dataset.draw);
  const first = all.find(one => one.checked)?.closest("label").querySelector("[aria-label]").getAttribute("aria-label");
  const { action, detail } = drawWords(number, must, first);
  act.querySelector("b").textContent = action;
  if (sub) sub.textContent = detail;
  const says = document.querySelector("[data-keeping]");
  if (!says) return;
  says.textContent = keptWords(JSON.parse(form.dataset.keeps), all.map(one => one.checked));
}
document.addEventListener("change", event => { if (event.target.closest("[data-draw]")) showDraw(); });
document.addEventListener("htmx:ws:after:message:incoming", showDraw);

// Cards that were not there before slide in, one after the other; none is out of sight for long.
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const MOST_APART = 8;
const placeOf = card => `${card.closest("[id]").id} ${card.getAttribute("aria-label")}`;
const lyingCards = () => [...document.querySelectorAll(".felt .pc[role=img]")];
let lay = null;
beforeNews(() => { lay = lyingCards().map(placeOf); });
document.addEventListener("htmx:ws:after:message:incoming", () => {
  if (!lay || calm()) return;
  const cards = lyingCards();
  newPlaces(lay, cards.map(placeOf)).forEach((place, number) => {
    cards[place].style.setProperty("--nth", Math.min(number, MOST_APART));
    cards[place].classList.add("is-new");
  });
  lay = null;
});

// Bets that are gathered go to the pot; the pot itself has them at once.
const WAY = 320;
const middle = one => { const box = one.getBoundingClientRect(); return box.width ? [box.left + box.width / 2, box.top + box.height / 2] : null; };
let inFront = [];
beforeNews(() => { inFront = [...document.querySelectorAll(".bet--of")].map(one => ({ one, seat: one.closest("[id]").id, from: middle(one) })); });
document.addEventListener("htmx:ws:after:message:incoming", () => {
  const pot = document.querySelector(".pots .pot"), to = pot && middle(pot), scale = getComputedStyle(document.querySelector(".felt")).getPropertyValue("--k") || 1;
  for (const { one, seat, from } of to && !calm() ? inFront : []) {
    if (!from || document.querySelector(`#${seat} .bet--of`)) continue;
    const goes = one.cloneNode(true);
    goes.className = "bet bet--goes";
    goes.setAttribute("aria-hidden", "true");
    goes.style.left = `${from[0]}px`;
    goes.style.top = `${from[1]}px`;
    page.append(goes);
    const way = [{ transform: `scale(${scale})` }, { transform: `translate(${to[0] - from[0]}px, ${to[1] - from[1]}px) scale(${scale})`, opacity: 0 }];
    goes.animate(way, { duration: WAY, easing: "cubic-bezier(.2, .7, .2, 1)" }).finished.finally(() => goes.remove());
  }
  inFront = [];
});

// A settlement is shown as the dealer makes it, one seat after the other; who is in a hurry goes on or skips.
const STEP = 1100;
const settling = { round: document.getElementById("actions")?.dataset.settled || "", order: [], at: 0, timer: 0 };
function showSettling() {
  const bar = document.getElementById("settling"), on = settling.order.length > 0;
  if (!bar) return;
  bar.hidden = !on;
  page.classList.toggle("is-settling", on);
  page.querySelectorAll(".seat").forEach(one => one.classList.toggle("is-later", on && settling.order.indexOf(one.dataset.seat) > settling.at));
  if (!on) return;
  const seat = settling.order[settling.at], mine = document.getElementById(`seat-${seat}`)?.classList.contains("is-me");
  const each = JSON.parse(document.getElementById("actions")?.dataset.each || "[]").find(([one]) => String(one) === seat);
  const net = each?.[1] ?? 0, sum = document.createElement("span");
  sum.className = `num ${net > 0 ? "t-win" : net < 0 ? "t-lose" : "t-push"}`;
  sum.textContent = signedDollars(net);
  bar.querySelector("[data-settling]").replaceChildren(mine ? "Your seat is settled: " : `Seat ${seat} is settled: `, sum);
  bar.querySelector("[data-settling-why]").textContent = each?.[2] ? `${each[2]}.` : "";
  const seq = bar.querySelector("[data-seq]");
  seq.setAttribute("aria-label", `${settling.at + 1} of ${settling.order.length} seats settled`);
  seq.replaceChildren(...settling.order.map((seat, place) => {
    const one = document.createElement("span");
    one.textContent = seat;
    one.className = place < settling.at ? "is-done" : place === settling.at ? "is-now" : "";
    return one;
  }));
}
function settleTo(place) {
  clearTimeout(settling.timer);
  settling.at = place;
  if (place >= settling.order.length) {
    // The bar comes back under the pointer.
    if (settling.order.length) guard();
    settling.order = [];
  }
  else settling.timer = setTimeout(() => settleTo(settling.at + 1), STEP);
  showSettling();
}
document.addEventListener("click", event => {
  const way = event.target.closest("[data-settle]")?.dataset.settle;
  if (way) settleTo(way === "next" ? settling.at + 1 : settling.order.length);
  // Who bets already has seen enough.
  else if (settling.order.length && event.target.closest("[data-stake]")) settleTo(settling.order.length);
});
document.addEventListener("keydown", event => {
  const goesOn = ["Tab", "Shift", "Control", "Alt", "Meta", " ", "Enter"].includes(event.key);
  if (settling.order.length && !goesOn && !event.ctrlKey && !event.metaKey && !event.altKey) settleTo(settling.order.length);
});
document.addEventListener("htmx:ws:after:message:incoming", () => {
  showStakes();
  const now = document.getElementById("actions"), round = now?.dataset.settled || "";
  if (round && round !== settling.round && now.dataset.order.includes(" ") && !calm()) {
    settling.order = now.dataset.order.split(" ");
    settleTo(0);
  } else if (!round && settling.order.length) settleTo(settling.order.length);
  else if (settling.order.length) showSettling();
  if (round) settling.round = round;
});

// The clock of the open question.
let said5 = 0;
setInterval(() => {
  const clock = document.getElementById("clock"), until = Number(clock?.dataset.until || 0);
  if (!clock) return;
  const { isOn, percent, shown, isLate } = clockState(until, Date.now(), Number(clock.dataset.of));
  clock.classList.toggle("is-on", isOn);
  clock.style.setProperty("--left", `${percent}%`);
  clock.querySelector("span").textContent = shown;
  clock.classList.toggle("is-late", isLate);
  if (until && isLate && said5 !== until) { said5 = until; clock.setAttribute("aria-live", "assertive"); }
}, 250);

// What is open stays open over updates.
document.querySelectorAll("details[data-keep]").forEach(one => {
  const name = `open ${one.dataset.keep}`;
  try { one.open = localStorage.getItem(name) !== "no"; } catch { /* no storage */ }
  one.addEventListener("toggle", () => { try { localStorage.setItem(name, one.open ? "yes" : "no"); } catch { /* no storage */ } });
});
watchChance();
