// The page without a line: the tables that this browser keeps for whoever reads here, the last one seen first.
(() => {
  const $ = (what, root = document) => root.querySelector(what);

  async function kept() {
    const name = (await caches.keys()).find((each) => each.startsWith("seen:"));
    if (!name) return [];
    const store = await caches.open(name);
    const keys = (await store.keys()).reverse();
    return Promise.all(keys.map(async (key) => [key.url.split("/").pop(), await (await store.match(key)).json()]));
  }

  function row([code, told]) {
    const made = $("#row").content.cloneNode(true);
    for (const place of made.querySelectorAll("[data-told]")) place.textContent = told[place.dataset.told];
    $("a", made).href = `/t/${code}/`;
    const picture = $("img", made);
    if (told.board) Object.assign(picture, { src: `/offline/boards/${code}.svg`, alt: told.words });
    else picture.remove();
    return made;
  }

  kept().then((tables) => {
    if (!tables.length) return;
    document.documentElement.dataset.theme = tables[0][1].theme;
    $("#seen ul").append(...tables.map(row));
    $("#seen").hidden = false;
  }, () => {}); // this browser keeps nothing

  // Whoever loads this page again must not send a form again by that.
  const sent = !$("[data-sent]").hidden;
  if (sent) history.replaceState(null, "", "/");
  else if (location.pathname !== "/offline/") $("#again").href = location.href;
  addEventListener("online", () => ($("[data-online]").hidden = false));
})();
