// A chair is a choice (a select); with this script a tap goes on to its next state. At a new table chairs
// come and go; in a lobby what was tapped is sent, half a second after the last tap.
(() => {
  const PAUSE = 500;
  const waiting = new Map(); // chairs in a lobby that were tapped and are not sent yet: id of the choice, state
  let soon, focus;

  const chairs = () => all("[data-chair]");
  const choice = (chair) => $("select", chair);
  const stands = (chair) => choice(chair).value !== "none";

  function show(chair) {
    const select = choice(chair);
    chair.dataset.chair = select.value;
    chair.hidden = !stands(chair);
    $("[data-state]", chair).textContent = select.selectedOptions[0].text;
  }

  function say(chair) {
    const says = $("[data-chairs-say]");
    const label = $("label", chair).textContent.trim();
    const players = says.dataset.chairsSay.replace("{0}", chairs().filter(stands).length + 1);
    says.textContent = `${label}: ${choice(chair).selectedOptions[0].text}. ${players}`;
  }

  // What follows from how many there are: at a new table only.
  function count() {
    const row = $("[data-fewest]");
    if (!row) return;
    const players = chairs().filter(stands).length + 1;
    for (const told of all("[data-players]")) told.hidden = told.dataset.players !== `${players}`;
    for (const button of all("[data-add]")) {
      button.disabled = button.dataset.add > 0 ? players > chairs().length : players <= row.dataset.fewest;
    }
  }

  function begin() {
    for (const [id, state] of waiting) if ($(`#${id}`)) $(`#${id}`).value = state;
    for (const part of all("[data-tap], [data-chair-count]")) part.hidden = false;
    for (const part of all("[data-chair] :is(label, select), [data-set]")) part.hidden = true;
    chairs().forEach(show);
    count();
  }

  function send() {
    const [id, state] = waiting.entries().next().value ?? [];
    waiting.delete(id);
    const select = id && $(`#${id}`);
    if (!select) return;
    select.value = state;
    select.form.requestSubmit();
  }

  function tap(chair) {
    const select = choice(chair);
    const states = [...select.options].map(({ value }) => value).filter((value) => value !== "none");
    select.value = states[(states.indexOf(select.value) + 1) % states.length];
    show(chair);
    if ($("[data-fewest]")) return say(chair);
    waiting.set(select.id, select.value);
    clearTimeout(soon);
    soon = setTimeout(send, PAUSE);
  }

  // The last chair goes first.
  function add(number) {
    const there = chairs();
    const last = there.findLastIndex(stands);
    const chair = there[number > 0 ? last + 1 : last];
    choice(chair).value = number > 0 ? "free" : "none";
    show(chair);
    count();
    say(chair);
  }

  on("click", ({ target }) => {
    const button = target.closest("[data-tap], [data-add]");
    if (button?.dataset.add) add(+button.dataset.add);
    else if (button?.closest("[data-chair]")) tap(button.closest("[data-chair]"));
  });
  on("htmx:beforeSwap", () => (focus = document.activeElement?.id));
  on("htmx:afterSwap", () => {
    begin();
    if (focus && document.activeElement === document.body) $(`#${focus}`)?.focus();
    if (waiting.size) soon = setTimeout(send, PAUSE);
  });
  begin();
})();
