// Lists and lobbies ask by themselves whether something has changed (htmx). Out of sight they ask
// only every fourth time, for the number in the tab; in sight again, at once.
let asked = 0;

on("htmx:beforeRequest", (event) => {
  if (!event.target.matches("[data-poll]") || !document.hidden) return;
  if (++asked % 4) event.preventDefault();
});

on("visibilitychange", () => {
  if (document.hidden) return;
  for (const list of all("[data-poll]")) htmx.trigger(list, "look");
});

// A link to copy: without this, or without a clipboard, it is there to be marked by hand.
const offerCopy = () => {
  if (!navigator.clipboard) return;
  for (const button of all("button[data-copy]")) button.hidden = false;
};
offerCopy();
on("htmx:afterSwap", offerCopy);

on("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
  button.textContent = button.dataset.copied;
});

// Whether the site is still there: asked often, since lists themselves ask seldom.
const ping = () => document.hidden || fetch("/healthz", { cache: "no-store", credentials: "omit" }).then(({ status }) => line.heard(status), () => line.heard(0));
setInterval(ping, 5000);
on("online", ping, false, window);
