// A button copies the link of an invitation. Without this script, or without a clipboard, the link can be
// marked and copied by hand.
const offerCopy = () => {
  if (!navigator.clipboard) return;
  for (const button of all("button[data-copy]")) button.hidden = false;
};
offerCopy();
on("htmx:afterSwap", offerCopy);

on("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText($(`#${button.dataset.copy}`).value);
  button.textContent = button.dataset.copied;
});
