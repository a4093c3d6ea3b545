// Lists ask by themselves whether something has changed (htmx), where no stream tells of it. Out of sight they
// ask only every fourth time, for the number in the tab; in sight again, at once.
let [asked, told] = [0, false];

on("htmx:beforeRequest", (event) => {
  const { triggeringEvent } = event.detail.requestConfig;
  if (!event.target.matches("[data-poll]") || triggeringEvent) return;
  if (live.up || (document.hidden && ++asked % 4)) event.preventDefault();
});

// The first key of a stream belongs to what the page shows, or its turns have changed since; after another all is new.
on("htmx:configRequest", ({ detail, target }) => {
  if (!live.up || !target.matches("[data-poll]")) return;
  if (told) delete detail.parameters.v;
  told = true;
});

on("visibilitychange", () => {
  if (document.hidden) return;
  for (const list of all("[data-poll]")) htmx.trigger(list, "look");
});

// Whether the site is still there: asked often, since the lists themselves ask seldom.
const ping = () => document.hidden || (live.up && !line.lost) || fetch("/healthz", { cache: "no-store", credentials: "omit" }).then(({ status }) => line.heard(status), () => line.heard(0));
setInterval(ping, 5000);
on("online", ping, false, window);
