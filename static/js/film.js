// The film of a table: what happened, played step by step on the board as it now is. First the steps are taken
// back, then each is shown. When it is over, or skipped, the board is as the server sent it. A step is an <li> of
// #film, made by games/tables/presenters/board.py.
import { forth, rewind, spots } from "./film_steps.js";

const PAUSE = 120; // milliseconds between steps: a usual move takes about a second
const little = matchMedia("(prefers-reduced-motion: reduce)");

export const read = (list) => all("li", list).map(({ dataset, innerHTML }) => ({ ...dataset, n: +dataset.n, words: innerHTML }));

// --- sounds: off until wanted --------------------------------------------------------------------

const PITCH = { fall: 70, hit: 110, lose: 110, drop: 160, lift: 330, turn: 520, look: 440, repair: 392, gain: 587 };
let audio;
const wanted = () => localStorage.getItem("sounds") === "1";
function sound(how) {
  if (!wanted()) return;
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  Object.assign(tone, { type: "triangle" }).frequency.value = PITCH[how] || 240;
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.16);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(now + 0.17);
  navigator.vibrate?.(PITCH[how] < 120 ? [18, 40, 18] : 12);
}

// --- playing -------------------------------------------------------------------------------------

// Play steps on a board; `each` hears of every step before it, `done` of every one that was shown.
export function play(steps, { board = $("#board"), camera, holding = () => false, each = () => {}, done = () => {} } = {}) {
  const scene = rewind(steps, board);
  const run = async () => {
    for (const step of scene.steps) {
      each(step);
      const glides = !holding() && camera?.reveal(spots(step));
      if (glides) await scene.wait(glides);
      sound(step.how);
      await forth(step, scene);
      await scene.wait(PAUSE);
      done(step);
    }
  };
  const skipped = (error) => {
    if (error.name !== "AbortError") throw error;
  };
  return { board, finished: run().catch(skipped).finally(() => scene.end()), stop: () => scene.end() };
}

// --- at a table ----------------------------------------------------------------------------------

let room; // what the page gives: its camera; is a card in hand?
let film = null; // what is being played
let before = null; // the board as it was, where motion is unwanted
const KEY = `film ${location.pathname}`;
const played = () => +(sessionStorage.getItem(KEY) ?? $("#film").dataset.seen);
const remember = (n) => sessionStorage.setItem(KEY, Math.max(n, played()));

// The page came, or it changed.
export async function show(given) {
  room = given;
  const steps = read($("#film"));
  label();
  const last = Math.max(...steps.map(({ n }) => n));
  if (film?.board === $("#board") && film.last === last) return;
  end();
  const fresh = steps.filter(({ n }) => n > played());
  if (little.matches || document.hidden) remember(last);
  else if (fresh.length) begin(fresh);
}

function begin(steps) {
  end();
  const bar = barOf();
  const own = {
    ...room,
    each: ({ words }) => ($("p", bar).innerHTML = words),
    done: ({ n }) => remember(n - 1), // of its entry there may be more
  };
  const mine = Object.assign(play(steps, own), { last: steps.at(-1).n });
  film = mine;
  [bar.hidden, $("button", bar).hidden] = [false, !!room.holding()];
  const under = bar.parentNode.getBoundingClientRect().bottom - $("#dock").getBoundingClientRect().top;
  bar.style.bottom = under > 4 ? `${under}px` : "";
  mine.finished.then(() => film === mine && stop());
}

// It is over, or nobody wants to see the rest.
function stop() {
  if (film) remember(film.last);
  end();
}

function end() {
  film?.stop();
  before?.end();
  film = before = null;
  label();
  const bar = $("#film-bar");
  if (!bar) return;
  if (bar.contains(document.activeElement)) $("#film-again")?.focus();
  bar.hidden = true;
}

function barOf() {
  const made = $("#film-bar");
  if (made) return made;
  const bar = Object.assign(document.createElement("div"), { id: "film-bar", hidden: true });
  const words = Object.assign(document.createElement("p"), { ariaHidden: "true" });
  const skip = Object.assign(document.createElement("button"), { id: "film-skip", type: "button", className: "button quiet" });
  skip.textContent = $("#table").dataset.skip;
  bar.append(words, skip);
  $(".stage-foot").append(bar);
  return bar;
}

// What is new to the reader; or else what they did last.
function lately() {
  const steps = read($("#film"));
  const news = steps.filter(({ n }) => n > +$("#film").dataset.seen);
  return news.length ? news : steps;
}

function label() {
  const [again, controls] = [$("#film-again"), $("#film-controls")];
  if (!again) return;
  controls.hidden = !sheet.sheet;
  $("#film-sounds").ariaPressed = String(wanted());
  if (!little.matches) return;
  again.textContent = again.dataset.before;
  again.ariaPressed = String(!!before);
}

function again() {
  if (!little.matches) return begin(lately());
  const was = before;
  end();
  if (!was) before = rewind(lately(), $("#board"));
  label();
}

on("click", ({ target }) => {
  const hit = (what) => target.closest(what);
  if (hit("#film-again")) again();
  else if (hit("#film-sounds")) {
    localStorage.setItem("sounds", wanted() ? "0" : "1");
    label();
    sound("lay");
  } else if (hit("#film-skip, .hand a, #moves")) stop();
  else if (film && hit("#stage") && !hit("button") && !room.holding() && !room.camera.dragged()) stop();
}, true);
on("keydown", ({ key }) => key === "Escape" && !room.holding() && stop());
on("visibilitychange", () => document.hidden && stop());
on("htmx:afterSettle htmx:afterRequest", () => film && !film.board.isConnected && end());

// The numbers of columns and rows stay at the edges of what the camera sees.
function follow() {
  const board = $("#board");
  const [[x, y], [left, top]] = [board.getAttribute("viewBox"), board.dataset.fit].map((box) => box.split(" ").map(Number));
  $("#rows").setAttribute("transform", `translate(${x - left})`);
  $("#columns").setAttribute("transform", `translate(0 ${y - top})`);
}
new MutationObserver(follow).observe($("#stage"), { subtree: true, attributeFilter: ["viewBox"] });
follow();

const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: $("#table").dataset.filmSheet, onload: label });
document.head.append(sheet);
