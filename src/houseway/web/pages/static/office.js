// The line of a live office page: said only while it is down.
const line = document.getElementById("conn");
document.addEventListener("htmx:ws:after:connection", () => { if (line) line.hidden = true; });
document.addEventListener("htmx:ws:close", () => { if (line) line.hidden = false; });
