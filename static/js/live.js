// News comes by a stream: a topic and its key. Where it is shown ([data-live]) with another key, it is asked for.
// Pages in sight share one stream: each holds its topic as a lock, and whoever gets the lock "live" reads for all.
const live = { up: false };
(() => {
  const [SOON, LATER] = [5000, 60000];
  const MOST = 12; // topics of a stream
  const WITHIN = { lobby: 2000, running: 8000 }; // many read these, and some table moves all the time
  const EVENT = /[^]*?event: (\w+)\ndata: (.*)\n\n/g;
  const topic = $("[data-live]").dataset.live;
  const mine = `on=${topic}`;
  // By plain http there are no locks: then every page reads for itself.
  const locks = navigator.locks || { request: async (name, how, act) => act(), query: () => ({ held: [{ name: mine }] }) };
  const channel = new BroadcastChannel("live");
  let seen = null; // while the page is in sight
  let reading = false; // for all pages in sight
  let stop = new AbortController();
  let pulse, soon, later, told, known;

  // --- what is told: {on, key} of news, {end} too if it is nothing for the reader any more; {} if there is no stream

  function hear({ on = topic, key, end }) {
    if (on !== topic || !seen) return;
    if (end) location.reload();
    live.up = !!key;
    told = key || told;
    later ||= setTimeout(look, Math.random() * (WITHIN[on] || 0));
  }

  function tell(news) {
    channel.postMessage(news);
    hear(news);
  }

  // An answer that is on its way may bring it: then after that.
  function look() {
    later = clearTimeout(later);
    const place = $("[data-live]");
    if (!told || !place || $(".htmx-request")) return;
    if (told !== (place.dataset.key ?? known)) htmx.trigger(place, "look");
    [known, told] = [told, ""];
  }
  on("htmx:afterRequest", () => setTimeout(look, 50));

  // --- the stream

  async function read() {
    if (!reading) return;
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    let [wait, text] = [SOON, ""];
    try {
      const held = (await locks.query()).held.map(({ name }) => name).filter((name) => name.startsWith("on="));
      const { ok, body } = await fetch(`/live/?${[...new Set(held)].slice(0, MOST).join("&")}`, { signal });
      if (!ok) throw (wait = LATER);
      const parts = body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part; !(part = await parts.read()).done; again(LATER, lost)) {
        text = (text + part.value).replace(EVENT, (_, name, data) => {
          const { on, key, in: rest } = JSON.parse(data);
          if (name === "restart") wait = 1000 + rest * 1000;
          else if (name === "bye") reading = false;
          if (name !== "restart") tell({ on, key: key || name, end: name === "end" });
          return "";
        });
      }
    } catch {} // no line, or no streams here
    if (signal.aborted) return;
    tell({});
    again(wait * (1 + Math.random()), read);
  }

  function again(wait, act) {
    clearTimeout(pulse);
    pulse = setTimeout(act, wait);
  }

  function lost() {
    tell({});
    read();
  }

  // --- who reads it

  function turn() {
    if (document.hidden === !seen) return;
    if (seen) {
      seen.abort();
      stop.abort();
      reading = live.up = false;
      seen = null;
    } else {
      seen = new AbortController();
      const { signal } = seen;
      const gone = new Promise((end) => on("abort", end, {}, signal));
      const begin = () => {
        reading = true;
        read();
        return gone;
      };
      locks.request(mine, { mode: "shared" }, () => gone);
      locks.request("live", { signal }, begin).catch(() => {}); // out of sight again
    }
    channel.postMessage("topics");
  }
  channel.onmessage = ({ data }) => {
    if (data !== "topics") return hear(data);
    clearTimeout(soon);
    soon = setTimeout(read, 300);
  };
  on("visibilitychange", turn);
  turn();
})();
