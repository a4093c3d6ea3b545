// The board's camera. All of it is the viewBox.
export const camera = (() => {
  const stage = $("#stage");
  const board = () => $("#board");
  let view = null; // null: fit; another one is kept until a round begins or a move is sent
  let sent, round;

  const fit = () => board().dataset.fit.split(" ").map(Number);
  const now = () => view || fit();
  function look(box, glides) {
    view = box;
    camera.go(now(), glides);
    stage.classList.toggle("zoomed", now()[3] < fit()[3]);
  }

  function zoom(by, x, y) {
    const [left, top, wide, high] = now();
    const next = Math.min(Math.max(wide * by, 200), fit()[2] * 2);
    by = next / wide;
    look([x - (x - left) * by, y - (y - top) * by, next, high * by]);
  }
  function zoomBy(how) {
    if (how === "fit") return look(null, true);
    const [x, y, wide, high] = now();
    zoom(how === "in" ? 0.8 : 1.25, x + wide / 2, y + high / 2);
  }
  function pan(dx, dy) {
    const [x, y, wide, high] = now();
    look([x + dx * wide, y + dy * wide, wide, high]);
  }

  // Move back until cards around these middles are seen; says how long that takes.
  function reveal(spots) {
    const [x, y, wide, high] = now();
    const left = Math.min(x, ...spots.map((spot) => spot[0] - 50));
    const top = Math.min(y, ...spots.map((spot) => spot[1] - 70));
    const right = Math.max(x + wide, ...spots.map((spot) => spot[0] + 50));
    const low = Math.max(y + high, ...spots.map((spot) => spot[1] + 70));
    const moves = right - left > wide || low - top > high;
    if (moves) look([left, top, right - left, low - top], true);
    return moves && camera.takes;
  }

  // The table has changed: the last move is in sight, unless a hand is busy with a card.
  function again(busy) {
    const here = board().dataset.round;
    look(sent || here !== round ? null : view, here === round);
    [sent, round] = [false, here];
    if (!busy) reveal(all(".last").map(({ x, y }) => [x.baseVal.value + 40, y.baseVal.value + 60]));
  }
  on("htmx:configRequest", ({ target }) => (sent ||= target.id === "moves"));

  const toBoard = ({ clientX, clientY }) => {
    const point = new DOMPoint(clientX, clientY).matrixTransform(board().getScreenCTM().inverse());
    return [point.x, point.y];
  };
  // Until hands.js is there it goes at once.
  const go = (box) => board().setAttribute("viewBox", box.join(" "));
  const camera = { again, dragged: () => false, go, look, now, pan, reveal, takes: 0, toBoard, zoom, zoomBy };
  again();
  bring($("#table").dataset.hands, ({ take }) => take(camera, stage));
  return camera;
})();
