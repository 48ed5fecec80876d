// Keeps what is typed into a long form: on the device at once, with us a moment later. The form works without it.
(() => {
  "use strict";
  const form = document.querySelector("[data-kept-form]");
  if (!form) return;
  const NOT_KEPT = new Set(["csrfmiddlewaretoken", "action", "token"]);
  const key = form.dataset.draft;
  const state = form.querySelector("[data-draft-state]");
  let waiting = null;
  let sent = false;

  const values = () => [...new FormData(form)].filter(([name, value]) => !NOT_KEPT.has(name) && typeof value === "string");
  const say = (text) => { if (state) state.textContent = text; };

  const onDevice = () => {
    try {
      localStorage.setItem(key, JSON.stringify({ at: Date.now(), values: values() }));
    } catch { /* storage is full or forbidden: the server keeps it */ }
  };

  const drop = () => {
    try {
      localStorage.removeItem(key);
    } catch { /* there was none */ }
  };

  const save = async () => {
    waiting = null;
    const data = new FormData();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") data.append(name, value);
    data.set("action", "save");
    try {
      const response = await fetch(location.pathname, {
        method: "POST", body: data, headers: { "X-Draft": "script" }, credentials: "same-origin", redirect: "error",
      });
      if (response.status !== 204) throw new Error("not kept");
      if (!waiting) drop();
      say(form.dataset.stateKept);
    } catch {
      onDevice();
      say(form.dataset.stateDevice);
    }
  };

  const restore = (kept) => {
    const map = new Map();
    for (const [name, value] of kept.values) map.set(name, [...(map.get(name) || []), value]);
    for (const one of form.querySelectorAll("input, select, textarea")) {
      if (!one.name || NOT_KEPT.has(one.name) || one.type === "hidden" || one.type === "file") continue;
      const given = map.get(one.name);
      if (one.type === "checkbox") one.checked = Boolean(given);
      else if (given) one.value = given[0];
    }
  };

  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(key));
  } catch { /* nothing that can be read */ }
  const refused = form.querySelector(".form-errors");
  if (kept && Array.isArray(kept.values) && kept.at > Number(form.dataset.saved) && !refused) {
    restore(kept);
    document.querySelector("[data-draft-notice]").hidden = false;
  }
  form.addEventListener("input", () => {
    onDevice();
    if (waiting) clearTimeout(waiting);
    waiting = setTimeout(save, 1500);
  });
  form.addEventListener("submit", () => {
    if (waiting) clearTimeout(waiting);
    sent = true;
    onDevice();
  });
  window.addEventListener("pagehide", () => { if (!sent && waiting) onDevice(); });
})();
