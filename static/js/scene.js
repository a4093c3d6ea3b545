// The end of a round plays by itself, step by step: the sheet says when. A tap or a key shows all of it at once.
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const scene = () => $(".ending:not(.done)");
const STEP = 800; // milliseconds, as in the sheet
let begun = {};
const HELD = ["Tab", "Shift", "Control", "Alt", "Meta"];

const finish = (playing) => playing.classList.add("done");

// Who hurries sees all first; only then a second tap goes on.
function hurry(event) {
  const playing = scene();
  if (!playing || HELD.includes(event.key) || event.target.closest("a, summary, input, textarea")) return;
  finish(playing);
  if (!event.target.closest("#go, #stage")) return;
  event.preventDefault();
  event.stopPropagation();
}
for (const sign of ["click", "keydown"]) document.addEventListener(sign, hurry, true);

// The last gold was picked while hoods were coming off: no hood goes on again.
function goOn({ dataset }, steps) {
  if (begun.round !== dataset.round) begun = { round: dataset.round, at: performance.now() };
  const done = Math.min(performance.now() - begun.at, (dataset.paidAt - 1) * STEP);
  for (const each of steps) each.currentTime = Math.max(each.currentTime, done);
}

// What came with the page, or with an answer: is it over already, and when will it be?
async function watch() {
  const playing = scene();
  if (!playing || playing.dataset.plays) return;
  if (CALM.matches) return finish(playing);
  playing.dataset.plays = "1";
  playing.scrollIntoView({ block: "nearest" });
  const sheet = $("link", playing);
  if (sheet && !sheet.sheet) await new Promise((loaded) => (sheet.onload = sheet.onerror = loaded));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const steps = playing.getAnimations({ subtree: true });
  goOn(playing, steps);
  await Promise.allSettled(steps.map((each) => each.finished));
  finish(playing);
}
// With many players on a phone the next one may be out of sight.
document.addEventListener("animationstart", ({ target }) => target.closest(".people > li")?.scrollIntoView({ block: "nearest", behavior: "smooth" }));

on("htmx:afterSettle htmx:oobAfterSwap", watch);
watch();
