// Helps to fill in a game report: counts along, adds rows, keeps a draft on the device, sends without losing anything.
// Everything here only adds to a form that works without it.
(() => {
  "use strict";
  const fairPlay = window.rinksideFairPlay;
  const NOT_KEPT = new Set(["csrfmiddlewaretoken", "action", "sheets"]);
  let root;
  let form;
  let rules;
  let pressed = null;

  const all = (selector, from = form) => [...from.querySelectorAll(selector)];
  const field = (name) => form.elements.namedItem(name);
  const number = (name) => Number.parseInt(field(name)?.value, 10) || 0;

  // ---------------------------------------------------------------- rows of penalties

  const total = () => form.elements.namedItem("penalties-TOTAL_FORMS");

  const addRow = (before = null) => {
    const place = Number(total().value);
    const template = form.querySelector("[data-row-template]").innerHTML.replaceAll("__prefix__", String(place));
    form.querySelector("[data-rows]").insertAdjacentHTML("beforeend", template);
    total().value = String(place + 1);
    all("[data-row-number]").forEach((one, index) => { one.textContent = String(index + 1); });
    if (before) field(`penalties-${place}-who`).focus();
  };

  const isEmpty = (row) => ["who", "what", "left"].every((name) => row.querySelector(`[name$="-${name}"]`)?.value === "");

  // Without scripts the form brings some empty rows along; with them one is enough, and more come when asked for.
  const dropEmptyRows = () => {
    const rows = all("[data-rows] > [data-row]");
    const brought = Number(field("penalties-INITIAL_FORMS").value);
    while (rows.length > Math.max(1, brought) && isEmpty(rows.at(-1)) && isEmpty(rows.at(-2))) rows.pop().remove();
    total().value = String(rows.length);
    const more = form.querySelector("[data-more]");
    if (more) more.textContent = more.dataset.more;
  };

  const rowsOf = (side) => {
    const items = [];
    let act = "";
    let sideBefore = "";
    for (let place = 0; place < Number(total().value); place += 1) {
      const who = field(`penalties-${place}-who`)?.value;
      const [what, standsFor] = (field(`penalties-${place}-what`)?.value || "").split("/");
      if (!who || !what || field(`penalties-${place}-DELETE`)?.checked) continue;
      const [of, person] = who.split(":");
      if (!field(`penalties-${place}-same_act`)?.checked || of !== sideBefore) act = `row-${place}`;
      sideBefore = of;
      if (of !== side) continue;
      const parts = rules.categories[what] || [[what, "other"]];
      for (const [penaltyClass, offence] of parts) {
        items.push({
          class: penaltyClass,
          offence: offence === "other" ? field(`penalties-${place}-offence`).value || "other" : offence,
          person: person ? who : null, standsFor, incident: act,
        });
      }
    }
    return items;
  };

  // ---------------------------------------------------------------- counting along

  const count = () => {
    for (const side of ["away", "home"]) {
      const goals = [1, 2, 3, 4].map((period) => `${side}_goals_${period}`);
      const output = form.querySelector(`[data-total="${side}"]`);
      if (output) {
        const said = goals.some((name) => field(name)?.value !== "");
        output.textContent = said ? String(goals.reduce((sum, name) => sum + number(name), 0)) : "–";
      }
      const panel = form.querySelector(`[data-worked-out="${side}"]`);
      if (!panel || !rules) continue;
      const listed = rowsOf(side);
      const counts = Object.fromEntries(Object.keys(rules.categories).map((name) => [name, number(`${side}_count_${name}`)]));
      const items = listed.length ? listed : fairPlay.fromCounts(counts, rules);
      const conduct = all(`[name="${side}_conduct"]:checked`).map((one) => one.value);
      const found = fairPlay.verdict(items, conduct, rules);
      const show = (name, on) => panel.querySelector(name)?.toggleAttribute("hidden", !on);
      panel.querySelector("[data-minutes]").textContent = String(found.minutes);
      const goalsOfSide = panel.querySelector("[data-goals]");
      if (goalsOfSide && output) goalsOfSide.textContent = output.textContent;
      show("[data-kept]", found.kept);
      show("[data-lost]", !found.kept);
    }
  };

  // ---------------------------------------------------------------- the draft

  const key = () => form.dataset.draft;
  const values = () => [...new FormData(form)].filter(([name, value]) => !NOT_KEPT.has(name) && typeof value === "string");
  const state = (text) => {
    const output = form.querySelector("[data-draft-state]");
    if (output) output.textContent = text;
  };

  const keep = () => {
    try {
      localStorage.setItem(key(), JSON.stringify({ at: Date.now(), values: values() }));
    } catch {
      state(""); // storage is full or forbidden: the form still works
    }
  };

  const drop = () => {
    try {
      localStorage.removeItem(key());
    } catch { /* there was none */ }
  };

  const draft = () => {
    try {
      return JSON.parse(localStorage.getItem(key()));
    } catch {
      return null;
    }
  };

  const restore = (kept) => {
    const map = new Map();
    for (const [name, value] of kept.values) map.set(name, [...(map.get(name) || []), value]);
    const wanted = Number(map.get("penalties-TOTAL_FORMS")?.[0]) || 0;
    while (Number(total().value) < wanted && wanted <= 130) addRow();
    for (const one of all("input, select, textarea")) {
      if (!one.name || NOT_KEPT.has(one.name) || one.name.endsWith("_FORMS")) continue;
      const given = map.get(one.name) || [];
      if (one.type === "checkbox" || one.type === "radio") one.checked = given.includes(one.value);
      else if (one.type !== "file" && given.length) one.value = given[0];
    }
    for (const fold of all("details.more")) {
      const said = (one) => (one.type === "number" ? one.value !== "" : one.checked && one.name.endsWith("_conduct"));
      if (all("input", fold).some(said)) fold.open = true;
    }
  };

  // ---------------------------------------------------------------- sending

  const warn = (name) => {
    for (const one of ["offline", "turned-away"]) {
      const box = form.querySelector(`[data-${one}]`);
      box?.toggleAttribute("hidden", one !== name);
      if (one === name) box?.scrollIntoView({ block: "center" });
    }
  };

  const send = async (button) => {
    const data = new FormData(form);
    if (button?.name) data.set(button.name, button.value);
    for (const one of all("button")) one.disabled = true;
    let answered = false;
    try {
      const response = await fetch(location.href, {
        method: "POST", body: data, headers: { "X-Report": "script" }, credentials: "same-origin",
      });
      answered = response.status < 500;
      if (response.headers.get("Content-Type")?.includes("json")) {
        drop();
        location.assign((await response.json()).location);
        return;
      }
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const next = page.getElementById("report");
      if (!next) throw new Error("no form in the answer");
      const files = field("sheets");
      root.replaceWith(next);
      begin({ fresh: false });
      const input = field("sheets");
      if (input && files) {
        files.className = input.className;
        input.replaceWith(files); // files that were chosen stay chosen
      }
      const focus = root.querySelector("[data-focus], .form-errors, .alert-danger:not([hidden])") || root;
      focus.setAttribute("tabindex", "-1");
      focus.focus();
      focus.scrollIntoView({ block: "start" });
    } catch {
      keep();
      for (const one of all("button")) one.disabled = false;
      warn(answered ? "turned-away" : "offline");
    }
  };

  // ---------------------------------------------------------------- the beginning

  function begin({ fresh }) {
    root = document.querySelector("[data-report]");
    form = root?.querySelector("[data-report-form]");
    if (!form) return;
    rules = form.dataset.rules ? JSON.parse(form.dataset.rules) : null;
    const notice = root.querySelector("[data-draft-notice]");
    dropEmptyRows();
    const kept = fresh ? draft() : null;
    if (kept && Array.isArray(kept.values)) {
      restore(kept);
      notice.hidden = false;
    }
    for (const button of all("[data-step]")) button.hidden = false;
    form.addEventListener("click", (event) => {
      const step = event.target.closest("[data-step]");
      if (step) {
        const input = step.parentElement.querySelector("input");
        const most = Number(input.max) || 99;
        input.value = String(Math.min(most, Math.max(0, (Number.parseInt(input.value, 10) || 0) + Number(step.dataset.step))));
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
      pressed = event.target.closest("button[name=action]") || pressed;
      if (event.target.closest("[data-more]")) {
        event.preventDefault();
        addRow(true);
        keep();
      }
    });
    form.addEventListener("input", () => {
      count();
      keep();
    });
    form.addEventListener("change", count);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      warn("");
      send(event.submitter || pressed);
    });
    root.querySelector("[data-draft-drop]").addEventListener("click", () => {
      drop();
      location.assign(location.pathname);
    });
    count();
  }

  begin({ fresh: true });
})();
