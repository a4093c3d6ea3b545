// The film of a table: what happened, played step by step on the board as it now is. First the steps are taken
// back: what came is hidden, what went is drawn again. Then each is shown. When it is over, or skipped, the board
// is as the server sent it. A step is an <li> of #film, made by games/tables/presenters/film.py; `how` is one of
// HOWS in games/kinds/common/motions.py.
const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, TOKEN] = [80, 120, 32];
const [FLIGHT, BEAT, PAUSE] = [520, 300, 120]; // milliseconds: a usual move takes about a second
const little = matchMedia("(prefers-reduced-motion: reduce)");

export const read = (list) => all("li", list).map(({ dataset, innerHTML }) => ({ ...dataset, n: +dataset.n, words: innerHTML }));

function draw(tag, parent, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  parent.append(made);
  return made;
}

// The middle of a cell, or of the joint on its right or lower side.
function middle(at) {
  const [cell, side] = at.split("/");
  const [x, y] = cell.split(",").map(Number);
  return [(x + (side === "e" ? 1 : 0.5)) * WIDE, (y + (side === "s" ? 1 : 0.5)) * HIGH];
}

// --- the board as it was before the steps --------------------------------------------------------

class Scene {
  constructor(steps, board) {
    Object.assign(this, { board, moves: new Set(), changed: new Set(), lies: new Map() });
    this.layer = draw("g", board, { id: "film-layer", "pointer-events": "none" });
    board.insertBefore(this.layer, $('[data-cell*="/"], .figure, .fresh, .last, #cells', board)); // on the cards
    this.sky = document.body.appendChild(document.createElement("div"));
    Object.assign(this.sky, { id: "film-sky", ariaHidden: "true" });
    board.classList.add("filming");
    this.steps = steps.map((step) => ({ ...step }));
    for (const step of [...this.steps].reverse()) BACK[step.how]?.(step, this);
  }

  // What lies at a place after the step that is taken back; nothing does before it.
  take(key, find) {
    const thing = this.lies.has(key) ? this.lies.get(key) : find();
    this.lies.set(key, null);
    return this.hide(thing);
  }
  put(key, ghost) {
    this.lies.set(key, ghost);
    return ghost;
  }
  card(name, at, turned) {
    const [x, y] = middle(at);
    const group = draw("g", this.layer, {});
    const where = { x: x - WIDE / 2, y: y - HIGH / 2, width: WIDE, height: HIGH };
    draw("use", group, { href: this.drawing(name), ...where, ...(turned && { transform: `rotate(180 ${x} ${y})` }) });
    return group;
  }
  token(name, at) {
    const [x, y] = middle(at);
    const group = draw("g", this.layer, {});
    draw("use", group, { href: this.drawing(name), x: x - TOKEN / 2, y: y - TOKEN / 2, width: TOKEN, height: TOKEN });
    return group;
  }
  drawing(name) {
    return `${this.board.dataset.sprite}#${name}`;
  }
  figure(seat) {
    return $(`.figure[data-seat="${seat}"]`, this.board);
  }
  // A figure stands at another cell than its own.
  stand(figure, at) {
    if (!figure) return;
    this.changed.add(figure);
    figure.style.transform = this.away(figure, at);
  }
  away(figure, at) {
    const [[x, y], [homeX, homeY]] = [middle(at), middle(figure.dataset.at)];
    return `translate(${x - homeX}px, ${y - homeY}px)`;
  }

  hide(thing) {
    if (!thing) return null;
    this.changed.add(thing);
    thing.style.visibility = "hidden";
    return thing;
  }
  show(thing) {
    if (thing) thing.style.visibility = "";
  }

