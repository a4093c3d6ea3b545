// Choosing an edition shows the rules it sets, and changing one of them makes it the house's own.
// Without this script the server does the same with what is sent.
const form = document.querySelector("form[data-presets]");
const presets = JSON.parse(form?.dataset.presets ?? "{}");

form?.addEventListener("change", ({ target }) => {
  if (target.name.startsWith("option_")) form.elements.preset.value = "house";
  if (target.name !== "preset") return;
  for (const [name, value] of Object.entries(presets[target.value] ?? {})) {
    form.elements[`option_${name}`].value = value;
  }
  document.getElementById("house-rules").open = target.value === "house";
});
