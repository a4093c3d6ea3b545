// Choosing an edition shows the rules that it sets; changing one of them makes them house rules. Without
// this script the server does the same with what is sent.
on("change", ({ target }) => {
  const form = target.closest("form[data-editions]");
  if (!form) return;
  if (target.name.startsWith("option_")) form.elements.preset.value = "house";
  if (target.name !== "preset") return;
  for (const [name, value] of Object.entries(JSON.parse(form.dataset.editions)[target.value] ?? {})) {
    form.elements[`option_${name}`].value = value;
  }
  $("#house-rules").open = target.value === "house";
});
