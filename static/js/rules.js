// Finding a rule: what does not hold the words is put away. Without a script the browser's own search does.
const form = $(".rule-search");
const said = $("#found-rules");
const rules = all(".rule");
const text = (element) => element.textContent.toLowerCase();
const texts = rules.map((rule) => text(rule));

function find(words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  rules.forEach((rule, at) => {
    rule.hidden = !wanted.every((word) => texts[at].includes(word));
    found += !rule.hidden;
  });
  for (const chapter of all(".rule-chapter")) chapter.hidden = !$(".rule:not([hidden])", chapter);
  said.textContent = wanted.length ? (found ? `${found} / ${rules.length}` : form.dataset.none) : "";
}

form.hidden = false;
form.addEventListener("input", () => find($("input", form).value));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  $(".rule:not([hidden])")?.scrollIntoView();
});
// A link to a rule shows it, whatever is looked for.
on("hashchange", () => {
  if (!$(`${location.hash || "#main"}`)?.closest("[hidden]")) return;
  $("input", form).value = "";
  find("");
  $(location.hash).scrollIntoView();
}, false, window);
