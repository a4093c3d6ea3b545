// The worker of the whole site. It shows what was pushed; and where there is no line, a page that says so, with the
// tables that this reader saw last. It answers nothing else: polls, moves and forms go by it, to the site or nowhere,
// and nothing is sent later. APP, what it must know of its release, stands before this (games/site/app/worker.py).
const MOST = 10; // tables that are kept
const SEEN = "seen:"; // what was seen last lies in a cache whose name ends with whose it is
const TABLE = /^\/t\/([a-z0-9]{12})\/$/;
const BOARD = /^\/offline\/boards\/([a-z0-9]{12})\.svg$/;
const kept = (code) => `/offline/seen/${code}`;
const INSTALLED = "app"; // an empty cache: a page has run as an app
// Only an app has an icon to count on, and some browsers without apps break down over it. 0 takes the number away.
const badge = async (turns) => (await caches.has(INSTALLED)) && navigator.setAppBadge?.(turns)?.catch(() => {});

// --- a release: its page and what that needs are there before it takes over, those of the last one go ---

const anybodys = (address, cache) => new Request(address, { credentials: "omit", cache });

async function install() {
  const shell = await caches.open(APP.shell);
  await shell.addAll(APP.files.map((address) => anybodys(address, "default")));
  await shell.addAll(Object.values(APP.pages).map((address) => anybodys(address, "reload")));
  await self.skipWaiting(); // an open table asks this worker for nothing, so nothing breaks there
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("shell:") && name !== APP.shell);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable(); // nobody waits until the worker is awake
  await self.clients.claim();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

// --- who reads: every answer says so. Is it somebody else, or nobody, what was kept is gone before they see the page ---

let reader; // of the last answer, while this worker is awake
let language;
let last = Promise.resolve();
const inTurn = (act) => (last = last.then(act, act)); // keeping and throwing away never overlap

const stores = async () => (await caches.keys()).filter((name) => name.startsWith(SEEN));

async function changed(by) {
  const others = (await stores()).filter((name) => name !== SEEN + by);
  await Promise.all(others.map((name) => caches.delete(name)));
  if (others.length || by === APP.nobody) await badge(0);
  await caches.open(SEEN + by); // also of nobody: then no answer that comes late is kept
  reader = by;
}

async function speaks(now) {
  const shell = await caches.open(APP.shell);
  await shell.put("/offline/", await shell.match(APP.pages[now], { ignoreVary: true }));
  language = now;
}

async function heard(answer) {
  const [by, now] = [answer.headers.get(APP.header), answer.headers.get("Content-Language")];
  if (by && by !== reader) await inTurn(() => changed(by)).catch(() => {});
  if (now in APP.pages && now !== language) await speaks(now).catch(() => {});
}

// --- what was seen last: the page of a table says when, the site what may be kept of it ---

async function keep(by, code, told) {
  const names = await stores();
  if (names.length && !names.includes(SEEN + by)) return; // somebody else reads by now
  const store = await caches.open(SEEN + by);
  await store.delete(kept(code)); // the newest stands last
  if (!told) return; // they may not look at it any more
  await store.put(kept(code), new Response(told));
  const tables = await store.keys();
  await Promise.all(tables.slice(0, -MOST).map((table) => store.delete(table)));
  await badge(JSON.parse(told).turns);
}

async function seen(page) {
  const [, code] = new URL(page).pathname.match(TABLE) || [];
  if (!code) return;
  const answer = await fetch(`/t/${code}/seen/`, { redirect: "manual" });
  const by = answer.headers.get(APP.header);
  if (!by || by === APP.nobody || !(answer.ok || answer.status === 404)) return;
  const told = answer.ok && (await answer.text());
  await inTurn(() => keep(by, code, told));
}

self.addEventListener("message", (event) => {
  const { data, source } = event;
  if (data === "seen") event.waitUntil(seen(source.url).catch(() => {})); // no line: the last time stays
  if (data === INSTALLED) event.waitUntil(caches.open(INSTALLED));
  if (Number.isInteger(data?.turns)) event.waitUntil(badge(data.turns));
});

// --- no line ---

async function withoutLine(method) {
  const shell = await caches.open(APP.shell);
  const here = navigator.language.slice(0, 2);
  const find = (address) => shell.match(address, { ignoreVary: true });
  const page = (await find("/offline/")) || (await find(APP.pages[here] || APP.pages.en));
  if (!page) return Response.error();
  const text = await page.text();
  const headers = { "Cache-Control": "no-store" };
  for (const name of ["Content-Type", "Content-Security-Policy"]) headers[name] = page.headers.get(name);
  return new Response(method === "GET" ? text : text.replace("data-sent hidden", "data-sent"), { status: 503, headers });
}

async function open(event) {
  let answer;
  try {
    answer = (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return withoutLine(event.request.method);
  }
  await heard(answer);
  return answer;
}

async function board(code) {
  for (const name of await stores()) {
    const { board } = (await (await (await caches.open(name)).match(kept(code)))?.json()) || {};
    if (board) return new Response(board, { headers: { "Content-Type": "image/svg+xml" } });
  }
  return Response.error();
}

const file = (request) => fetch(request).catch(() => caches.match(request.url, { cacheName: APP.shell, ignoreVary: true }));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  const [, code] = pathname.match(BOARD) || [];
  // A form goes by: only where the browser itself knows of no line, somebody says that it may not have arrived.
  if (request.mode === "navigate" && (request.method === "GET" || !navigator.onLine)) event.respondWith(open(event));
  else if (code) event.respondWith(board(code));
  else if (APP.files.includes(pathname)) event.respondWith(file(request));
});

// --- push ---

// Only ever an address of this site, whatever the message says.
const inside = (url) => {
  const found = new URL(url || "/", self.location.origin);
  return found.origin === self.location.origin ? found.href : self.location.origin;
};

// Whose turns they are says a mark: another reader's icon shows nothing of them.
async function count({ turns, reader: whose }) {
  const theirs = (await stores()).some((name) => name.startsWith(`${SEEN}${whose}.`));
  if (theirs && Number.isInteger(turns)) await badge(turns);
}

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {} // a message without words still has to be shown
  const { title, body, url, tag } = told;
  const shown = self.registration.showNotification(title || "Undermine", {
    body: body || "",
    data: { url: inside(url) },
    icon: APP.icon,
    tag: tag || inside(url),
    renotify: true,
  });
  event.waitUntil(Promise.all([shown, count(told)]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data.url;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const open = pages.find((page) => page.url.split("#")[0] === url);
      return open ? open.focus() : self.clients.openWindow(url);
    }),
  );
});
