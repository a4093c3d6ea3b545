// The board under a hand: wheel, fingers and drags. Buttons and keys have files of their own. By itself the camera glides.
const GLIDE = 350; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function glide(camera) {
  const { go, now } = camera;
  let [shown, frame] = [now(), 0];
  camera.takes = calm.matches ? 0 : GLIDE;
  camera.go = (to, glides) => {
    cancelAnimationFrame(frame);
    const [from, began] = [shown, performance.now()];
    const step = (at) => {
      const left = glides ? Math.max(1 - Math.max(at - began, 0) / (camera.takes || 1), 0) ** 3 : 0;
      shown = to.map((end, n) => end + (from[n] - end) * left);
      go(shown);
      if (left) frame = requestAnimationFrame(step);
    };
    step(camera.takes ? began : Infinity);
  };
}

export function take(camera, stage) {
  const { look, now, toBoard, zoom } = camera;
  glide(camera);
  let dragged = false;
  const fingers = new Map();
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  camera.dragged = () => dragged;

  on("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.12 : 0.89, ...toBoard(event));
  }, { passive: false }, stage);

  on("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    if (!fingers.size) dragged = false;
    fingers.set(event.pointerId, event);
  }, false, stage);

  on("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const old = [...fingers.values()];
    if (!dragged && fingers.size === 1 && spread([event, before]) < 8) return;
    dragged = true;
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()];
      zoom(spread(old) / spread([a, b]), ...toBoard({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }));
    } else if (fingers.size === 1) {
      const [[x, y], [ox, oy]] = [toBoard(event), toBoard(before)];
      const [left, top, wide, high] = now();
      look([left + ox - x, top + oy - y, wide, high]);
    }
  });
  on("pointerup pointercancel", ({ pointerId }) => fingers.delete(pointerId));
  stage.classList.add("handy");
}
