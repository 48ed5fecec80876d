// Keeps live regions quiet, current and undisturbing: see {% live %} in docs/face.md.
(() => {
  "use strict";
  const region = (element) => element?.closest?.("[data-live]");
  const opened = new Map();

  // Nobody looks, or somebody is typing in it: don't ask.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const live = event.target.matches?.("[data-live]") ? event.target : null;
    if (!live) return;
    const typing = document.activeElement?.matches("input, select, textarea")
      && live.contains(document.activeElement);
    if (document.hidden || typing) event.preventDefault();
  });

  // A reader's open explanations stay open when newer figures land.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const live = region(event.detail.target);
    if (!live?.id) return;
    opened.set(live.id, [...live.querySelectorAll("details[id][open]")].map((one) => one.id));
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const live = region(event.target);
    if (!live || !opened.has(live.id)) return;
    for (const id of opened.get(live.id)) document.getElementById(id)?.setAttribute("open", "");
    opened.delete(live.id);
    const status = document.getElementById("live-status");
    if (status && live.dataset.liveSays) status.textContent = live.dataset.liveSays;
  });
})();
