// What its player has picked and aimed, and which of the moves that is. No rule lives here: the page
// lists the legal moves, this only filters them.
export let held = []; // ids of the cards picked: one, or two played together
export let more = false; // is the next card picked the second one?
export let aim = null; // "at 3,-1", "at 3,1/e" (a joint), "to 2" (a seat), "of 4" (a treasure), or ""
export let way = 0; // which of the moves with that aim
export let pay = ""; // the trolls paid with it

export function choose(ids, second = false, where = null, which = 0, paid = "") {
  [held, more, aim, way, pay] = [ids, second, where, which, paid];
}

const AIMS = ["at", "to", "of"];
export const aimOf = ({ dataset }) => AIMS.filter((kind) => dataset[kind]).map((kind) => `${kind} ${dataset[kind]}`)[0] || "";

export const heldCards = () => held.map((id) => document.getElementById(id)).filter(Boolean);
const keyOf = (cards) => cards.map((card) => card.dataset.card).sort().join(" ");
const cardsOf = (set) => set.dataset.card.split(" ").filter(Boolean);
export const paired = (card) => all("#moves fieldset").some((set) => cardsOf(set).length > 1 && cardsOf(set).includes(card));

// With nothing picked: what takes no card.
export const moves = () => {
  if ($("[data-script]")) return []; // a scene is to be seen first
  const key = keyOf(heldCards());
  return all("#moves fieldset").filter((set) => set.dataset.card === key).flatMap((set) => all("button", set));
};
export const aims = () => new Set(moves().map(aimOf));
export const aimed = () => moves().filter((move) => aimOf(move) === aim && !move.dataset.pays);
export const paying = () => {
  const plain = aimed()[way];
  const like = (move) => aimOf(move) === aim && move.dataset.turned === plain.dataset.turned;
  return plain ? moves().filter((move) => move.dataset.pays && like(move)) : [];
};
export const staged = () => (aim === null ? null : paying().find((move) => move.dataset.pays === pay) || aimed()[way]);

// Cards by name, the same ones as before if possible; as many as are still there.
export function cardsLike(names, ids = []) {
  const found = [];
  names.forEach((name, n) => {
    const alike = all(".hand a").filter((a) => a.dataset.card === name && !found.includes(a.id));
    const again = alike.find((a) => a.id === ids[n]) || alike[0];
    if (again) found.push(again.id);
  });
  return found;
}
export const cardsFor = (move) => cardsLike(cardsOf(move.closest("fieldset")));
