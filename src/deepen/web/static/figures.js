// A few numbers with their names: [[name, value]], both in words.

import { make } from "./dom.js";

export class Figures {
  constructor(host) {
    this.host = host;
    host.hidden = true;
  }

  show(figures) {
    this.host.hidden = false;
    this.host.replaceChildren(figureList(figures));
  }

  clear() {
    this.host.hidden = true;
  }
}

export function figureList(figures) {
  return make("dl", { class: "figures" },
    figures.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}
