// The table: pick a card, see where it may go, stage, confirm.
// No rule lives here: the page lists the legal moves, this only filters them.
import { camera } from "./camera.js";
import { picture } from "./picture.js";
import "./clock.js";
import "./news.js";

(() => {
  const stage = $("#stage");
  document.documentElement.classList.add("scripted");

  let held = []; // ids of the cards picked: one, or two played together
  let more = false; // is the next card picked the second one?
  let aim = null; // "at 3,-1", "at 3,1/e" (a joint), "to 2" (a seat), "of 4" (a treasure), or ""
  let way = 0; // which of the moves with that aim
  let pay = ""; // the trolls paid with it
  let asked = null;

  const heldCards = () => held.map((id) => document.getElementById(id)).filter(Boolean);
  const heldCard = () => heldCards()[0];
  const keyOf = (cards) => cards.map((card) => card.dataset.card).sort().join(" ");
  const AIMS = ["at", "to", "of"];
  const aimOf = ({ dataset }) => AIMS.filter((kind) => dataset[kind]).map((kind) => `${kind} ${dataset[kind]}`)[0] || "";
  // With nothing picked: what takes no card.
  const moves = () => {
    if ($("[data-script]")) return []; // a scene is to be seen first
    const key = keyOf(heldCards());
    return all("#moves fieldset").filter((set) => set.dataset.card === key).flatMap((set) => all("button", set));
  };
  const aimed = () => moves().filter((move) => aimOf(move) === aim && !move.dataset.pays);
  const paying = () => {
    const plain = aimed()[way];
    const like = (move) => aimOf(move) === aim && move.dataset.turned === plain.dataset.turned;
    return plain ? moves().filter((move) => move.dataset.pays && like(move)) : [];
  };
  const staged = () => (aim === null ? null : paying().find((move) => move.dataset.pays === pay) || aimed()[way]);
  const cardsOf = (set) => set.dataset.card.split(" ").filter(Boolean);
  const paired = (card) => all("#moves fieldset").some((set) => cardsOf(set).length > 1 && cardsOf(set).includes(card));

  function say(words) {
    const says = $("#says");
    if (!says) return;
    says.innerHTML = words;
    $("#heard").textContent = says.textContent;
    return $("[data-cells]", says);
  }

  function show(id, shown, words) {
    const button = document.getElementById(id);
    if (!button) return;
    button.hidden = !shown;
    if (words) button.textContent = words;
  }

  function refresh() {
    const move = staged();
    picture.clear();
    for (const card of all(".hand a")) {
      card.role = "button";
      card.ariaPressed = String(held.includes(card.id));
    }
    const open = new Map(moves().map((other) => [aimOf(other), other]).reverse());
    for (const [where, other] of open) if (where.startsWith("at")) picture.cell(other, where, aim);
    for (const player of all(".player")) mark(player, `to ${player.dataset.seat}`, open).role = "button"; // with more words about them
    for (const treasure of all(".treasure")) mark(treasure, `of ${treasure.dataset.number}`, open, taking(treasure));
    if (move) picture.staged(move);
    const picked = held.length > 0;
    const loose = open.has("") && (open.size > 1 || !picked);
    show("drop", !move && loose && !more, open.get("")?.dataset.verb);
    const both = move && aimed().length > 1;
    show("second", held.length === 1 && !more && (!move || !aim) && !both && paired(heldCard()?.dataset.card));
    show("cancel", picked || move);
    show("pay", move && paying().length);
    if (move) $("#pay").ariaPressed = String(!!move.dataset.pays);
    show("turn", both, both && $("#turn").dataset[aimed().some((other) => other.dataset.turned) ? "turn" : "other"]);
    show("place", move, move?.dataset.verb);
    if (move) $("#place").value = move.value;
  }

  // A player or treasure to be aimed at; or a treasure to be taken at the end.
  function mark(thing, where, open, other) {
    const target = open.has(where) || !!other;
    const chosen = aim === where || (!!other && other === staged());
    thing.classList.toggle("target", target);
    thing.classList.toggle("aimed", chosen);
    thing.role = target ? "button" : null;
    thing.ariaPressed = target ? String(chosen) : null;
    thing.tabIndex = target || thing.dataset.seat ? 0 : -1;
    return thing;
  }
  const taking = (treasure) => aim !== null && aimed().find((move) => move.dataset.take === treasure.dataset.number);

  const noLine = () => say($("#says").dataset.lost);

  async function preview() {
    const move = staged();
    asked?.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(`${$("#table").dataset.preview}?move=${encodeURIComponent(move.value)}`, { signal: asked.signal });
      if (answer.redirected) return location.reload(); // signed out meanwhile
      const words = await answer.text();
      if (line.heard(answer.status)) noLine();
      else if (answer.ok && staged()?.value === move.value) picture.joined(say(words), aim);
    } catch ({ name }) {
      if (name !== "AbortError" && line.heard(0)) noLine();
    }
  }

  function pick(...ids) {
    [held, more, aim, way, pay] = [ids, false, null, 0, ""];
    const aims = new Set(moves().map(aimOf));
    if (ids.length) say(aims.size === 1 ? "" : prompt());
    else say($("#says")?.dataset.pick || "");
    if (ids.length && aims.size === 1) return put([...aims][0]);
    refresh();
    camera.reveal(all("#cells > g").map(placeOf));
  }

  // What to pick now: as the moves with these cards say it, if they do.
  const prompt = () => moves()[0]?.closest("fieldset").dataset.asks || $("#says").dataset.target;

  function put(where, next = 0, paid = "") {
    [aim, way, pay] = [where, next, paid];
    refresh();
    preview();
  }

  function payNext() {
    const ways = ["", ...paying().map((move) => move.dataset.pays)];
    put(aim, way, ways[(ways.indexOf(pay) + 1) % ways.length]);
  }

  function askSecond() {
    [more, aim] = [true, null];
    say($("#says").dataset.second);
    refresh();
    all(".hand a").find((card) => card.id !== held[0])?.focus();
  }

  // Pick cards by name, the same ones as before if possible; are all still there?
  function hold(cards, ids = []) {
    held = [];
    cards.forEach((card, n) => {
      const alike = all(".hand a").filter((a) => a.dataset.card === card && !held.includes(a.id));
      const again = alike.find((a) => a.id === ids[n]) || alike[0];
      if (again) held.push(again.id);
    });
    return held.length === cards.length;
  }

  function stageMove(move) {
    const { pays = "", turned } = move.dataset;
    aim = aimOf(move);
    put(aim, aimed().findIndex((other) => other === move || (pays && other.dataset.turned === turned)), pays);
  }

  // Advice is staged, never played.
  function take({ dataset }) {
    const move = all("#moves button").find((other) => other.value === dataset.stage);
    if (!move) return;
    more = false;
    hold(cardsOf(move.closest("fieldset")));
    stageMove(move);
    $("#place").focus();
  }

  function back() {
    const [where, from] = [aim, held.at(-1)];
    const sole = held.length && new Set(moves().map(aimOf)).size === 1;
    if (more || held.length > 1) {
      pick(held[0]);
      heldCard()?.focus();
    } else if (where !== null && !sole) {
      pick(...held);
      ($(`[data-aim="${where}"], ${THINGS}[aria-pressed="true"]`) || spot(where) || heldCard() || $("#drop"))?.focus();
    } else {
      pick();
      document.getElementById(from)?.focus();
    }
  }

  const THINGS = ":is(.player, .treasure).target";
  const spot = (where) => document.getElementById(where.replace("to ", "seat-").replace("of ", "treasure-"));

  const placeOf = (cell) => picture.middle(cell.dataset.aim.slice(3));
  function closest(far) {
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

  function choose({ dataset }) {
    const { aim: cell, seat, number } = dataset;
    const taken = number ? aimed().findIndex((move) => move.dataset.take === number) : -1;
    if (aim !== null && taken >= 0) return put(aim, taken);
    const where = cell || (seat ? `to ${seat}` : `of ${number}`);
    put(where, where === aim ? (way + 1) % aimed().length : 0);
  }

  on("click", (event) => {
    const hit = (what) => event.target.closest(what);
    const card = hit(".hand a");
    const target = hit(`[data-aim], ${THINGS}`) || (hit("#board") && nearest(event));
    if (card) {
      event.preventDefault();
      if (more && card.id !== held[0]) pick(held[0], card.id);
      else pick(...(held.includes(card.id) && (aim === null || held.length > 1) ? [] : [card.id]));
      if (held.length && event.detail === 0) ($('#cells [tabindex="0"]') || $(THINGS) || $("#place")).focus();
    } else if (hit(".figure.mine") && $("#place")) pick();
    else if (target && !camera.dragged()) {
      choose(target);
      if (event.detail === 0) $("#place").focus();
    } else if (hit("#drop")) {
      put("");
      $("#place").focus();
    } else if (hit("#second")) askSecond();
    else if (hit("#pay")) payNext();
    else if (hit("#turn")) put(aim, (way + 1) % aimed().length);
    else if (hit("#cancel")) back();
    else if (hit("#hint")) $("#advice").togglePopover(true);
    else if (hit("[data-stage]")) take(hit("[data-stage]"));
    else if (hit("[data-zoom]")) camera.zoomBy(hit("[data-zoom]").dataset.zoom);
  });

  // News may replace what a finger is on, and then no click follows: make up for it.
  const TAPPED = "[data-aim], .hand a, .player, .treasure.target";
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

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function nextCell(cell, [dx, dy]) {
    const [x, y] = placeOf(cell);
    return closest(([cx, cy]) => {
      const [along, across] = [(cx - x) * dx + (cy - y) * dy, Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx)];
      return along > 0 ? along + 3 * across : Infinity;
    });
  }

  on("keydown", (event) => {
    const here = event.target;
    const cell = here.closest?.("#cells > g");
    const arrow = ARROWS[event.key];
    if (event.key === "Escape" && !$(":popover-open") && (held.length || aim !== null)) back();
    else if (event.key === "h" && !event.ctrlKey && !event.metaKey && here.closest?.("#stage, #dock")) $("#hint")?.click();
    else if (event.key === "Enter" || event.key === " ") {
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
    else if (stage.contains(here) && "+=-0".includes(event.key)) camera.zoomBy({ "-": "out", 0: "fit" }[event.key] || "in");
    else return;
    event.preventDefault();
  });

  // Every request tells which pieces the page has: an answer leaves out what is still the same.
  // If another answer has come in between, that may be wrong by now, and all is asked for anew.
  const marks = () => all("[data-mark]").map(({ id, dataset }) => `${id}.${dataset.mark}`).join(" ");
  let late = false;
  on("htmx:configRequest", ({ detail, target }) => {
    detail.parameters.has = detail.has = marks();
    if (late && target.id === "poll") [detail.parameters.v, late] = ["", false];
  });

  // Before a swap remember, after it bring back: the view, the card picked, the move staged.
  let kept = null;
  on("htmx:beforeSwap", ({ detail }) => {
    if (!detail.shouldSwap) return; // no news
    late ||= detail.requestConfig.has !== marks();
    const focus = document.activeElement;
    kept = { played: detail.elt.id === "moves" && !detail.requestConfig.triggeringEvent?.submitter?.matches("[data-sure], .ask"), cards: heldCards().map((card) => card.dataset.card), ids: held, second: more, move: staged()?.value, dock: $("#dock").contains(focus) && focus.id, aim: focus?.dataset?.aim };
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
    const { played, cards, ids, second, move, dock, aim: cell } = kept;
    const done = played && !$("#said").firstElementChild; // nothing of it stays, not even a card of the same name
    kept = null;
    camera.again(cards.length);
    [more, aim, way, pay] = [second, null, 0, ""];
    if (done || !hold(cards, ids)) [held, more] = [[], false];
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
  function film() {
    if ($("#film li")) bring($("#table").dataset.film, ({ show }) => show({ camera, holding: () => held.length || aim !== null }));
  }

  $(".zoom").hidden = false;
  refresh();
  film();
})();
