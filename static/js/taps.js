// By pointer: cards, places, players, treasures and the buttons of the dock.
import { camera } from "./camera.js";
import { aim, aimed, held, more } from "./choice.js";
import { askSecond, back, nextWay, payNext, pick, placeOf, put, take, THINGS } from "./staging.js";

export function closest(far) {
  const near = all("#cells > g").map((cell) => [far(placeOf(cell)), cell]).sort((a, b) => a[0] - b[0])[0];
  return near?.[0] < Infinity ? near[1] : null;
}

// A tap beside a small target means the nearest one.
const NEAR = 64;
function nearest(event) {
  const [x, y] = camera.toBoard(event);
  return closest(([cx, cy]) => {
    const far = Math.hypot(cx - x, cy - y);
    return far < NEAR ? far : Infinity;
  });
}

function aimAt({ dataset }) {
  const { aim: cell, seat, number } = dataset;
  const taken = number ? aimed().findIndex((move) => move.dataset.take === number) : -1;
  if (aim !== null && taken >= 0) return put(aim, taken);
  const where = cell || (seat ? `to ${seat}` : `of ${number}`);
  if (where === aim) nextWay();
  else put(where);
}

function pickCard({ id }) {
  if (more && id !== held[0]) pick(held[0], id);
  else pick(...(held.includes(id) && (aim === null || held.length > 1) ? [] : [id]));
}

on("click", (event) => {
  const hit = (what) => event.target.closest(what);
  const card = hit(".hand a");
  const target = hit(`[data-aim], ${THINGS}`) || (hit("#board") && nearest(event));
  if (card) {
    event.preventDefault();
    pickCard(card);
    if (held.length && event.detail === 0) ($('#cells [tabindex="0"]') || $(THINGS) || $("#place")).focus();
  } else if (hit(".figure.mine") && $("#place")) pick();
  else if (target && !camera.dragged()) {
    aimAt(target);
    if (event.detail === 0) $("#place").focus();
  } else if (hit("#drop")) {
    put("");
    $("#place").focus();
  } else if (hit("#second")) askSecond();
  else if (hit("#pay")) payNext();
  else if (hit("#turn")) nextWay();
  else if (hit("#cancel")) back();
  else if (hit("#hint")) $("#advice").togglePopover(true);
  else if (hit("[data-stage]")) take(hit("[data-stage]"));
  else if (hit("[data-zoom]")) camera.zoomBy(hit("[data-zoom]").dataset.zoom);
});

// News may replace what a finger is on, and then no click follows: make up for it.
export const TAPPED = "[data-aim], .hand a, .player, .treasure.target";
const nameOf = (thing) => thing.dataset.aim || thing.id;
let pressed = null;
on("pointerdown", ({ target }) => (pressed = target.closest(TAPPED)));
on("pointerup", ({ clientX, clientY }) => {
  const here = document.elementFromPoint(clientX, clientY)?.closest(TAPPED);
  if (here && pressed && !pressed.isConnected && !camera.dragged() && nameOf(here) === nameOf(pressed)) {
    here.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  }
  pressed = null;
});