  // --- motion; once stopped, whatever is waited for fails
  async animate(thing, frames, duration, easing = "ease-in-out") {
    if (this.over) throw new DOMException("skipped", "AbortError");
    if (!thing) return;
    if (thing instanceof SVGElement) Object.assign(thing.style, { transformBox: "fill-box", transformOrigin: "center" });
    const move = thing.animate(frames, { duration, easing });
    this.moves.add(move);
    await move.finished;
    this.moves.delete(move);
  }
  wait(duration) {
    return this.animate(this.layer, [], duration);
  }
  rect(at, wide, high = wide) {
    const { a, d, e, f } = this.board.getScreenCTM();
    const [x, y] = middle(at);
    return new DOMRect(a * (x - wide / 2) + e, d * (y - high / 2) + f, a * wide, d * high);
  }
  // A drawing crosses the page, from one rectangle to another.
  async fly(name, from, to, { turned, fade, ms = FLIGHT } = {}) {
    const [wide, high] = name.startsWith("token-") ? [40, 40] : [WIDE, HIGH];
    const size = Math.min(to.width / wide, to.height / high);
    const made = draw("svg", this.sky, { viewBox: `0 0 ${wide} ${high}`, width: wide * size, height: high * size });
    draw("use", made, { href: this.drawing(name), width: wide, height: high, ...(turned && { transform: `rotate(180 ${wide / 2} ${high / 2})` }) });
    const at = (box, scale, more = "") => {
      const [x, y] = [box.x + (box.width - wide * size) / 2, box.y + (box.height - high * size) / 2];
      return { transform: `translate(${x}px, ${y}px) scale(${scale}) ${more}` };
    };
    const small = Math.max(0.3, Math.min(1, from.height / (high * size)));
    const near = (side) => (from[side] + to[side] * 3) / 4;
    const over = new DOMRect(near("x"), near("y") - 12, near("width"), near("height"));
    const frames = [{ ...at(from, small, "rotate(-9deg)"), opacity: 0.2 }, { ...at(over, 1.12, "rotate(4deg)"), opacity: 1, offset: 0.7 }, { ...at(to, 1), opacity: fade ? 0 : 1 }];
    await this.animate(made, frames, ms).finally(() => made.remove());
  }
  // An eye rests on something.
  async eye(box) {
    const made = draw("svg", this.sky, { class: "film-eye", viewBox: "0 0 24 24", width: 40, height: 40 });
    draw("circle", made, { cx: 12, cy: 12, r: 12 });
    draw("use", made, { href: `${$("#table").dataset.icons}#eye`, x: 3, y: 3, width: 18, height: 18 });
    const at = (scale) => ({ transform: `translate(${box.x + box.width / 2 - 20}px, ${box.y + box.height / 2 - 20}px) scale(${scale})` });
    const frames = [{ ...at(0.2), opacity: 0 }, { ...at(1.15), opacity: 1, offset: 0.3 }, { ...at(1), opacity: 1, offset: 0.8 }, { ...at(0.6), opacity: 0 }];
    await this.animate(made, frames, BEAT * 2.5).finally(() => made.remove());
  }
  // Light falls on a card, and passes on to those that it is joined to.
  async light(at, lit = "") {
    const [x, y] = middle(at);
    const lamp = draw("use", this.layer, { href: this.drawing("lamplight"), x: x - WIDE, y: y - HIGH, width: WIDE * 2, height: HIGH * 2 });
    const to = (cell) => ({ transform: `translate(${middle(cell)[0] - x}px, ${middle(cell)[1] - y}px)` });
    const cells = [at, ...lit.split(" ").filter(Boolean)];
    const frames = [{ ...to(at), opacity: 0 }, ...cells.map((cell) => ({ ...to(cell), opacity: 1 })), { ...to(cells.at(-1)), opacity: 0 }];
    await this.animate(lamp, frames, BEAT + 130 * cells.length).finally(() => lamp.remove());
  }
  pulse(thing, scale = 1.16) {
    return this.animate(thing, [{ transform: `scale(${scale})` }, { transform: "scale(.97)", offset: 0.7 }, { transform: "none" }], BEAT);
  }
  shake(thing) {
    const frames = [0, -5, 5, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x}deg)` }));
    return this.animate(thing, frames, BEAT * 1.3);
  }

  end() {
    this.over = true;
    for (const move of this.moves) move.cancel();
    for (const thing of this.changed) Object.assign(thing.style, { visibility: "", transform: "" });
    this.board.classList.remove("filming");
    this.layer.remove();
    this.sky.remove();
  }
}

const onCell = ({ at }, { board }) => () => $(`[data-cell="${at}"]`, board);
const BACK = {
  lay: (step, scene) => (step.thing = scene.take(step.at, onCell(step, scene))),
  turn(step, scene) {
    step.thing = scene.take(step.at, onCell(step, scene));
    step.ghost = scene.put(step.at, scene.card(step.before, step.at));
  },
  orient(step, scene) {
    step.thing = scene.take(step.at, onCell(step, scene));
    step.ghost = scene.put(step.at, scene.card(step.draws, step.at));
  },
  fall: (step, scene) => (step.ghost = scene.put(step.at, scene.card(step.draws, step.at, step.turned))),
  token(step, scene) {
    const there = () => all(`[data-cell="${step.at}"] use`, scene.board).find((use) => use.href.baseVal.endsWith(`#${step.draws}`));
    step.thing = scene.take(`${step.at} ${step.draws}`, there);
  },
  lift: (step, scene) => (step.ghost = scene.put(`${step.at} ${step.draws}`, scene.token(step.draws, step.at))),
  hit(step, scene) {
    const broken = () => all(`#seat-${step.to} .broken`).find((icon) => $(`use[href$="#${step.tool}"]`, icon));
    step.thing = scene.take(`${step.to} ${step.tool}`, broken);
  },
  mend: (step, scene) => scene.lies.set(`${step.to} ${step.tool}`, null),
  // What the reader alone saw there, they know from then on.
  look(step, scene) {
    const known = isMine(step) && !scene.lies.has(step.at) && $(`[data-cell="${step.at}"] .known`, scene.board);
    if (!known) return;
    step.thing = scene.hide(known);
    step.ghost = scene.put(step.at, scene.card(step.before, step.at));
  },
  walk: (step, scene) => scene.stand(scene.figure(step.by), step.way.split(" ")[0]),
};

