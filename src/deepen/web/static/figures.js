// What a search has done so far, in a few figures.

import { make } from "./dom.js";
import { inBytes, inSeconds, short, whole } from "./words.js";

const NAMES = ["Time", "Expanded", "States/s", "Lower bound", "Memory"];

export class Figures {
  constructor(host) {
    this.values = NAMES.map(() => make("dd", {}, "–"));
    host.replaceChildren(make("dl", { class: "figures" },
      NAMES.map((name, place) => make("div", {}, make("dt", {}, name), this.values[place]))));
    this.host = host;
    host.hidden = true;
  }

  show({ seconds, expanded, generated, lower_bound, bytes }) {
    this.host.hidden = false;
    const rate = seconds > 0 ? short(generated / seconds) : "–";
    const bound = lower_bound === null ? "∞" : whole(lower_bound);
    [inSeconds(seconds), whole(expanded), rate, bound, inBytes(bytes)].forEach((text, place) => {
      this.values[place].textContent = text;
    });
  }

  clear() {
    this.host.hidden = true;
    for (const value of this.values) value.textContent = "–";
  }
}
