// A round again: on and back by buttons, keys and the slider, or played. Each step is the page of that step; only what changes is taken over.
import { clampStep, nextTurn, sliderPercent } from "./replay_steps.mjs";

const replay = document.querySelector("[data-replay]");
const PARTS = ["screen", "now"];
let step = Number(replay?.dataset.step), timer = 0, wanted = 0;
const last = Number(replay?.dataset.last);

const address = number => `${replay.dataset.base}step=${number}`;

async function show(number) {
  step = clampStep(number, last);
  wanted = step;
  mark();
  const answer = await fetch(address(step), { credentials: "same-origin" });
  if (!answer.ok) { location.assign(address(step)); return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // A later step was asked for meanwhile.
  if (wanted !== step || Number(page.querySelector("[data-replay]")?.dataset.step) !== wanted) return;
  for (const id of PARTS) document.getElementById(id).replaceWith(page.getElementById(id));
  history.replaceState(null, "", address(step));
}

// What the page itself knows of the step: the slider, the links and the list.
function mark() {
  const range = replay.querySelector("[data-go-to]");
  range.value = step;
  range.style.setProperty("--v", `${sliderPercent(step, last)}%`);
  range.setAttribute("aria-valuetext", `Step ${step} of ${last}`);
  replay.querySelectorAll("[data-go]").forEach(one => { one.href = address(clampStep(step + Number(one.dataset.go), last)); });
  document.querySelectorAll(".steps li").forEach(one => {
    const on = Number(one.querySelector("[data-at]")?.dataset.at) === step;
    one.classList.toggle("is-now", on);
    if (!on) { one.removeAttribute("aria-current"); return; }
    one.setAttribute("aria-current", "step");
    const box = one.parentElement;
    if (one.offsetTop < box.scrollTop || one.offsetTop + one.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = one.offsetTop - box.clientHeight / 2;
  });
  document.querySelectorAll('[aria-label="Whose eyes"] a').forEach(one => { one.href = one.href.replace(/step=\d+/, `step=${step}`); });
}

function play(on) {
  clearInterval(timer);
  timer = 0;
  const button = replay.querySelector("[data-play]");
  button.querySelector("span").textContent = on ? "Stop" : "Play";
  if (!on) return;
  if (step >= Number(replay.dataset.result)) show(1);
  timer = setInterval(() => { if (step >= last) play(false); else show(step + 1); }, 1100);
}

if (replay) {
  replay.querySelector("[data-play]").hidden = false;
  document.querySelectorAll(".steps").forEach(box => { box.style.position = "relative"; });
  mark();
  document.addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey) return;
    const to = event.target.closest("[data-go], [data-at], [data-turn], [data-play]");
    if (!to) return;
    event.preventDefault();
    if (to.matches("[data-play]")) { play(!timer); return; }
    play(false);
    if (to.matches("[data-go]")) show(step + Number(to.dataset.go));
    else if (to.matches("[data-at]")) show(Number(to.dataset.at));
    else show(nextTurn(to.dataset.turn.split(" ").map(Number), step));
  });
  document.addEventListener("input", event => { if (event.target.matches("[data-go-to]")) { play(false); show(Number(event.target.value)); } });
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=range]), select, textarea")) return;
    const by = { ArrowLeft: -1, k: -1, K: -1, ArrowRight: 1, j: 1, J: 1 }[event.key];
    if (by && !(event.key.startsWith("Arrow") && event.target.matches("[type=range]"))) { event.preventDefault(); play(false); show(step + by); }
    else if (event.key === "Home" || event.key === "End") { event.preventDefault(); play(false); show(event.key === "Home" ? 1 : last); }
    else if (event.key === " " && !event.target.closest("a, button, summary")) { event.preventDefault(); play(!timer); }
    else if (event.key.toLowerCase() === "n") replay.querySelector("[data-key=N]")?.click();
  });
}
