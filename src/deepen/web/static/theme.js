// Light or dark: as the system has it, until somebody chooses.

import { draw } from "./dom.js";
import { store, stored } from "./storage.js";

const SUN = "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3"
  + "M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M4.6 19.4l2.1-2.1M17.3 6.7l2.1-2.1";
const MOON = "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z";

// The button shows where it leads.
export function followTheme(toggle) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const show = () => {
    const name = isDark() ? "Light" : "Dark";
    const picture = draw("path", { d: isDark() ? SUN : MOON });
    const frame = { viewBox: "0 0 24 24", class: "icon outlined", "aria-hidden": "true" };
    toggle.replaceChildren(draw("svg", frame, picture));
    toggle.setAttribute("aria-label", name);
    toggle.title = name;
  };
  root.dataset.theme = stored("theme") ?? "";
  toggle.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    store("theme", root.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}
