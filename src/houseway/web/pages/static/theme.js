// Before the first paint: the theme that was chosen here, if one was.
(() => {
  const root = document.documentElement, asked = new URLSearchParams(location.search).get("theme");
  let kept = null;
  try { kept = localStorage.getItem("theme"); } catch { /* no storage */ }
  const theme = asked || kept;
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
})();
