// Buttons copy the link of an invitation, and hand it to other apps of a phone. Without this script, or where
// a browser can do neither, the link can be marked and copied by hand.
const offerLink = () => {
  for (const button of all("button[data-copy]")) button.hidden = !navigator.clipboard;
  for (const button of all("button[data-share]")) button.hidden = !navigator.share;
};
offerLink();
on("htmx:afterSwap", offerLink);

on("click", async ({ target }) => {
  const button = target.closest("button:is([data-copy], [data-share])");
  if (!button) return;
  const { copy, copied, share, title } = button.dataset;
  const { value: url } = $(`#${copy ?? share}`);
  if (share) return navigator.share({ title, url }).catch(() => {}); // thought better of it
  await navigator.clipboard.writeText(url);
  button.textContent = copied;
});
