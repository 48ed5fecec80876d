// Moves about the evening's grid by keyboard: Enter saves a game and goes on, arrows go to the next field.
(() => {
  "use strict";
  const grid = document.querySelector("[data-grid]");
  if (!grid) return;
  const fields = (game) => [...game.querySelectorAll("input.figure-input")];
  const games = () => [...grid.querySelectorAll("[data-game]")].filter((game) => fields(game).length);

  const goTo = (field) => {
    field?.focus();
    field?.select?.();
  };

  // The same column in the line below or above, across games.
  const inColumn = (field, step) => {
    const lines = [...grid.querySelectorAll("[data-game] tbody tr")];
    const line = field.closest("tr");
    const column = [...line.querySelectorAll("input")].indexOf(field);
    return lines[lines.indexOf(line) + step]?.querySelectorAll("input")[column];
  };

  const beside = (field, step) => {
    const all = [...grid.querySelectorAll("input.figure-input")];
    return all[all.indexOf(field) + step];
  };

  grid.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!field.matches?.("input.figure-input") || event.ctrlKey || event.altKey || event.metaKey) return;
    const start = field.selectionStart === 0 && field.selectionEnd === field.value.length || field.selectionEnd === 0;
    const end = field.selectionStart === field.value.length
      || field.selectionStart === 0 && field.selectionEnd === field.value.length;
    const next = {
      ArrowDown: () => inColumn(field, 1),
      ArrowUp: () => inColumn(field, -1),
      ArrowLeft: () => (start ? beside(field, -1) : null),
      ArrowRight: () => (end ? beside(field, 1) : null),
    }[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      field.closest("[data-game]").querySelector("[data-save]")?.click();
    } else if (next) {
      const target = next();
      if (!target) return;
      event.preventDefault();
      goTo(target);
    }
  });

  // After a save: on to the next game, or back to the first field that must be put right.
  document.addEventListener("htmx:afterSettle", (event) => {
    const game = grid.querySelector("[data-fresh]");
    if (!game || !event.target.closest?.("[data-grid]")) return;
    game.removeAttribute("data-fresh");
    if (!game.hasAttribute("data-saved")) {
      goTo(game.querySelector(".wrong input") || fields(game)[0]);
      return;
    }
    const after = games().find((one) => game.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    goTo(after ? fields(after)[0] : grid.querySelector('[name="save"][value="all"]'));
  });
})();
