// What is this card? Its name and a line on what it does: by press and hold, by hovering, by a right
// click, by the ? key and by the ? below the board. Loaded once the table stands.
// The words come from the page of all cards, which is asked for once.
const { cards: address, close, explainSheet } = $("#table").dataset;
const HOLD = 500;
const HOVER = 700;
const STILL = 10;

const box = document.createElement("section");
box.id = "card-help";
box.className = "card-help";
box.popover = "manual";
box.tabIndex = -1;
box.setAttribute("role", "dialog");
box.setAttribute("aria-labelledby", "card-help-name");
document.body.append(box);
document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: explainSheet }));

let page;
const cards = () =>
  (page ||= fetch(address)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
    .then((text) => new DOMParser().parseFromString(text, "text/html"))
    .catch(() => (page = null)));

// A card of the hand says what it is; anything else on the table is known by its drawing.
const held = (target) => target.closest?.("[data-help]");
function subject(target) {
  if (held(target)) return held(target).dataset.help;
  const thing = target.closest?.("#board, .players, .treasures") && target.closest("use, .treasure, .figure, .badge");
  const use = thing?.matches("use") ? thing : thing && $("use", thing);
  return use?.getAttribute("href").split("#")[1];
}

let from = null; // where the focus was
let hovered = false;
const shown = () => box.matches(":popover-open");

async function explain(name, why, focus) {
  const all = await cards();
  const found = all?.getElementById(`card-${name}`);
  if (!found) return false;
  const [title, words] = [document.createElement("h3"), document.createElement("div")];
  Object.assign(title, { id: "card-help-name", textContent: $("b", found).textContent });
  words.append(title, $(".thing + p", found).cloneNode(true));
  if (why) words.append(Object.assign(document.createElement("p"), { className: "why", textContent: why }));
  words.append(($(".to-rule", found) || all.getElementById("to-rules")).cloneNode(true));
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×", ariaLabel: close });
  box.replaceChildren($("svg", found).cloneNode(true), words, button);
  // Above the hand, so that it covers no card there.
  box.style.bottom = `${Math.min(innerHeight / 2, innerHeight - $("#dock").getBoundingClientRect().top + 8)}px`;
  if (!shown()) box.showPopover();
  if (!focus) return true;
  from ||= document.activeElement;
  box.focus();
  return true;
}

function hide() {
  if (!shown()) return;
  box.hidePopover();
  if (from?.isConnected) from.focus();
  [from, hovered] = [null, false];
}

const about = (target, focus) => explain(subject(target), held(target)?.dataset.why, focus);

// Press and hold; the click that ends it picks nothing.
let timer = 0;
let start = null;
let swallow = false;
const stop = () => clearTimeout(timer);
on("pointerdown", (event) => {
  if (shown() && !box.contains(event.target)) hide();
  stop();
  swallow = false;
  if (event.pointerType === "mouse" || !subject(event.target)) return;
  start = event;
  timer = setTimeout(async () => (swallow = await about(event.target, false)), HOLD);
});
on("pointermove", ({ clientX, clientY }) => start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > STILL && stop());
on("pointerup pointercancel", stop);
on("click", (event) => {
  if (box.contains(event.target)) return event.target.closest("button") && hide();
  const asked = event.target.closest("#what-is-it");
  const picked = $(".hand [aria-pressed='true']");
  if (swallow || (asked && picked)) {
    event.preventDefault();
    event.stopPropagation();
  }
  if (asked && picked) about(picked, true);
  swallow = false;
}, true);
on("contextmenu", (event) => {
  if (!subject(event.target)) return;
  event.preventDefault();
  stop();
  about(event.target, false).then((done) => (swallow = done && event.pointerType === "touch"));
});

// Hovering explains what is in the hand, and there alone: the board is for aiming.
let over = null;
on("pointerover", ({ target, pointerType }) => {
  if (target.closest?.("#board, .hand")) over = target;
  const card = held(target);
  if (pointerType !== "mouse" || !card) return;
  stop();
  timer = setTimeout(async () => (hovered = await about(card, false)), HOVER);
});
on("pointerout", ({ target, relatedTarget }) => {
  if (!held(target)?.contains(relatedTarget)) {
    if (held(target)) stop();
    if (hovered && !box.contains(relatedTarget)) hide();
  }
});

on("keydown", (event) => {
  if (event.key === "Escape" && shown()) {
    hide();
    event.stopPropagation();
  } else if (event.key === "?" && !event.target.closest("input, textarea")) {
    const here = [document.activeElement, $(".hand [aria-pressed='true']"), over].find((thing) => thing?.isConnected && subject(thing));
    if (here) about(here, true);
    else $("#what-is-it").click();
  }
}, true);
