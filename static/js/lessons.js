// A lesson: the table as it is, and a finger that points at one thing after another.
import { camera } from "./camera.js";
import { aim, aimOf, heldCards, more, staged } from "./choice.js";
import { refresh, say } from "./staging.js";
import { film } from "./swaps.js";
import "./taps.js";
import "./keys.js";

const [WIDE, HIGH] = [80, 120];
const listed = (name) => $("#coach").dataset[name].split("|").filter(Boolean);

// --- what to pick next, for the move that is meant ------------------------------------------------

function nextThing() {
  const wants = listed("wants");
  if (wants.includes(staged()?.value)) return $("#place");
  const move = all("#moves button").find(({ value }) => wants.includes(value));
  if (!move || !$("#says")) return null;
  const left = move.closest("fieldset").dataset.card.split(" ").filter(Boolean);
  const picked = heldCards().map(({ dataset }) => dataset.card);
  const missing = left.filter((card) => !picked.includes(card));
  if (missing.length === 1 && left.length === 2 && !more) return $("#second");
  if (missing.length) return $(`.hand a[data-card="${missing[0]}"]`);
  const [kind, what] = aimOf(move).split(" ");
  if (aim === aimOf(move)) return move.dataset.pays ? $("#pay") : $("#turn");
  return $({ at: `[data-aim="at ${what}"]`, to: `#seat-${what}`, of: `#treasure-${what}` }[kind] || "#drop");
}

// --- what to look at while reading ----------------------------------------------------------------

const PLACES = { hand: ".hand", stock: "#stock", role: "#role" };

function frame(at) {
  const [x, y] = at.split(",").map(Number);
  const made = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const size = { class: "pointed-at", x: x * WIDE - 4, y: y * HIGH - 4, width: WIDE + 8, height: HIGH + 8, rx: 8 };
  for (const [name, value] of Object.entries(size)) made.setAttribute(name, value);
  $("#board").append(made);
}

function point() {
  all(".pointed-at").forEach((drawn) => drawn.remove());
  all(".pointed").forEach((thing) => thing.classList.remove("pointed"));
  nextThing()?.classList.add("pointed");
  for (const where of listed("points")) {
    const [kind, what] = where.split(" ");
    if (kind === "at") frame(what);
    else (kind === "seat" ? $(`#seat-${what}`) : $(PLACES[kind]))?.classList.add("pointed");
  }
}

// --- a card that does not fit where it is wanted: why ---------------------------------------------

const PATH = /^[nesw.]+(\+|$)/;
async function whyNot(event) {
  const card = heldCards()[0]?.dataset.card;
  if (!card || aim !== null || !PATH.test(card) || !event.target.closest("#board") || camera.dragged()) return;
  const [x, y] = camera.toBoard(event);
  const move = `place ${card} at ${Math.floor(x / WIDE)},${Math.floor(y / HIGH)}`;
  const answer = await fetch(`${$("#table").dataset.preview}?move=${encodeURIComponent(move)}`);
  if (answer.ok && aim === null) say(await answer.text());
}

// --- after each step ------------------------------------------------------------------------------

const words = () => all(".learnt, #coach-says", $("#coach")).map((said) => said.textContent.trim()).join(" ");
let heard = words();
function stepped() {
  if (words() !== heard) $("#told").textContent = heard = words();
  if (document.activeElement === document.body) $("#coach").focus();
  point();
}

if (!$("#film li")) sessionStorage.removeItem(`film ${location.pathname}`); // start over
document.documentElement.classList.add("scripted");
$(".zoom").hidden = false;
refresh();
film();
point();
on("click keydown", point);
on("click", whyNot);
on("htmx:afterSettle", stepped);
on("load", () => {
  const { explain, later } = $("#table").dataset;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: later }));
  bring(explain);
}, {}, window);
