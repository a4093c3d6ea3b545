const $ = (what, root = document) => root.querySelector(what);
const all = (what, root = document) => [...root.querySelectorAll(what)];

// Menus work without this; with it they also close on Escape and on a tap outside.
const openMenus = () => all("details.menu[open]");

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    if (menu.contains(document.activeElement)) $("summary", menu).focus();
  }
});
