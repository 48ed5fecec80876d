// Decides light or dark before the first paint: the reader's choice, else what the system prefers.
(() => {
  "use strict";
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const themes = ["light", "dark", "auto"];

  const kept = () => {
    try {
      const theme = localStorage.getItem("theme");
      return themes.includes(theme) ? theme : "auto";
    } catch {
      return "auto"; // storage is blocked: follow the system
    }
  };
  const keep = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // storage is blocked: the choice holds for this page
    }
  };

  let choice = kept();
  const show = () => {
    root.dataset.bsTheme = choice === "auto" ? (dark.matches ? "dark" : "light") : choice;
    for (const button of document.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === choice));
    }
  };

  show();
  dark.addEventListener("change", show);
  window.addEventListener("storage", () => {
    choice = kept();
    show();
  });
  document.addEventListener("DOMContentLoaded", () => {
    for (const group of document.querySelectorAll("[data-theme-group]")) group.hidden = false;
    show();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-choice]");
    if (!button) return;
    choice = button.dataset.themeChoice;
    keep(choice);
    show();
  });
})();
