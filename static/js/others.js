// The others at a table: how much of their talk is unread, the chat as a sheet over the table on a
// phone, more words about a player, and a second tap for what all of them would feel.
const box = $("#chat-box");
const chat = () => $("#chat");

// --- unread: what came later than the last line that was in sight; remembered here, by table ---

const KEY = `read ${location.pathname}`;
const remembered = () => {
  try {
    return +localStorage[KEY] || 0;
  } catch {
    return 0; // this browser keeps nothing
  }
};
let read = remembered();
let latest = chat().lastElementChild.textContent;

const said = (line) => Date.parse($("time", line).dateTime);
const inSight = () => box.open && !document.hidden && chat().getBoundingClientRect().top < innerHeight;

function count() {
  const unread = all("#chat li:not(.own):has(time)").filter((line) => said(line) > read);
  if (inSight()) note(unread.splice(0));
  for (const badge of all(".unread")) {
    badge.hidden = !unread.length;
    badge.textContent = unread.length;
    badge.role = "img";
    badge.ariaLabel = box.dataset.unread.replace("{0}", unread.length);
  }
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = unread.length ? `(${unread.length}) ${title}` : title;
}

function note(lines) {
  if (!lines.length) return;
  for (const line of lines) line.classList.add("new");
  read = Math.max(...lines.map(said));
  try {
    localStorage[KEY] = read;
  } catch {}
}

on("scroll visibilitychange", count, { passive: true });
on("storage", () => {
  read = remembered();
  count();
}, false, window);
on("htmx:afterSettle", () => {
  const now = chat().lastElementChild.textContent;
  if (box.open && now !== latest) toEnd();
  latest = now;
  count();
});

// --- the sheet: closed by Escape, a tap beside it, its title, and the way back ---

let before = null; // the box that was open
const isSheet = () => box.matches(":popover-open");

// The latest line stands lowest.
function toEnd() {
  for (const part of [chat(), box]) part.scrollTop = part.scrollHeight;
}

function open() {
  before = $(".box[open]");
  box.open = true;
  box.popover = "auto";
  box.showPopover();
  history.pushState("talk", "");
  chat().focus();
}

function closed() {
  box.popover = null;
  box.open = before === box;
  if (before) before.open = true;
  if (history.state === "talk") history.back();
  $("#talk")?.focus();
}

on("toggle", () => {
  if (isSheet() && !box.open) box.hidePopover();
  else if (box.popover && !isSheet()) closed();
  else if (box.open) toEnd();
  count();
}, false, box);
on("popstate", () => isSheet() && box.hidePopover(), false, window);

// --- taps ---

// What hurts is asked about first.
function ask(button) {
  button.textContent = button.dataset.sure;
  button.classList.add("armed");
}

function describe(player) {
  const person = $("#person");
  person.innerHTML = player.innerHTML;
  person.togglePopover();
}

on("click", (event) => {
  const hit = (what) => event.target.closest(what);
  if (hit("[data-sure]:not(.armed)")) ask(hit("[data-sure]"));
  else if (hit("#talk")) open();
  else if (hit(".player:not(.target)")) return describe(hit(".player"));
  else return;
  event.preventDefault();
}, true);

count();

// --- a role that was peeked at hides again: somebody may look over a shoulder ---

on("toggle", ({ target }) => target.matches(".peek[open]") && setTimeout(() => (target.open = false), 6000), true);
