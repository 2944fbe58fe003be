// How a duel stands: a gauge, a sentence, the best line, and a graph over the whole game.

import { margins } from "./chart.js";
import { make } from "./dom.js";

const MOST_LINE = 12;

export class Evaluation {
  // `go(place)` is told when somebody clicks on the graph.
  constructor(go) {
    this.go = go;
    this.sides = [0, 1].map(() => make("span"));
    this.names = [0, 1].map(() => make("span", { class: "aside" }));
    this.bar = make("div", { class: "gauge", role: "img" }, this.sides);
    this.gauge = make("div", { class: "gauge-row" }, this.names[0], this.bar, this.names[1]);
    this.sentence = make("h2", { class: "title outlook" });
    this.line = make("p", { class: "aside" });
    this.graph = make("figure", { class: "figure" });
  }

  load({ players, scale }) {
    this.players = players.map(({ name }) => name);
    this.scale = scale;
    players.forEach(({ name, style }, seat) => {
      this.names[seat].textContent = name;
      this.sides[seat].className = `side ${style}`;
    });
  }

  show(match, at, { over }) {
    const known = match.evaluation(at);
    const total = known?.total;
    const said = known?.outlook ?? "Not known yet";
    const share = total ? 0.5 + 0.5 * Math.tanh(total.value / this.scale) : 0.5;
    this.sides[0].style.setProperty("inline-size", `${(100 * share).toFixed(1)}%`);
    this.bar.dataset.known = total ? (total.exact ? "proven" : "guess") : "";
    this.bar.setAttribute("aria-label", said);
    this.sentence.textContent = said;
    this.sentence.hidden = over;
    this.#showLine(known?.line ?? []);
    this.graph.replaceChildren(margins(match.points, this.players, at, this.go));
    this.graph.hidden = match.moves.length === 0;
  }

  #showLine(line) {
    this.line.textContent = `Best play: ${line.slice(0, MOST_LINE).join(" ")}${line.length > MOST_LINE ? " …" : ""}`;
    this.line.hidden = line.length === 0;
  }
}
