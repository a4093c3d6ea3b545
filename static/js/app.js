// The site as an app: its worker, the number on its icon, what was seen last, and the offer to install it. Nothing
// on a page needs this. A table brings it once it stands.
(() => {
  const { serviceWorker: workers, standalone } = navigator;
  const hint = $("#install");

  workers?.register("/sw.js").catch(() => {}); // this browser wants none

  // A table that is opened, and one that is left, was seen: the worker keeps what all at the table see of it.
  const tell = (what) => workers?.ready.then(({ active }) => active.postMessage(what));
  if (standalone || matchMedia("(display-mode: standalone)").matches) tell("app");
  if (/^\/t\/\w{12}\/$/.test(location.pathname)) {
    tell("seen");
    on("visibilitychange", () => document.hidden && tell("seen"));
  }

  // Turns that wait, as the page shows them.
  let counted;
  const count = () => {
    const { turns = counted } = $("[data-turns]")?.dataset ?? {};
    if (turns !== counted) tell({ turns: +(counted = turns) });
  };
  count();
  on("htmx:afterSettle", count);

  // --- installing: where the browser offers it, until somebody has said no ---

  let offer;
  const refused = () => {
    try {
      return localStorage.install;
    } catch {
      return true; // what cannot be remembered would be asked for ever
    }
  };
  if (!hint || refused()) return;

  // An iPhone or iPad offers nothing by itself, and says whether the page runs as an app.
  const byHand = $("[data-by-hand]", hint);
  hint.hidden = standalone !== false || !byHand;
  if (byHand) byHand.hidden = hint.hidden;

  on("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    hint.hidden = $("[data-install]", hint).hidden = false;
  }, false, window);
  on("appinstalled", () => (hint.hidden = true), false, window);
  on("click", ({ target }) => {
    const { install, later } = target.closest("button")?.dataset ?? {};
    if (install === undefined && later === undefined) return;
    if (install === undefined) localStorage.install = "no";
    else offer.prompt();
    hint.hidden = true;
  }, false, $(".actions", hint));
})();
