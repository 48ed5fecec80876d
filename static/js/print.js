// Shows the buttons that print the page, which nobody could use without a script.
"use strict";
document.querySelectorAll("[data-print]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
});
