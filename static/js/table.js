// The table: pick a card, see where it may go, stage, confirm; pan and zoom; look for news.
// No rule lives here: the page lists the legal moves, and this only filters them by card and target.
(() => {
  const $ = (what, root = document) => root.querySelector(what);
  const all = (what, root = document) => [...root.querySelectorAll(what)];
  const SVG = "http://www.w3.org/2000/svg";
  const [WIDE, HIGH] = [80, 120];
  const AWAKE = 120000;
  const stage = $("#stage");
  if (!stage) return;
  document.documentElement.classList.add("scripted");

  // ---- picking and staging ----
  let held = []; // ids of the cards picked from the hand: one, or two that are played together
  let more = false; // is the next card picked the second one?
  let aim = null; // what it is aimed at: "at 3,-1", "to 2" or "" for nothing
  let way = 0; // which of the moves with that aim
  let pay = ""; // the trolls paid with it
  let asked = null;

  const heldCards = () => held.map((id) => document.getElementById(id)).filter(Boolean);
  const heldCard = () => heldCards()[0];
  const keyOf = (cards) => cards.map((card) => card.dataset.card).sort().join(" ");
  const aimOf = ({ dataset }) => (dataset.at ? `at ${dataset.at}` : dataset.to ? `to ${dataset.to}` : "");
  // With nothing picked: what takes no card, such as a troll to be paid or a goal to be laid.
  const moves = () => {
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
  const paired = (card) => all("#moves fieldset").some((set) => set.dataset.card.includes(" ") && set.dataset.card.split(" ").includes(card));

  function draw(tag, parent, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    parent.append(made);
    return made;
  }
  const corner = (at) => at.split(",").map((n, i) => n * (i ? HIGH : WIDE));

  function say(words) {
    const says = $("#says");
    if (!says) return;
    says.innerHTML = words;
    $("#heard").textContent = says.textContent;
    return $("[data-cells]", says);
  }

  function show(id, on, words) {
    const button = document.getElementById(id);
    if (!button) return;
    button.hidden = !on;
    if (words) button.textContent = words;
  }

  // Everything that shows what is picked and staged, drawn anew.
  function refresh() {
    const [cells, ghost, move] = [$("#cells"), $("#staged"), staged()];
    cells.replaceChildren();
    ghost.replaceChildren();
    for (const card of all(".hand a")) {
      card.role = "button";
      card.ariaPressed = String(held.includes(card.id));
    }
    const open = new Map(moves().map((other) => [aimOf(other), other]).reverse());
    for (const [where, other] of open) if (where.startsWith("at")) drawCell(cells, where, other);
    for (const player of all(".player")) markPlayer(player, open.has(`to ${player.dataset.seat}`));
    if (move) drawStaged(ghost, move);
    const loose = open.has("") && open.size > 1;
    const picked = held.length > 0;
    show("drop", picked && !move && loose && !more, open.get("")?.dataset.verb);
    show("second", held.length === 1 && !more && (!move || !aim) && paired(heldCard()?.dataset.card));
    show("cancel", picked || move);
    show("pay", move && paying().length);
    if ($("#pay")) $("#pay").ariaPressed = String(!!move?.dataset.pays);
    const both = move && aimed().length > 1;
    show("turn", both, both && (move.dataset.at ? $("#turn").dataset.turn : $("#turn").dataset.other));
    show("place", move, move?.dataset.verb);
    if (move) $("#place").value = move.value;
  }

  function drawCell(cells, where, move) {
    const [x, y] = corner(move.dataset.at);
    const chosen = where === aim;
    const first = aim?.startsWith("at") ? chosen : !cells.children.length;
    const cell = draw("g", cells, { role: "button", tabindex: first ? 0 : -1, "data-aim": where, "aria-pressed": chosen });
    cell.ariaLabel = move.textContent;
    draw("rect", cell, { class: "cell", x: x + 3, y: y + 3, width: WIDE - 6, height: HIGH - 6, rx: 6 });
  }

  function markPlayer(player, open) {
    const chosen = aim === `to ${player.dataset.seat}`;
    player.classList.toggle("target", open);
    player.classList.toggle("aimed", chosen);
    for (const [name, value] of [["role", "button"], ["tabindex", 0], ["aria-pressed", chosen]]) {
      if (open) player.setAttribute(name, value);
      else player.removeAttribute(name);
    }
  }

  function drawStaged(ghost, move) {
    const { dataset } = move;
    if (!dataset.at) return;
    const [x, y] = corner(dataset.at);
    const size = { x, y, width: WIDE, height: HIGH };
    const { draws } = move.closest("fieldset").dataset;
    if (draws) {
      const turn = dataset.turned ? { transform: `rotate(180 ${x + WIDE / 2} ${y + HIGH / 2})` } : {};
      draw("use", ghost, { href: `${$("#board").dataset.sprite}#${draws}`, ...size, ...turn });
    }
    draw("rect", ghost, { class: "frame", ...size });
  }

  // What the staged card would join to the start.
  function joined(told) {
    for (const at of told?.dataset.cells.split(" ") || []) {
      if (!at || `at ${at}` === aim) continue;
      const [x, y] = corner(at);
      draw("rect", $("#staged"), { class: "joined", x: x + 2, y: y + 2, width: WIDE - 4, height: HIGH - 4 });
    }
  }

  async function preview() {
    const move = staged();
    asked?.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(`${$("#table").dataset.preview}?move=${encodeURIComponent(move.value)}`, { signal: asked.signal });
      const words = await answer.text();
      if (answer.ok && staged()?.value === move.value) joined(say(words));
    } catch {} // a newer question, or no line: the picture says it too
  }

  function pick(...ids) {
    [held, more, aim, way, pay] = [ids, false, null, 0, ""];
    const aims = new Set(moves().map(aimOf));
    if (ids.length) say(aims.size === 1 ? "" : $("#says").dataset.target);
    else say($("#says")?.dataset.pick || "");
    if (ids.length && aims.size === 1) return put([...aims][0]);
    refresh();
    if (ids.length) reveal();
  }

  function put(where, next = 0, paid = "") {
    [aim, way, pay] = [where, next, paid];
    refresh();
    preview();
  }

  // Without paying, then each way of paying in turn.
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

  // A hint is staged, never played.
  function takeHint(text) {
    const move = all("#moves button").find((other) => other.value === text);
    const free = all(".hand a");
    held = [];
    for (const card of move?.closest("fieldset").dataset.card.split(" ").filter(Boolean) || []) {
      held.push(free.splice(free.findIndex((a) => a.dataset.card === card), 1)[0].id);
    }
    if (!move) return;
    [more, aim, way, pay] = [false, aimOf(move), 0, ""];
    const like = (other) => other === move || (move.dataset.pays && other.dataset.turned === move.dataset.turned);
    put(aim, Math.max(0, aimed().findIndex(like)), move.dataset.pays || "");
  }

  function back() {
    const [where, from] = [aim, held.at(-1)];
    const sole = held.length && new Set(moves().map(aimOf)).size === 1;
    if (more || held.length > 1) {
      pick(held[0]);
      heldCard()?.focus();
    } else if (where !== null && !sole) {
      pick(...held);
      ($(`[data-aim="${where}"]`) || $(`#seat-${where.slice(3)}`) || heldCard())?.focus();
    } else {
      pick();
      document.getElementById(from)?.focus();
    }
  }

  document.addEventListener("click", (event) => {
    const hit = (what) => event.target.closest(what);
    const card = hit(".hand a");
    const target = hit("[data-aim], .player.target");
    if (card) {
      event.preventDefault();
      if (more && card.id !== held[0]) pick(held[0], card.id);
      else pick(...(held.includes(card.id) && (aim === null || held.length > 1) ? [] : [card.id]));
      if (held.length && event.detail === 0) ($('#cells [tabindex="0"]') || $(".player.target") || $("#place")).focus();
    } else if (target && !dragged) {
      const where = target.dataset.aim || `to ${target.dataset.seat}`;
      put(where, where === aim ? (way + 1) % aimed().length : 0);
      if (event.detail === 0) $("#place").focus();
    } else if (hit("#drop")) {
      put("");
      $("#place").focus();
    } else if (hit("#second")) askSecond();
    else if (hit("#pay")) payNext();
    else if (hit("#turn")) put(aim, (way + 1) % aimed().length);
    else if (hit("#cancel")) back();
    else if (hit("[data-zoom]")) zoomBy(hit("[data-zoom]").dataset.zoom);
  });

  // News may replace what a finger is on, and then no click follows: make up for it.
  const TAPPED = "[data-aim], .hand a, .player.target";
  const nameOf = (thing) => thing.dataset.aim || thing.id;
  let pressed = null;
  window.addEventListener("pointerdown", ({ target }) => (pressed = target.closest(TAPPED)));
  window.addEventListener("pointerup", ({ clientX, clientY }) => {
    const here = document.elementFromPoint(clientX, clientY)?.closest(TAPPED);
    if (here && pressed && !pressed.isConnected && !dragged && nameOf(here) === nameOf(pressed)) {
      here.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    }
    pressed = null;
  });

  // ---- by keyboard ----
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function nextCell(cell, [dx, dy]) {
    const at = (other) => other.dataset.aim.slice(3).split(",").map(Number);
    const [x, y] = at(cell);
    const far = (other) => {
      const [ox, oy] = at(other);
      const [along, across] = [(ox - x) * dx + (oy - y) * dy, Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx)];
      return along > 0 ? along + 3 * across : Infinity;
    };
    const others = all("#cells > g").filter((other) => far(other) < Infinity);
    return others.sort((a, b) => far(a) - far(b))[0];
  }

  document.addEventListener("keydown", (event) => {
    touched = Date.now();
    const here = event.target;
    const cell = here.closest?.("#cells > g");
    const arrow = ARROWS[event.key];
    if (event.key === "Escape" && (held.length || aim !== null)) back();
    else if (event.key === "Enter" || event.key === " ") {
      if (!here.closest?.("[data-aim], .player.target, .hand a")) return;
      here.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    } else if (cell && arrow) {
      const next = nextCell(cell, arrow);
      if (next) {
        cell.setAttribute("tabindex", -1);
        next.setAttribute("tabindex", 0);
        next.focus();
      }
    } else if (here === stage && arrow) pan(arrow[0] * 0.15, arrow[1] * 0.15);
    else if (stage.contains(here) && "+=-0".includes(event.key)) zoomBy({ "-": "out", 0: "fit" }[event.key] || "in");
    else return;
    event.preventDefault();
  });

  // ---- pan and zoom: all of it is the viewBox ----
  let view = null; // null: fit
  let dragged = false;
  const fingers = new Map();

  const fit = () => $("#board").dataset.fit.split(" ").map(Number);
  const now = () => view || fit();
  function look(box) {
    view = box;
    $("#board").setAttribute("viewBox", now().join(" "));
    stage.classList.toggle("zoomed", !!view);
  }

  function zoom(by, x, y) {
    const [left, top, wide, high] = now();
    const [whole] = [fit()[2]];
    const next = Math.min(Math.max(wide * by, WIDE * 2.5), whole * 2);
    by = next / wide;
    look([x - (x - left) * by, y - (y - top) * by, next, high * by]);
  }
  function zoomBy(how) {
    if (how === "fit") return look(null);
    const [x, y, wide, high] = now();
    zoom(how === "in" ? 0.8 : 1.25, x + wide / 2, y + high / 2);
  }
  function pan(dx, dy) {
    const [x, y, wide, high] = now();
    look([x + dx * wide, y + dy * wide, wide, high]);
  }

  // Move back as far as it takes to see every place for the card picked.
  function reveal() {
    const spots = moves().filter((move) => move.dataset.at).map((move) => corner(move.dataset.at));
    const [x, y, wide, high] = now();
    const left = Math.min(x, ...spots.map((spot) => spot[0] - 10));
    const top = Math.min(y, ...spots.map((spot) => spot[1] - 10));
    const right = Math.max(x + wide, ...spots.map((spot) => spot[0] + WIDE + 10));
    const low = Math.max(y + high, ...spots.map((spot) => spot[1] + HIGH + 10));
    if (right - left > wide || low - top > high) look([left, top, right - left, low - top]);
  }

  const toBoard = ({ clientX, clientY }) => {
    const point = new DOMPoint(clientX, clientY).matrixTransform($("#board").getScreenCTM().inverse());
    return [point.x, point.y];
  };
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.12 : 0.89, ...toBoard(event));
  }, { passive: false });

  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    if (!fingers.size) dragged = false;
    fingers.set(event.pointerId, event);
  });

  window.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const old = [...fingers.values()];
    const moved = Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (!dragged && fingers.size === 1 && moved < 8) return;
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
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }

  // ---- news, and what survives it ----
  let touched = Date.now();
  let beat = 0;
  const awake = () => !document.hidden && Date.now() - touched < AWAKE;
  const ask = () => document.hidden || htmx.trigger("#poll", "look");
  for (const sign of ["pointerdown", "pointermove", "wheel", "scroll"]) {
    window.addEventListener(sign, () => (touched = Date.now()), { passive: true });
  }
  setInterval(() => {
    beat += 1;
    tick();
    if (awake() && !$("#poll").dataset.ended ? true : beat % 4 === 0) ask();
  }, 5000);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("pageshow", (event) => event.persisted && ask());
  document.body.addEventListener("htmx:configRequest", ({ detail, target }) => {
    if (target.id === "poll") detail.parameters.seen = awake() ? 1 : 0;
  });

  // How long is left goes on by itself, by the clock of the site; the words are the page's.
  const words = $("#table").dataset;
  const ahead = Date.now() / 1000 - words.now;
  function tick() {
    for (const due of all("[data-due]")) {
      const left = Math.floor((due.dataset.due - Date.now() / 1000 + ahead) / 60);
      const [days, hours] = [Math.floor(left / 1440), Math.floor(left / 60)];
      const [said, ...parts] = left < 0 ? [words.over] : days ? [words.days, days, hours % 24] : hours ? [words.hours, hours, left % 60] : [words.minutes, left];
      due.textContent = said.replace(/\{(\d)\}/g, (_, n) => parts[n]);
    }
  }

  // Before a swap remember, after it bring back: the view, the card picked, the move staged.
  let kept = null;
  document.body.addEventListener("htmx:beforeSwap", () => {
    const focus = document.activeElement;
    kept = { cards: heldCards().map((card) => card.dataset.card), ids: held, second: more, pay, move: staged()?.value, dock: $("#dock").contains(focus), aim: focus?.dataset?.aim };
  });
  document.body.addEventListener("htmx:afterSettle", settle);
  document.body.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.elt;
    if (detail.successful && form.matches?.(".say")) form.reset();
    settle();
  });

  for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.body.addEventListener(failure, ({ detail }) => {
      if (detail.requestConfig?.verb !== "post") return;
      const words = document.createElement("p");
      words.className = "message error";
      words.textContent = $("#table").dataset.lost;
      $("#said").replaceChildren(words);
    });
  }

  function settle() {
    if (!kept) return;
    const { cards, ids, second, pay: paid, move, dock, aim: cell } = kept;
    kept = null;
    look(view);
    [held, more, aim, way, pay] = [[], second, null, 0, ""];
    cards.forEach((card, n) => {
      const alike = all(".hand a").filter((a) => a.dataset.card === card && !held.includes(a.id));
      const again = alike.find((a) => a.id === ids[n]) || alike[0];
      if (again) held.push(again.id);
    });
    if (held.length < cards.length) [held, more] = [[], false];
    const found = moves().find((other) => other.value === move);
    if (found) {
      aim = aimOf(found);
      way = aimed().findIndex((other) => other === found || (found.dataset.pays && other.dataset.turned === found.dataset.turned));
      pay = paid;
      preview();
    } else if (held.length) say(more ? $("#says").dataset.second : $("#says").dataset.target);
    else $("#heard").textContent = $("#says").textContent;
    refresh();
    if ($("#dock").dataset.hint) takeHint($("#dock").dataset.hint);
    if (cell) $(`[data-aim="${cell}"]`)?.focus();
    if (dock && document.activeElement === document.body) $("#dock").focus();
  }

  // ---- were the deals fair? ----
  const bytes = (hex) => hex.match(/../g).map((pair) => parseInt(pair, 16));
  async function check() {
    if (!window.crypto?.subtle) return;
    for (const deal of all("[data-seed]:has([data-fair][hidden])")) {
      const { salt, seed, commitment } = deal.dataset;
      const hash = await crypto.subtle.digest("SHA-256", new Uint8Array([...bytes(salt), ...bytes(seed)]));
      const found = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      $(found === commitment ? "[data-fair]" : "[data-foul]", deal).hidden = false;
    }
  }

  // Whatever brought a deal's seed to the page, and in whatever order answers came, it is checked.
  for (const news of ["htmx:oobAfterSwap", "htmx:afterRequest", "htmx:afterSettle"]) document.body.addEventListener(news, check);

  $(".zoom").hidden = false;
  if ($("#dock").dataset.hint) takeHint($("#dock").dataset.hint);
  check();
  refresh();
})();
