// The theme, chosen here for every page: the system's, dark or light.
const picks = [...document.querySelectorAll("[data-theme-pick]")];
const show = () => picks.forEach(one => one.setAttribute("aria-pressed", String(one.dataset.themePick === (document.documentElement.dataset.theme || ""))));
picks.forEach(one => one.addEventListener("click", () => {
  const theme = one.dataset.themePick;
  if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme;
  try { if (theme) localStorage.setItem("theme", theme); else localStorage.removeItem("theme"); } catch { /* no storage */ }
  show();
}));
show();
