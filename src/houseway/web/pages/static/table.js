// A table: chips and wagers, amounts, setting hands, drawing, the settlement and the clock. With live.js.
// Nothing here knows a rule: what is lawful comes with the page.
const page = document.querySelector(".table-page");

// Nothing new on the felt: the act bets the same again. What was taken is the last bet.
document.addEventListener("submit", event => {
  if (event.target.matches("[data-bets]:not([data-placed])") && !staked()) restore(event.target, lastBets());
}, true);
document.addEventListener("htmx:after:request", event => {
  const form = event.target.closest?.("[data-bets]");
  if (form && event.detail?.ctx?.response?.status === 200 && !event.detail.ctx.text?.trim()) {
    keepLast(form);
    clearStakes(form);
  }
});

// Wagers before the deal: a chip, then an area. The fields are what is sent.
let chip = 500;
const placed = [];
const worthOf = tray => Number(tray.getAttribute("aria-label").match(/\d+/)[0]) * 100;
const stakes = () => [...document.querySelectorAll("[data-stake-of]")];
const cents = input => Math.round(Number(input.value.replace(/[$,]/g, "") || 0) * 100);
const write = (input, value) => { input.value = value ? String(value / 100) : ""; input.dispatchEvent(new Event("stake")); };
const betsForm = () => document.querySelector("[data-bets]");
const snapshot = form => stakes(form).map(input => [input.name, input.value]);
const restore = (form, shot) => { for (const [name, value] of shot) { const input = document.querySelector(`[data-stake-of][name="${CSS.escape(name)}"]`); if (input) input.value = value; } };
function clearStakes(form) { stakes(form).forEach(input => { input.value = ""; }); placed.length = 0; showStakes(); }
function keepLast(form) { try { sessionStorage.setItem(`last ${page.dataset.table}`, JSON.stringify(snapshot(form))); } catch { /* no storage */ } }

const lastBets = () => { try { return JSON.parse(sessionStorage.getItem(`last ${page.dataset.table}`)) || []; } catch { return []; } };
const staked = () => stakes().reduce((sum, input) => sum + cents(input), 0);

function addChip(id) {
  const form = betsForm(), input = form && document.querySelector(`[data-stake-of="${CSS.escape(id)}"]`);
  if (!input) return;
  placed.push(snapshot(form));
  const sizes = input.dataset.sizes?.split(",").map(Number);
  const most = Number(input.dataset.most);
  let value = cents(input) + chip;
  if (sizes) value = sizes.find(size => size > cents(input)) ?? sizes[0];
  write(input, Math.min(value, most));
  follow(form, input);
  showStakes();
}

// A wager that must equal another follows it, either way.
function follow(form, input) {
  for (const other of stakes(form)) {
    if (other.dataset.equals === input.dataset.stakeOf || input.dataset.equals === other.dataset.stakeOf) other.value = input.value;
  }
}

// What is about to be bet lies on its area in chips of the tray; a device shows the amount alone.
function showDraft(area, amount) {
  const ring = area.querySelector(".spot__ring, .slot__ring"), says = `$${(amount / 100).toLocaleString("en-US")}`;
  area.querySelector(".draft")?.remove();
  area.dataset.draft = amount && !ring ? `+${says}` : "";
  if (!amount || !ring) return;
  const draft = document.createElement("span"), sum = document.createElement("span"), more = area.querySelector(".amt:not([data-was])");
  draft.className = more ? "draft draft--more" : "draft";
  sum.className = "amt";
  sum.textContent = more ? `+${says}` : says;
  let left = amount;
  for (const one of [...document.querySelectorAll(".chiptray .chipbtn")].reverse()) {
    const worth = worthOf(one);
    for (; left >= worth && draft.childElementCount < 3 && !more; left -= worth) draft.append(one.querySelector("svg").cloneNode(true));
  }
  draft.append(sum);
  ring.append(draft);
}

