// A board as it was before some steps of a film, and what can move on it.
const SVG = "http://www.w3.org/2000/svg";
export const [WIDE, HIGH, TOKEN] = [80, 120, 32];
export const [FLIGHT, BEAT] = [520, 300]; // milliseconds

function draw(tag, parent, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  parent.append(made);
  return made;
}

// The middle of a cell, or of the joint on its right or lower side.
export function middle(at) {
  const [cell, side] = at.split("/");
  const [x, y] = cell.split(",").map(Number);
  return [(x + (side === "e" ? 1 : 0.5)) * WIDE, (y + (side === "s" ? 1 : 0.5)) * HIGH];
}

export class Scene {
  constructor(steps, board) {
    Object.assign(this, { board, moves: new Set(), changed: new Set(), lies: new Map() });
    this.layer = draw("g", board, { id: "film-layer", "pointer-events": "none" });
    board.insertBefore(this.layer, $('[data-cell*="/"], .figure, .fresh, .last, #cells', board)); // on the cards
    this.sky = document.body.appendChild(document.createElement("div"));
    Object.assign(this.sky, { id: "film-sky", ariaHidden: "true" });
    board.classList.add("filming");
    this.steps = steps.map((step) => ({ ...step }));
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
    thing?.style.removeProperty("visibility");
    if (!thing?.style.length) thing?.removeAttribute("style");
  }

  // --- motion; once stopped, whatever is waited for fails
  async animate(thing, frames, duration, easing = "ease-in-out") {
    if (this.over) throw new DOMException("skipped", "AbortError");
    if (!thing) return;
    if (thing instanceof SVGElement) {
      this.changed.add(thing);
      Object.assign(thing.style, { transformBox: "fill-box", transformOrigin: "center" });
    }
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
  // Light falls on a card, and passes on to all that it has newly joined to the start.
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
    // Not even an empty attribute stays: htmx would carry it over, and the policy forbids it.
    for (const thing of this.changed) thing.removeAttribute("style");
    this.board.classList.remove("filming");
    this.layer.remove();
    this.sky.remove();
  }
}
