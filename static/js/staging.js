// Pick a card, see where it may go, stage: each step as the page shows it.
import { camera } from "./camera.js";
import { aim, aimed, aimOf, aims, choose, held, heldCards, cardsFor, more, moves, paired, pay, paying, staged, way } from "./choice.js";
import { picture } from "./picture.js";

export const THINGS = ":is(.player, .treasure).target";
const heldCard = () => heldCards()[0];
export const placeOf = (cell) => picture.middle(cell.dataset.aim.slice(3));

export function say(words) {
  const says = $("#says");
  if (!says) return;
  says.innerHTML = words;
  $("#heard").textContent = says.textContent;
  return $("[data-cells]", says);
}
export const noLine = () => say($("#says").dataset.lost);
// What to pick now: as the moves with these cards say it, if they do.
export const prompt = () => moves()[0]?.closest("fieldset").dataset.asks || $("#says").dataset.target;

export function show(id, shown, words) {
  const button = document.getElementById(id);
  if (!button) return;
  button.hidden = !shown;
  if (words) button.textContent = words;
}

export function refresh() {
  const move = staged();
  picture.clear();
  for (const card of all(".hand a")) {
    card.role = "button";
    card.ariaPressed = String(held.includes(card.id));
  }
  const open = new Map(moves().map((other) => [aimOf(other), other]).reverse());
  for (const [where, other] of open) if (where.startsWith("at")) picture.cell(other, where, aim);
  for (const player of all(".player")) mark(player, `to ${player.dataset.seat}`, open).role = "button"; // with more words about them
  for (const treasure of all(".treasure")) mark(treasure, `of ${treasure.dataset.number}`, open, taking(treasure));
  if (move) picture.staged(move);
  const picked = held.length > 0;
  const loose = open.has("") && (open.size > 1 || !picked);
  show("drop", !move && loose && !more, open.get("")?.dataset.verb);
  const both = move && aimed().length > 1;
  show("second", held.length === 1 && !more && (!move || !aim) && !both && paired(heldCard()?.dataset.card));
  show("cancel", picked || move);
  show("pay", move && paying().length);
  if (move) $("#pay").ariaPressed = String(!!move.dataset.pays);
  show("turn", both, both && $("#turn").dataset[aimed().some((other) => other.dataset.turned) ? "turn" : "other"]);
  show("place", move, move?.dataset.verb);
  if (move) $("#place").value = move.value;
}

// A player or treasure to be aimed at; or a treasure to be taken at the end.
function mark(thing, where, open, other) {
  const target = open.has(where) || !!other;
  const chosen = aim === where || (!!other && other === staged());
  thing.classList.toggle("target", target);
  thing.classList.toggle("aimed", chosen);
  thing.role = target ? "button" : null;
  thing.ariaPressed = target ? String(chosen) : null;
  thing.tabIndex = target || thing.dataset.seat ? 0 : -1;
  return thing;
}
const taking = (treasure) => aim !== null && aimed().find((move) => move.dataset.take === treasure.dataset.number);

let asked = null;
async function preview() {
  const move = staged();
  asked?.abort();
  asked = new AbortController();
  try {
    const answer = await fetch(`${$("#table").dataset.preview}?move=${encodeURIComponent(move.value)}`, { signal: asked.signal });
    if (answer.redirected) return location.reload(); // signed out meanwhile
    const words = await answer.text();
    if (line.heard(answer.status)) noLine();
    else if (answer.ok && staged()?.value === move.value) picture.joined(say(words), aim);
  } catch ({ name }) {
    if (name !== "AbortError" && line.heard(0)) noLine();
  }
}

export function pick(...ids) {
  choose(ids);
  const [sole, ...others] = aims();
  const only = ids.length && sole !== undefined && !others.length;
  if (ids.length) say(only ? "" : prompt());
  else say($("#says")?.dataset.pick || "");
  if (only) return put(sole);
  refresh();
  camera.reveal(all("#cells > g").map(placeOf));
}

export function put(where, next = 0, paid = "") {
  choose(held, more, where, next, paid);
  refresh();
  preview();
}

export function payNext() {
  const ways = ["", ...paying().map((move) => move.dataset.pays)];
  put(aim, way, ways[(ways.indexOf(pay) + 1) % ways.length]);
}
export const nextWay = () => put(aim, (way + 1) % aimed().length);

export function askSecond() {
  choose(held, true);
  say($("#says").dataset.second);
  refresh();
  all(".hand a").find((card) => card.id !== held[0])?.focus();
}

export function stageMove(move) {
  const { pays = "", turned } = move.dataset;
  choose(held, more, aimOf(move));
  put(aim, aimed().findIndex((other) => other === move || (pays && other.dataset.turned === turned)), pays);
}

// Advice is staged, never played.
export function take({ dataset }) {
  const move = all("#moves button").find((other) => other.value === dataset.stage);
  if (!move) return;
  choose(cardsFor(move));
  stageMove(move);
  $("#place").focus();
}

const spot = (where) => document.getElementById(where.replace("to ", "seat-").replace("of ", "treasure-"));

export function back() {
  const [where, from] = [aim, held.at(-1)];
  if (more || held.length > 1) {
    pick(held[0]);
    heldCard()?.focus();
  } else if (aim !== null && !(held.length && aims().size === 1)) {
    pick(...held);
    ($(`[data-aim="${where}"], ${THINGS}[aria-pressed="true"]`) || spot(where) || heldCard() || $("#drop"))?.focus();
  } else {
    pick();
    document.getElementById(from)?.focus();
  }
}
