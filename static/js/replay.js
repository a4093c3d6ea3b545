// The replay: steps by buttons, slider, keys and swipes. The server draws each of them; here is
// only which one is wanted next.
(() => {
  const PACE = 1100; // milliseconds for a step that plays by itself
  const SWIPE = 45; // pixels
  const form = $("#steps");
  const slider = $("#slider");
  const play = $("#play");
  const here = () => Number($("#step").dataset.index);
  const last = () => Number($("#step").dataset.last);
  document.documentElement.classList.add("scripted");
  play.hidden = false;

  let timer = 0;
  const playing = () => play.ariaPressed === "true";
  function pause() {
    clearTimeout(timer);
    play.ariaPressed = "false";
  }
  function goOn() {
    clearTimeout(timer);
    if (!playing()) return;
    if (here() >= last()) return pause();
    timer = setTimeout(() => show(here() + 1), PACE);
  }

  // Ask for a step; only the last one asked for is answered.
  function show(index) {
    slider.value = Math.min(Math.max(index, 0), last());
    htmx.trigger(form, "go");
  }
  function go(index) {
    pause();
    show(index);
  }
  // From where the slider is: keys may be faster than answers.
  const WAYS = { first: () => 0, back: () => slider.value - 1, forward: () => Number(slider.value) + 1, last };

  function toggle() {
    if (playing()) return pause();
    play.ariaPressed = "true";
    if (here() >= last()) show(0);
    else goOn();
  }

  on("click", (event) => {
    const to = event.target.closest("[data-go], [data-index]");
    if (event.target.closest("#play")) toggle();
    else if (to?.matches("a, button") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      go(to.dataset.go ? WAYS[to.dataset.go]() : Number(to.dataset.index));
    }
  });
  on("input", () => go(Number(slider.value)), false, slider);
  on("change", ({ target }) => target.id === "eyes-of" && show(here()), false, form);
  on("submit", (event) => {
    event.preventDefault();
    go(Number(slider.value));
  }, false, form);

  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  on("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const busy = event.target.closest("select, textarea, a, button, summary");
    const typed = event.target.closest("select, textarea, #slider");
    if (KEYS[event.key] && !typed) go(WAYS[KEYS[event.key]]());
    else if (event.key === " " && !busy) toggle();
    else return;
    event.preventDefault();
  });

  let from = null;
  const stage = $("#stage");
  on("pointerdown", (event) => (from = event.isPrimary ? event : null), false, stage);
  on("pointerup", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(WAYS[x < 0 ? "forward" : "back"]());
  });
  on("pointercancel", () => (from = null));

  // Say which pieces the page has: an answer leaves out what is still the same.
  on("htmx:configRequest", ({ detail }) => {
    detail.parameters.delete("at"); // of the button that was pressed last: the slider knows better
    detail.parameters.set("has", all("[data-mark]").map(({ id, dataset }) => `${id}.${dataset.mark}`).join(" "));
    detail.parameters.set("log", $("#log").dataset.key);
  });
  on("htmx:afterRequest", ({ detail }) => {
    if (!detail.successful) return pause();
    settle();
    goOn();
  });

  function settle() {
    slider.max = last();
    slider.value = here();
    slider.ariaValueText = $("#count").textContent;
    const log = $("#log");
    for (const line of all("[data-index]", log)) {
      const now = Number(line.dataset.index) === here();
      line.ariaCurrent = now ? "step" : null;
      if (now) reveal(log, line);
    }
  }
  // Within the log only: the page keeps still.
  function reveal(log, line) {
    const [box, it] = [log.getBoundingClientRect(), line.getBoundingClientRect()];
    if (it.top < box.top) log.scrollTop -= box.top - it.top;
    else if (it.bottom > box.bottom) log.scrollTop += it.bottom - box.bottom;
  }
  settle();
})();
