// Were the deals fair? Loaded when the first seed is shown, at the end of a round.
const bytes = (hex) => hex.match(/../g).map((pair) => parseInt(pair, 16));

export async function check(deals) {
  if (!window.crypto?.subtle) return;
  for (const deal of deals) {
    const { salt, seed, commitment } = deal.dataset;
    const hash = await crypto.subtle.digest("SHA-256", new Uint8Array([...bytes(salt), ...bytes(seed)]));
    const found = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    deal.querySelector(found === commitment ? "[data-fair]" : "[data-foul]").hidden = false;
  }
}
