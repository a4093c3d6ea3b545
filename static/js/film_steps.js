// The steps of a film: how each is taken back, and how it shows. `how` is one of HOWS in
// games/kinds/common/look.py.
import { BEAT, FLIGHT, HIGH, Scene, TOKEN, WIDE, middle } from "./film_scene.js";

const onCell = ({ at }, { board }) => () => $(`[data-cell="${at}"]`, board);
// What a step has done is undone: what came is hidden, what went is drawn again.
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
  repair: (step, scene) => scene.lies.set(`${step.to} ${step.tool}`, null),
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
  async repair(step, scene) {
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

// The board as it was before these steps; `end()` makes it what it is again.
export function rewind(steps, board) {
  const scene = new Scene(steps, board);
  for (const step of [...scene.steps].reverse()) BACK[step.how]?.(step, scene);
  return scene;
}
export const forth = (step, scene) => FORTH[step.how](step, scene);
export const spots = ({ at, way = "" }) => [at, ...way.split(" ")].filter(Boolean).map(middle);
