// How long is left goes on by itself, by the clock of the site; the words are the page's.
(() => {
  const words = $("[data-now]").dataset;
  const ahead = Date.now() / 1000 - words.now;
  setInterval(() => {
    for (const due of all("[data-due]")) {
      const left = Math.floor((due.dataset.due - Date.now() / 1000 + ahead) / 60);
      const [days, hours] = [Math.floor(left / 1440), Math.floor(left / 60)];
      const [said, ...parts] = left < 0 ? [words.over] : days ? [words.days, days, hours % 24] : hours ? [words.hours, hours, left % 60] : [words.minutes, left];
      due.textContent = said.replace(/\{(\d)\}/g, (_, n) => parts[n]);
    }
  }, 5000);
})();
