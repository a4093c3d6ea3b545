// What is drawn on the board for who is to move: places to aim at, the staged move, what it joins.
export const picture = (() => {
  const [WIDE, HIGH] = [80, 120];

  function draw(tag, parent, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
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
  const box = (at, less = 0) => {
    const [x, y] = middle(at);
    return { x: x - WIDE / 2 + less, y: y - HIGH / 2 + less, width: WIDE - 2 * less, height: HIGH - 2 * less };
  };

  // One of the places that a move may be aimed at; `aim` is the one that is chosen, if any.
  function cell(move, where, aim) {
    const cells = $("#cells");
    const { at, cost } = move.dataset;
    const [x, y] = middle(at);
    const chosen = where === aim;
    const first = aim?.startsWith("at") ? chosen : !cells.children.length;
    const made = draw("g", cells, { role: "button", tabindex: first ? 0 : -1, "data-aim": where, "aria-pressed": chosen });
    made.ariaLabel = move.textContent;
    if (at.includes("/")) draw("circle", made, { class: "cell onto", cx: x, cy: y, r: 24 });
    else draw("rect", made, { class: move.value.startsWith("walk") ? "cell onto" : "cell", ...box(at, 3), rx: 6 });
    if (cost) draw("text", made, { class: "cost", x, y: y - 38 }).textContent = `−${cost}`;
  }

  function staged(move) {
    const ghost = $("#staged");
    const { at, turned } = move.dataset;
    if (!at) return;
    const [x, y] = middle(at);
    const { card, draws } = move.closest("fieldset").dataset;
    const put = (name, size) => draw("use", ghost, { href: `${$("#board").dataset.sprite}#${name}`, ...size });
    if (at.includes("/")) {
      put(`token-${card}`, { x: x - 20, y: y - 20, width: 40, height: 40 });
      draw("circle", ghost, { class: "frame", cx: x, cy: y, r: 24 });
      return;
    }
    if (draws) put(draws, { ...box(at), ...(turned && { transform: `rotate(180 ${x} ${y})` }) });
    if (move.value.startsWith("walk")) {
      const way = [$(".figure.mine").dataset.at, ...move.value.match(/\d+,\d+/g)];
      draw("polyline", ghost, { class: "route", points: way.map(middle).join(" ") });
    }
    draw("rect", ghost, { class: "frame", ...box(at) });
  }

  function joined(told, aim) {
    for (const at of told?.dataset.cells.split(" ") || []) {
      if (at && `at ${at}` !== aim) draw("rect", $("#staged"), { class: "joined", ...box(at, 2) });
    }
  }

  const clear = () => all("#cells, #staged").forEach((drawn) => drawn.replaceChildren());
  return { cell, clear, joined, middle, staged };
})();