// --- where things come from ----------------------------------------------------------------------

function seat(number, scene) {
  const mine = $(".player.me")?.dataset.seat === number && $(".hand");
  const box = (mine || $(`#seat-${number} .face`))?.getBoundingClientRect();
  if (box?.width) return mine ? new DOMRect(box.x + box.width / 2 - 30, box.y, 60, 90) : box;
  const stage = scene.board.getBoundingClientRect();
  return new DOMRect(stage.x + stage.width / 2 - 20, stage.y - 20, 40, 40);
}
const badge = (number) => $(`#seat-${number} .face`) || $(`#seat-${number}`);
const isMine = ({ by }) => $(".player.me")?.dataset.seat === by;
const pile = (scene) => {
  const { x, y, height } = ($("#stock") || scene.board).getBoundingClientRect();
  return new DOMRect(x + 10, y + height / 2 - 18, 24, 36);
};

// --- how each kind of step shows -----------------------------------------------------------------

const FORTH = {
  async lay(step, scene) {
    if (!isMine(step)) await scene.fly(step.draws, seat(step.by, scene), scene.rect(step.at, WIDE, HIGH), step);
    scene.show(step.thing);
    await Promise.all([scene.pulse(step.thing), scene.light(step.at, step.lit)]);
  },
  async turn(step, scene) {
    await scene.animate(step.ghost, [{ transform: "none" }, { transform: "scaleX(0)" }], BEAT, "ease-in");
    scene.hide(step.ghost);
    scene.show(step.thing);
    await scene.animate(step.thing, [{ transform: "scaleX(0)" }, { transform: "scale(1.12)", offset: 0.7 }, { transform: "none" }], BEAT * 1.5);
    await scene.light(step.at);
  },
  async orient(step, scene) {
    const turns = step.turned ? "rotate(180deg)" : "rotate(12deg)";
    await scene.animate(step.ghost, [{ transform: "none" }, { transform: turns }], BEAT * 1.5);
    scene.hide(step.ghost);
    scene.show(step.thing);
    await scene.pulse(step.thing, 1.06);
  },
  async fall(step, scene) {
    await scene.fly(step.card, seat(step.by, scene), scene.rect(step.at, WIDE, HIGH), { fade: true });
    await scene.shake(step.ghost);
    const parts = ["0 0, 100% 0, 62% 48%, 0 38%", "0 38%, 62% 48%, 45% 100%, 0 100%", "100% 0, 100% 100%, 45% 100%, 62% 48%"];
    const [dx, dy] = [[-6, 14, 10], [26, 44, 36]];
    const falls = parts.map((part, n) => {
      const piece = step.ghost.cloneNode(true);
      piece.style.clipPath = `polygon(${part})`;
      scene.layer.append(piece);
      const away = `translate(${dx[n]}px, ${dy[n]}px) rotate(${dx[n] * 2}deg)`;
      return scene.animate(piece, [{ transform: "none", opacity: 1 }, { transform: away, opacity: 0 }], BEAT * 1.6, "ease-in").finally(() => piece.remove());
    });
    scene.hide(step.ghost);
    await Promise.all(falls);
  },
  async token(step, scene) {
    await scene.fly(step.draws, seat(step.by, scene), scene.rect(step.at, TOKEN));
    scene.show(step.thing);
    await scene.pulse(step.thing, 1.5);
  },
  async lift(step, scene) {
    await scene.animate(step.ghost, [{ opacity: 1 }, { transform: "translateY(-30px) scale(1.4)", opacity: 0 }], BEAT * 2);
    scene.hide(step.ghost);
  },
  async hit(step, scene) {
    await scene.fly(step.draws, seat(step.by, scene), around(badge(step.to), scene), { fade: true });
    scene.show(step.thing);
    await Promise.all([scene.shake(badge(step.to)), scene.pulse(step.thing, 2.2)]);
  },
  async mend(step, scene) {
    if (step.draws) await scene.fly(step.draws, seat(step.by, scene), around(badge(step.to), scene), { fade: true });
    await scene.pulse(badge(step.to), 1.3);
  },
  async look(step, scene) {
    const box = step.at ? scene.rect(step.at, WIDE, HIGH) : around(step.of ? $(`#treasure-${step.of}`) : badge(step.to), scene);
    await scene.fly(step.draws, seat(step.by, scene), box, { fade: true });
    await scene.eye(box);
    if (step.thing) await FORTH.turn(step, scene);
  },
  drop: (step, scene) => scene.fly(step.draws, seat(step.by, scene), pile(scene), { fade: true, ms: FLIGHT * 1.2 }),
  lose: (step, scene) => scene.fly(step.draws, seat(step.by, scene), scene.rect(step.at, TOKEN * 2), { fade: true, ms: FLIGHT * 1.3 }),
  async gain(step, scene) {
    const from = step.at || scene.figure(step.by)?.dataset.at;
    await scene.fly(step.draws, from ? scene.rect(from, WIDE) : pile(scene), around(badge(step.by), scene), { ms: FLIGHT * 1.3 });
    await scene.pulse(badge(step.by), 1.25);
  },
  async walk(step, scene) {
    const [figure, way] = [scene.figure(step.by), step.way.split(" ")];
    if (!figure) return;
    const frames = way.map((at) => ({ transform: scene.away(figure, at) }));
    await scene.animate(figure, frames, Math.min(260 * way.length, 1300));
    scene.stand(figure, way.at(-1));
  },
};

function around(thing, scene) {
  const box = thing?.getBoundingClientRect();
  return box?.width ? box : pile(scene);
}

// --- sounds: off until wanted --------------------------------------------------------------------

const PITCH = { fall: 70, hit: 110, lose: 110, drop: 160, lift: 330, turn: 520, look: 440, mend: 392, gain: 587 };
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
  const scene = new Scene(steps, board);
  const run = async () => {
    for (const step of scene.steps) {
      each(step);
      if (step.at && !holding()) camera?.reveal([middle(step.at)]);
      sound(step.how);
      await FORTH[step.how](step, scene);
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
  if (!was) before = new Scene(lately(), $("#board"));
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
