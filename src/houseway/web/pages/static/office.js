// The line of a live office page: said only while it is down. What somebody has opened or typed stays when the page changes.
const line = document.getElementById("conn");
document.addEventListener("htmx:ws:after:connection", () => { if (line) line.hidden = true; });
document.addEventListener("htmx:ws:close", () => { if (line) line.hidden = false; });

const opened = new Map(), typed = new Map();
const nameOf = details => details.closest("form, section")?.id || "";
document.addEventListener("toggle", event => {
  if (event.target.matches("details") && event.isTrusted && !event.target.dataset.moved) opened.set(nameOf(event.target), event.target.open);
  delete event.target.dataset?.moved;
}, true);
document.addEventListener("input", event => { if (event.target.closest("#steps") && event.target.id) typed.set(event.target.id, event.target.value); });
document.addEventListener("submit", event => event.target.querySelectorAll("[id]").forEach(one => typed.delete(one.id)));

function keep() {
  document.querySelectorAll("#steps details").forEach(one => {
    const wanted = opened.get(nameOf(one));
    if (wanted !== undefined && one.open !== wanted) { one.dataset.moved = "yes"; one.open = wanted; }
  });
  typed.forEach((value, id) => { const one = document.getElementById(id); if (one && one.value !== value) one.value = value; });
}
for (const name of ["htmx:after:swap", "htmx:ws:after:message:incoming"]) document.addEventListener(name, () => { keep(); setTimeout(keep, 0); });
