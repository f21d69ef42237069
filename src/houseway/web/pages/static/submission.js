// A submission: a file is read here and checked as if it had been typed; faults stand beside their fields too.
import { faultsOf, isFileTooLarge, isTooLarge } from "./submission_faults.mjs";

document.addEventListener("change", async event => {
  if (event.target.id !== "file") return;
  const file = event.target.files[0], said = document.getElementById("file-said");
  if (!file) return;
  said.hidden = true;
  const text = isFileTooLarge(file.size) ? null : await file.text();
  event.target.value = "";
  if (text === null || isTooLarge(text)) {
    said.textContent = `${file.name} is too large: a submission has at most 60 KiB.`;
    said.hidden = false;
    return;
  }
  const body = new URLSearchParams({ csrf: document.body.dataset.csrf, view: "text", text, to: "form" });
  const answer = await fetch("/submissions/edit", { method: "POST", body, headers: { "x-csrf-token": document.body.dataset.csrf, "hx-request": "true" }, credentials: "same-origin" });
  if (!answer.ok) { location.reload(); return; }
  const made = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("editor");
  document.getElementById("editor").replaceWith(document.adoptNode(made));
  window.htmx.process(made);
  beside();
});

// What the check found stands beside the field it is about, and its number beside the part.
function beside() {
  const faults = [...document.querySelectorAll("#checked .flt[data-of]")].filter(one => one.dataset.told).map(one => ({ field: one.dataset.of, message: one.dataset.told }));
  document.querySelectorAll("#draft [data-fault]").forEach(slot => {
    const own = faultsOf(faults, slot.dataset.fault), field = slot.closest("[data-field]"), input = field.querySelector("input:not([type=radio]):not(.switch), select");
    slot.hidden = !own.length;
    slot.textContent = own.map(fault => fault.message).join(" ");
    slot.id = `fault-${slot.dataset.fault}`;
    field.classList.toggle("has-fault", own.length > 0);
    if (!input) return;
    if (own.length) { input.setAttribute("aria-invalid", "true"); input.setAttribute("aria-describedby", slot.id); } else { input.removeAttribute("aria-invalid"); input.removeAttribute("aria-describedby"); }
  });
  document.querySelectorAll("[data-count]").forEach(count => {
    const part = document.querySelector(`[data-part="${CSS.escape(count.dataset.count)}"]`);
    const number = part ? part.querySelectorAll(".has-fault").length : 0;
    count.hidden = !number;
    count.textContent = number || "";
  });
}

document.addEventListener("change", event => {
  const id = event.target.dataset?.switch;
  if (id) document.querySelector(`[data-body="${CSS.escape(id)}"]`).hidden = !event.target.checked;
});
document.addEventListener("htmx:after:swap", beside);
beside();
