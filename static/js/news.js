// News of the table: asking for it, the time that is left, deals to be checked.
(() => {
  const AWAKE = 120000;
  const UNCHECKED = "[data-seed]:has([data-fair][hidden])";
  let touched = Date.now();
  let beat = 0;
  const awake = () => !document.hidden && Date.now() - touched < AWAKE;
  const ask = () => document.hidden || htmx.trigger("#poll", "look");
  on("pointerdown pointermove wheel scroll", () => (touched = Date.now()), { passive: true });
  setInterval(() => {
    beat += 1;
    tick();
    if ((awake() && !$("#poll").dataset.ended) || line.lost || beat % 4 === 0) ask();
  }, 5000);
  on("visibilitychange", ask);
  on("online", ask, false, window);
  on("pageshow", ({ persisted }) => persisted && ask(), false, window);
  on("htmx:configRequest", ({ detail, target }) => {
    if (target.id === "poll") detail.parameters.seen = awake() ? 1 : 0;
  });

  // How long is left goes on by itself, by the clock of the site; the words are the page's.
  const words = $("#table").dataset;
  const ahead = Date.now() / 1000 - words.now;
  function tick() {
    for (const due of all("[data-due]")) {
      const left = Math.floor((due.dataset.due - Date.now() / 1000 + ahead) / 60);
      const [days, hours] = [Math.floor(left / 1440), Math.floor(left / 60)];
      const [said, ...parts] = left < 0 ? [words.over] : days ? [words.days, days, hours % 24] : hours ? [words.hours, hours, left % 60] : [words.minutes, left];
      due.textContent = said.replace(/\{(\d)\}/g, (_, n) => parts[n]);
    }
  }

  // Whatever brought a deal's seed to the page, and in whatever order answers came, it is checked.
  async function check() {
    if ($(UNCHECKED)) (await import(words.fair)).check(all(UNCHECKED));
  }
  on("htmx:oobAfterSwap htmx:afterRequest htmx:afterSettle", check);
  check();
})();
