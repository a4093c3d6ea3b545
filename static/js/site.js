const $ = (what, root = document) => root.querySelector(what);
const all = (what, root = document) => [...root.querySelectorAll(what)];
const on = (signs, act, how, where = document) => signs.split(" ").forEach((sign) => where.addEventListener(sign, act, how));
// A script that can wait. Where the line is lost it stays away, and the page works without it.
const bring = (address, use) => import(address).then(use, () => {});

// Menus work without this; with it they also close on Escape and on a tap outside.
const openMenus = () => all("details:is(.menu, .peek)[open]");

on("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

on("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    if (menu.contains(document.activeElement)) $("summary", menu).focus();
  }
});

// The line to the site: whoever asks it for something says what status came back, 0 for no answer.
const line = {
  lost: false,
  heard(status, why) {
    const lost = !why && (!status || (status > 501 && status < 505));
    const says = $("#line");
    const words = why || (lost !== line.lost && says.dataset[lost ? "lost" : "back"]);
    if (words) says.textContent = words;
    if (words && !lost) setTimeout(() => line.lost || says.replaceChildren(), 8000);
    return (line.lost = lost);
  },
};
on("offline", () => line.heard(0), false, window);
// Why not now, if the site itself says so: then the line is not lost.
const busy = (xhr) => xhr.getResponseHeader("Undermine-Busy") && xhr.responseText;
on("htmx:afterRequest", ({ detail: { xhr } }) => line.heard(xhr.status, busy(xhr)), true);
