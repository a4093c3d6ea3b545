// Push in this browser: asks for permission, subscribes, and hands the subscription to the site by
// an ordinary form. Without this the list of browsers can still be read and cut.
(() => {
  const box = $("#push");
  const form = $("#push-form");
  const [turnOn, turnOff] = [$("#push-on"), $("#push-off")];
  if (!box) return;

  const say = (word) => {
    const words = $(`[data-word="${word}"]`, $("#push-words").content);
    $("#push-says").textContent = words.textContent;
  };
  const show = (word, subscribed) => {
    say(word);
    form.hidden = subscribed === undefined;
    turnOn.hidden = subscribed;
    turnOff.hidden = !subscribed;
  };

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && box.dataset.key;

  async function fingerprint(endpoint) {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
  }

  // The row of this browser in the list below, if the site knows of it.
  async function ownRow(subscription) {
    if (!subscription) return null;
    return $(`[data-endpoint="${await fingerprint(subscription.endpoint)}"]`, box);
  }

  const registered = () => navigator.serviceWorker.getRegistration(box.dataset.worker);
  const current = async () => (await registered())?.pushManager.getSubscription();

  async function look() {
    if (!able) return show("unable");
    if (Notification.permission === "denied") return show("refused");
    const known = await ownRow(await current());
    show(known ? "on" : "off", !!known);
  }

  async function subscribe() {
    say("working");
    const permission = await Notification.requestPermission();
    if (permission !== "granted") return show(permission === "denied" ? "refused" : "off", permission === "denied" ? undefined : false);
    await navigator.serviceWorker.register(box.dataset.worker);
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = bytes(box.dataset.key);
    const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    form.elements.endpoint.value = found.endpoint;
    for (const name of ["p256dh", "auth"]) form.elements[name].value = text(found.getKey(name));
    form.submit();
  }

  on("submit", (event) => {
    event.preventDefault();
    subscribe().catch(() => show("failed", false));
  }, false, form);

  on("click", async () => {
    say("working");
    const subscription = await current();
    const row = await ownRow(subscription);
    await subscription?.unsubscribe();
    row?.querySelector("form").submit();
  }, false, turnOff);

  look();
})();
