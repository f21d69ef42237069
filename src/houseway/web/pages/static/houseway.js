// Behaviour of every page: theme, felts to scale, clause tips, the rail as a drawer, keys. Tables have theirs in table.js.
import { feltScale, tipPlace } from "./geometry.mjs";

const root = document.documentElement;

addEventListener("click", event => {
  if (!event.target.closest("[data-theme-toggle]")) return;
  const next = getComputedStyle(root).colorScheme.includes("dark") && (root.dataset.theme || matchMedia("(prefers-color-scheme: dark)").matches) && root.dataset.theme !== "light" ? "light" : "dark";
  root.dataset.theme = next;
  try { localStorage.setItem("theme", next); } catch { /* no storage */ }
});

// A felt is a fixed canvas, scaled as a whole to its box; the felt itself may be replaced.
document.querySelectorAll(".fit").forEach(fit => {
  new ResizeObserver(() => {
    const felt = fit.querySelector(".felt");
    if (felt) fit.style.setProperty("--k", feltScale({ width: fit.clientWidth, height: fit.clientHeight }, { width: felt.offsetWidth, height: felt.offsetHeight }));
  }).observe(fit);
});

// What is being pressed or dragged stays under the pointer: news waits until it is let go.
let held = null, letGo = () => {};
addEventListener("pointerdown", () => { letGo(); held = new Promise(done => { letGo = done; setTimeout(done, 15000); }); }, true);
for (const name of ["pointerup", "pointercancel", "dragend"]) addEventListener(name, event => { if (name !== "pointercancel" || event.pointerType === "touch") setTimeout(letGo); }, true);
document.addEventListener("htmx:ws:before:message:incoming", event => { if (held) event.detail.waitUntil(held); });

// A request without an answer says so where its answer would have been, until another is answered.
document.addEventListener("htmx:error", event => {
  const { ctx } = event.detail;
  if (!ctx || ctx.response) return;
  const source = ctx.sourceElement, target = document.querySelector(source.getAttribute("hx-target")?.match(/^#.+/)?.[0] ?? "#refused");
  const line = document.createElement("p");
  line.className = "refused";
  line.setAttribute("role", "alert");
  line.dataset.unanswered = "";
  line.textContent = `The house did not answer. Try again when you are connected${source.matches("[data-keyed]") ? ": it counts only once." : "."}`;
  document.querySelectorAll("[data-unanswered]").forEach(one => one.remove());
  if (target?.matches("[role=alert], [aria-live]")) target.replaceChildren(line);
  else if (source.isConnected) source.after(line);
});
document.addEventListener("htmx:after:request", () => document.querySelectorAll("[data-unanswered]").forEach(one => one.remove()));

// Clauses: their words on hover, focus and tap, in one popover that no scroll box cuts.
const words = new Map();
let shownFor = null;

async function says(chip) {
  if (chip.dataset.says) return { head: chip.dataset.head || "", text: chip.dataset.says };
  const id = chip.dataset.clause;
  if (!words.has(id)) {
    const answer = await fetch(`/rules/${encodeURIComponent(id)}/words`, { credentials: "same-origin" });
    words.set(id, answer.ok ? await answer.text() : "");
  }
  return { head: id, text: words.get(id), href: `/rules/${encodeURIComponent(id)}` };
}

async function showTip(chip, pinned) {
  const tip = document.getElementById("tip");
  shownFor = chip;
  const { head, text, href } = await says(chip);
  if (shownFor !== chip || !chip.isConnected || !text) return;
  tip.replaceChildren();
  const title = document.createElement("b");
  title.textContent = head;
  tip.append(title, text);
  if (pinned && href) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = "The whole clause";
    tip.append(document.createElement("br"), link);
    tip.style.pointerEvents = "auto";
  } else tip.style.pointerEvents = "none";
  chip.setAttribute("aria-describedby", "tip");
  tip.hidePopover?.();
  tip.showPopover?.();
  const place = tipPlace(chip.getBoundingClientRect(), tip.getBoundingClientRect(), { width: innerWidth, height: innerHeight });
  tip.style.left = `${place.left}px`;
  tip.style.top = `${place.top}px`;
}

function hideTip() {
  shownFor?.removeAttribute("aria-describedby");
  shownFor = null;
  const tip = document.getElementById("tip");
  if (tip?.matches(":popover-open")) tip.hidePopover();
}

const chipOf = event => event.target.closest?.("[data-clause], [data-says]");
addEventListener("pointerover", event => { const chip = chipOf(event); if (chip && event.pointerType === "mouse") showTip(chip, false); });
addEventListener("pointerout", event => { if (chipOf(event) && event.pointerType === "mouse" && !event.relatedTarget?.closest?.("#tip")) hideTip(); });
addEventListener("focusin", event => { const chip = chipOf(event); if (chip?.matches(":focus-visible")) showTip(chip, false); });
addEventListener("focusout", event => { if (chipOf(event)) hideTip(); });
addEventListener("click", event => {
  const chip = chipOf(event);
  if (chip && !event.ctrlKey && !event.metaKey) { event.preventDefault(); showTip(chip, true); } else if (!event.target.closest("#tip")) hideTip();
});

// The rail as a drawer (below 1366 px) and as a sheet (phone): one button, Escape closes, focus goes back.
addEventListener("click", event => {
  const button = event.target.closest("[data-drawer]");
  if (!button) return;
  const page = button.closest(".table-page"), open = page.classList.toggle("is-drawer");
  button.setAttribute("aria-expanded", open);
  if (open) page.querySelector(".rail").focus();
});
addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  hideTip();
  const page = document.querySelector(".table-page.is-drawer");
  if (!page) return;
  page.classList.remove("is-drawer");
  const button = page.querySelector("[data-drawer]");
  button.setAttribute("aria-expanded", "false");
  button.focus();
});

// The demo house: who one is.
addEventListener("change", async event => {
  if (!event.target.matches("[data-as]")) return;
  const csrf = document.body.dataset.csrf;
  await fetch("/demo/as", { method: "POST", headers: { "x-csrf-token": csrf, "content-type": "application/x-www-form-urlencoded" }, body: new URLSearchParams({ person: event.target.value }) });
  location.reload();
});

// On a phone the pages of the house are a row that scrolls: the one that is open is in sight.
document.querySelectorAll(".bar .nav").forEach(nav => {
  const now = nav.querySelector("[aria-current]");
  if (now) nav.scrollLeft = now.offsetLeft - nav.offsetLeft - (nav.clientWidth - now.offsetWidth) / 2;
});
