// The home page and lobbies ask by themselves whether something has changed (htmx). Out of sight they
// ask only every fourth time, for the number in the tab; in sight again, at once.
let asked = 0;

on("htmx:beforeRequest", (event) => {
  if (!event.target.matches("[data-poll]") || !document.hidden) return;
  if (++asked % 4) event.preventDefault();
});

on("visibilitychange", () => {
  if (document.hidden) return;
  for (const list of all("[data-poll]")) htmx.trigger(list, "look");
});

// Whether the site is still there: asked often, since the lists themselves ask seldom.
const ping = () => document.hidden || fetch("/healthz", { cache: "no-store", credentials: "omit" }).then(({ status }) => line.heard(status), () => line.heard(0));
setInterval(ping, 5000);
on("online", ping, false, window);
