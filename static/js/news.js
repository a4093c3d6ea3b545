// News of the table: asking for it where no stream tells of it; what is loaded later.
(() => {
  const AWAKE = 120000;
  const UNCHECKED = "[data-seed]:has([data-fair][hidden])";
  let touched = Date.now();
  let asked = touched;
  let beat = 0;
  const awake = () => !document.hidden && Date.now() - touched < AWAKE;
  const ask = () => document.hidden || htmx.trigger("#poll", "look");
  // With a stream only once a minute, and only to say that somebody looks.
  const needed = () => (live.up ? touched > asked && beat % 12 === 0 : (awake() && !$("#poll").dataset.ended) || beat % 4 === 0);
  on("pointerdown pointermove wheel scroll", () => (touched = Date.now()), { passive: true });
  setInterval(() => {
    beat += 1;
    if (line.lost || needed()) ask();
  }, 5000);
  on("visibilitychange", ask);
  on("online", ask, false, window);
  on("pageshow", ({ persisted }) => persisted && ask(), false, window);
  on("htmx:configRequest", ({ detail, target }) => {
    if (target.id !== "poll") return;
    asked = Date.now();
    detail.parameters.seen = awake() ? 1 : 0;
  });

  // Whatever brought a deal's seed to the page, and in whatever order answers came, it is checked.
  function check() {
    if ($(UNCHECKED)) bring($("#table").dataset.fair, (deals) => deals.check(all(UNCHECKED)));
    if ($("[data-script]")) bring($("[data-script]").dataset.script);
  }
  on("htmx:oobAfterSwap htmx:afterRequest htmx:afterSettle", check);
  check();

  // What nobody sees at first can wait until the table stands.
  on("load", () => {
    const { later, scripts } = $("#table").dataset;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: later }));
    scripts.split(" ").map((each) => bring(each));
  }, {}, window);
})();
