// Shows what was pushed: a title, a line, and where it leads. It keeps nothing and asks for nothing.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Only ever an address of this site, whatever the message says.
const inside = (url) => {
  const found = new URL(url || "/", self.location.origin);
  return found.origin === self.location.origin ? found.href : self.location.origin;
};

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {} // a message without words still has to be shown
  const { title, body, url, tag } = told;
  event.waitUntil(
    self.registration.showNotification(title || "Undermine", {
      body: body || "",
      data: { url: inside(url) },
      tag: tag || inside(url),
      renotify: true,
    }),
  );
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
