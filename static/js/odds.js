// What simulated rounds came to is told for the number of seats that is chosen.
$("[name=size]")?.addEventListener("change", ({ target }) => {
  for (const told of all("[data-players]")) told.hidden = told.dataset.players !== target.value;
});
