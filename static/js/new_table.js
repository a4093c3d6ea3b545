// Choosing an edition shows the rules that it sets; changing one of them makes them house rules. Without
// this script the server does the same with what is sent.
const form = $("form[data-presets]");
const presets = JSON.parse(form?.dataset.presets ?? "{}");

form?.addEventListener("change", ({ target }) => {
  if (target.name.startsWith("option_")) form.elements.preset.value = "house";
  if (target.name !== "preset") return;
  for (const [name, value] of Object.entries(presets[target.value] ?? {})) {
    form.elements[`option_${name}`].value = value;
  }
  $("#house-rules").open = target.value === "house";
});

// What simulated rounds came to is told for the number of seats that is chosen.
$("[name=size]")?.addEventListener("change", ({ target }) => {
  for (const told of all("[data-players]")) told.hidden = told.dataset.players !== target.value;
});
