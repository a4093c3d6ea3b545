// By keyboard: from cell to cell, back, closer and further, and what the foreman would do.
import { camera } from "./camera.js";
import { aim, held } from "./choice.js";
import { back, placeOf } from "./staging.js";
import { closest, TAPPED } from "./taps.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const stage = $("#stage");

function nextCell(cell, [dx, dy]) {
  const [x, y] = placeOf(cell);
  return closest(([cx, cy]) => {
    const [along, across] = [(cx - x) * dx + (cy - y) * dy, Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx)];
    return along > 0 ? along + 3 * across : Infinity;
  });
}

on("keydown", (event) => {
  const { key, target: here } = event;
  const cell = here.closest?.("#cells > g");
  const arrow = ARROWS[key];
  if (key === "Escape" && !$(":popover-open") && (held.length || aim !== null)) back();
  else if (key === "h" && !event.ctrlKey && !event.metaKey && here.closest?.("#stage, #dock")) $("#hint")?.click();
  else if (key === "Enter" || key === " ") {
    if (!here.closest?.(TAPPED)) return;
    here.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } else if (cell && arrow) {
    const next = nextCell(cell, arrow);
    if (next) {
      cell.setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
    }
  } else if (here === stage && arrow) camera.pan(arrow[0] * 0.15, arrow[1] * 0.15);
  else if (stage.contains(here) && "+=-0".includes(key)) camera.zoomBy({ "-": "out", 0: "fit" }[key] || "in");
  else return;
  event.preventDefault();
});