function showStakes() {
  const form = betsForm();
  if (!form) return;
  let all = 0;
  for (const input of stakes(form)) {
    all += cents(input);
    const area = document.querySelector(`[data-stake="${CSS.escape(input.dataset.stakeOf)}"]`);
    if (area) showDraft(area, cents(input));
  }
  const sum = document.querySelector("[data-all]");
  if (sum) sum.textContent = all ? `$${(all / 100).toLocaleString("en-US")}` : "";
  const primary = form.querySelector(".act--primary");
  if (primary) {
    let sub = primary.querySelector("span");
    if (!sub) { sub = document.createElement("span"); primary.querySelector("b").after(sub); }
    // Nothing new: the act is to bet the same again.
    const again = all ? 0 : lastBets().reduce((sum, [, value]) => sum + Math.round(Number(value || 0) * 100), 0);
    primary.querySelector("b").textContent = again && !form.dataset.placed ? "Same bets" : "Bets are down";
    sub.textContent = all || (again && !form.dataset.placed) ? `$${((all || again) / 100).toLocaleString("en-US")}` : "";
  }
}

showStakes();

document.addEventListener("click", event => {
  const tray = event.target.closest(".chipbtn");
  if (tray) {
    document.querySelectorAll(".chipbtn").forEach(one => one.setAttribute("aria-checked", one === tray));
    chip = worthOf(tray);
    return;
  }
  const area = event.target.closest("[data-stake]");
  if (area) { addChip(area.dataset.stake); return; }
  const control = event.target.closest("[data-bet]");
  if (control) {
    const form = betsForm();
    if (control.dataset.bet === "undo") { const shot = placed.pop(); if (shot) restore(form, shot); }
    else if (control.dataset.bet === "clear") { placed.push(snapshot(form)); stakes(form).forEach(input => { input.value = ""; }); }
    else if (control.dataset.bet === "double") { placed.push(snapshot(form)); stakes(form).forEach(input => { if (input.value && !input.dataset.sizes) write(input, Math.min(2 * cents(input), Number(input.dataset.most))); }); }
    else if (control.dataset.bet === "last") {
      const kept = lastBets();
      if (kept.length) { placed.push(snapshot(form)); restore(form, kept); }
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
  if (event.target.matches("[data-stake-of]")) { follow(betsForm(), event.target); showStakes(); }
});

// Amounts: slider, presets and field always agree, and go with the act that needs one.
function setAmount(row, value, typed) {
  const range = row.querySelector(".range"), field = row.querySelector("[data-typed]");
  const bounded = Math.max(Number(range.min), Math.min(Number(range.max), value));
  range.value = bounded;
  range.style.setProperty("--v", `${100 * (bounded - range.min) / Math.max(1, range.max - range.min)}%`);
  if (!typed) field.value = bounded / 100;
  row.querySelectorAll("[data-preset]").forEach(one => one.setAttribute("aria-pressed", Number(one.dataset.preset) === bounded));
  const form = document.querySelector("#actions [data-amount]");
  if (!form) return;
  form.querySelector("[data-range-value]").value = typed ? field.value : bounded / 100;
  const sub = form.querySelector(".act > span");
  // The word before the amount stays: to, against.
  if (sub) sub.textContent = `${sub.textContent.replace(/\$.*/, "")}$${(typed ? Number(field.value) : bounded / 100).toLocaleString("en-US")}`;
}
document.addEventListener("input", event => {
  const row = event.target.closest("[data-range]");
  if (!row) return;
  if (event.target.matches(".range")) setAmount(row, Number(event.target.value), false);
  else if (event.target.matches("[data-typed]")) setAmount(row, Math.round(Number(event.target.value.replace(/[$,]/g, "")) * 100) || 0, true);
});
document.addEventListener("click", event => {
  const preset = event.target.closest("[data-preset]");
  if (preset) setAmount(preset.closest("[data-range]"), Number(preset.dataset.preset), false);
});

// Setting hands: drag, tap one in each hand to swap, or move with the arrow keys.
let lifted = null;
function swap(a, b) {
  if (!a || !b || a === b || a.parentElement === b.parentElement) return;
  const mark = document.createComment("");
  a.replaceWith(mark);
  b.replaceWith(a);
  mark.replaceWith(b);
  told();
}
function told() {
  const setter = document.querySelector("[data-setter]");
  if (!setter) return;
  const low = [...setter.querySelectorAll("[data-zone=low] [data-card]")].map(one => one.dataset.card);
  const field = setter.querySelector("[data-low-cards]");
  if (field) field.value = low.join(" ");
  const way = JSON.parse(setter.dataset.ways || "[]").find(([cards]) => cards === [...low].sort().join(" "));
  if (way) {
    setter.querySelector("[data-high-says]").textContent = way[1];
    setter.querySelector("[data-low-says]").textContent = way[2];
  }
  const foul = setter.querySelector("[data-foul]");
  if (foul) foul.hidden = !way?.[3];
  setter.classList.toggle("is-foul", Boolean(way?.[3]));
  setter.querySelectorAll(".choice[data-low-way]").forEach(one => one.setAttribute("aria-pressed", [...one.dataset.lowWay.split(" ")].sort().join() === [...low].sort().join()));
}
function setLow(cards) {
  const setter = document.querySelector("[data-setter]");
  const low = setter.querySelector("[data-zone=low]"), high = setter.querySelector("[data-zone=high]");
  const wanted = new Set(cards);
  const up = [...low.querySelectorAll("[data-card]")].filter(one => !wanted.has(one.dataset.card));
  const down = [...high.querySelectorAll("[data-card]")].filter(one => wanted.has(one.dataset.card));
  up.forEach((one, place) => swap(one, down[place]));
}
document.addEventListener("click", event => {
  const way = event.target.closest("[data-low-way]");
  if (way) { setLow(way.dataset.lowWay.split(" ")); return; }
  const card = event.target.closest("[data-setter] [data-card]");
  if (!card) return;
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
  if (step) { event.preventDefault(); all[(all.indexOf(card) + step + all.length) % all.length].focus(); }
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") { event.preventDefault(); card.click(); }
});
document.addEventListener("dragstart", event => { const card = event.target.closest?.("[data-card]"); if (card) { lifted = card; event.dataTransfer.setData("text/plain", card.dataset.card); } });
document.addEventListener("dragover", event => { if (event.target.closest?.("[data-setter] [data-zone]")) event.preventDefault(); });
document.addEventListener("drop", event => {
  const zone = event.target.closest?.("[data-setter] [data-zone]");
  if (!zone || !lifted) return;
  event.preventDefault();
  const onto = event.target.closest("[data-card]") ?? zone.querySelector("[data-card]:last-child");
  swap(lifted, onto);
  lifted = null;
});

// Drawing: the act names the number.
document.addEventListener("change", event => {
  const form = event.target.closest("[data-draw]");
  if (!form) return;
  const number = form.querySelectorAll("input[name=cards]:checked").length;
  const act = form.querySelector(".act"), sub = act.querySelector("span"), must = Number(form.dataset.draw);
  const first = form.querySelector("input[name=cards]:checked")?.closest("label").querySelector("[aria-label]").getAttribute("aria-label");
  act.querySelector("b").textContent = must ? "Discard" : number ? `Draw ${number}` : "Stand pat";
  if (sub) sub.textContent = must ? `${number} of ${must} marked` : number === 1 ? first : number ? `${number} cards` : "keep all";
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
  sum.textContent = `${net > 0 ? "+" : net < 0 ? "\u2212" : ""}$${(Math.abs(net) / 100).toLocaleString("en-US", { minimumFractionDigits: net % 100 ? 2 : 0 })}`;
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
  if (place >= settling.order.length) settling.order = [];
  else settling.timer = setTimeout(() => settleTo(settling.at + 1), STEP);
  showSettling();
}
document.addEventListener("click", event => {
  const way = event.target.closest("[data-settle]")?.dataset.settle;
  if (way) settleTo(way === "next" ? settling.at + 1 : settling.order.length);
});
document.addEventListener("htmx:ws:after:message:incoming", () => {
  showStakes();
  const now = document.getElementById("actions"), round = now?.dataset.settled || "";
  if (round && round !== settling.round && now.dataset.order.includes(" ") && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
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
  const left = Math.max(0, (until - Date.now()) / 1000);
  clock.classList.toggle("is-on", until > 0 && left > 0);
  clock.style.setProperty("--left", `${100 * left / Number(clock.dataset.of || 1)}%`);
  clock.querySelector("span").textContent = until ? Math.ceil(left) : "";
  clock.classList.toggle("is-late", left <= 5);
  if (until && left <= 5 && said5 !== until) { said5 = until; clock.setAttribute("aria-live", "assertive"); }
}, 250);

// What is open stays open over updates.
document.querySelectorAll("details[data-keep]").forEach(one => {
  const name = `open ${one.dataset.keep}`;
  try { one.open = localStorage.getItem(name) !== "no"; } catch { /* no storage */ }
  one.addEventListener("toggle", () => { try { localStorage.setItem(name, one.open ? "yes" : "no"); } catch { /* no storage */ } });
});
