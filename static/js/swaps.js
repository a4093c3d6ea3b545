// What answers of the site replace on the page: before it is remembered, after it brought back, the
// view, the card picked, the move staged.
import { camera } from "./camera.js";
import { aim, cardsLike, choose, held, heldCards, more, moves, staged } from "./choice.js";
import { noLine, prompt, refresh, say, show, stageMove } from "./staging.js";

// Every request tells which pieces the page has: an answer leaves out what is still the same.
// If another answer has come in between, that may be wrong by now, and everything is fetched again.
const marks = () => all("[data-mark]").map(({ id, dataset }) => `${id}.${dataset.mark}`).join(" ");
let late = false;
on("htmx:configRequest", ({ detail, target }) => {
  detail.parameters.has = detail.has = marks();
  if (late && target.id === "poll") [detail.parameters.v, late] = ["", false];
});

let kept = null;
function keep(played) {
  const focus = document.activeElement;
  kept = {
    played,
    cards: heldCards().map((card) => card.dataset.card),
    ids: held,
    second: more,
    move: staged()?.value,
    dock: $("#dock").contains(focus) && focus.id,
    cell: focus?.dataset?.aim,
  };
}
on("htmx:beforeSwap", ({ detail }) => {
  if (!detail.shouldSwap) return; // no news
  late ||= detail.requestConfig.has !== marks();
  keep(detail.elt.id === "moves" && !detail.requestConfig.triggeringEvent?.submitter?.matches("[data-sure], .ask"));
});
// Whoever asked for it may be gone: another answer has replaced them, and their own events reach nobody.
on("htmx:oobBeforeSwap", () => {
  if (kept) return;
  late = true;
  keep(false);
});
on("htmx:afterSettle", settle);
on("htmx:afterRequest", ({ detail }) => {
  const form = detail.elt;
  if (detail.successful && form.matches?.(".say")) form.reset();
  else if ((detail.failed || line.lost) && detail.requestConfig.verb === "post") unsent(form, busy(detail.xhr));
  settle();
});

// What was picked stays; the form's token makes sending it again safe.
function unsent(form, why) {
  if ((line.lost || why) && form.id === "moves") {
    why ? say(why) : noLine();
    show("place", staged(), $("#place").dataset.again);
  } else if (!why) $("#said").innerHTML = $("#table").dataset[line.lost ? "lost" : "refused"];
}

function settle() {
  if (!kept) return;
  const { played, cards, ids, second, move, dock, cell } = kept;
  const done = played && !$("#said").firstElementChild; // nothing of it stays, not even a card of the same name
  kept = null;
  camera.again(cards.length);
  const again = done ? [] : cardsLike(cards, ids);
  if (again.length === cards.length) choose(again, second);
  else choose([]);
  const found = !done && moves().find((other) => other.value === move);
  if (found) stageMove(found);
  else {
    if (held.length) say(more ? $("#says").dataset.second : prompt());
    else $("#heard").textContent = $("#says").textContent;
    refresh();
  }
  if (cell) $(`[data-aim="${cell}"]`)?.focus();
  for (const id of [dock, "dock"]) if (dock && document.activeElement === document.body) $("#" + id)?.focus();
  film();
  if (late) htmx.trigger("#poll", "look");
}

// What happened is played on the board.
export function film() {
  if ($("#film li")) bring($("#table").dataset.film, ({ show }) => show({ camera, holding: () => held.length || aim !== null }));
}
