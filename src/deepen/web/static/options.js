// How to search: algorithm, heuristic, limits.

import { labelled, make, options } from "./dom.js";
import { capital } from "./words.js";

const NAMES = {
  "astar": "A*",
  "weighted-astar": "Weighted A*",
  "idastar": "IDA*",
  "breadth-first": "Breadth-first",
  "uniform-cost": "Uniform cost",
  "greedy": "Greedy best-first",
  "depth-first": "Depth-first",
};
const INFORMED = ["astar", "weighted-astar", "idastar", "greedy"];

export const nameOfAlgorithm = (name) => NAMES[name] ?? name;

export const nameOfHeuristic = (name) => (name === "zero" ? "none (h = 0)" : name.replaceAll("_", " "));

export class SearchOptions {
  constructor(host) {
    const number = (attributes) => make("input", { type: "number", inputmode: "decimal", required: !attributes.placeholder, ...attributes });
    this.algorithm = make("select", { onchange: () => this.#fit() });
    this.heuristic = make("select");
    this.seconds = number({ min: 0.01, max: 86_400, step: "any", value: 30 });
    this.nodes = number({ min: 1, step: 1, placeholder: "none" });
    this.weight = number({ min: 1, max: 1000, step: "any", value: 1.5 });
    this.depth = number({ min: 0, step: 1, placeholder: "none" });
    this.fields = {
      algorithm: labelled("Algorithm", this.algorithm),
      heuristic: labelled("Heuristic", this.heuristic),
      seconds: labelled("Time limit, s", this.seconds),
      nodes: labelled("Most states", this.nodes),
      weight: labelled("Weight", this.weight),
      depth: labelled("Most moves", this.depth),
    };
    host.replaceChildren(...Object.values(this.fields));
  }

  load(game) {
    options(this.algorithm, game.algorithms.map((name) => [name, nameOfAlgorithm(name)]), game.default_algorithm);
    const best = game.default_heuristic ?? game.heuristics[0];
    options(this.heuristic, [["", "Automatic"], ...game.heuristics.map((name) => [name, capital(nameOfHeuristic(name))])], "");
    this.heuristic.title = `Automatic: ${best}, or better where that pays`;
    this.#fit();
  }

  #fit() {
    const algorithm = this.algorithm.value;
    this.fields.heuristic.hidden = !INFORMED.includes(algorithm);
    this.fields.weight.hidden = algorithm !== "weighted-astar";
    this.fields.depth.hidden = algorithm !== "depth-first";
  }

  // Whether all fields make sense; if not, the browser shows what is wrong with the first.
  isValid() {
    return [this.seconds, this.nodes, this.weight, this.depth].every((field) => field.closest("[hidden]") || field.reportValidity());
  }

  // As the server wants it; what is not asked for is left out.
  get values() {
    const chosen = {
      algorithm: this.algorithm.value,
      heuristic: this.fields.heuristic.hidden ? "" : this.heuristic.value,
      time_limit: number(this.seconds),
      node_limit: number(this.nodes),
      weight: this.fields.weight.hidden ? "" : number(this.weight),
      depth_limit: this.fields.depth.hidden ? "" : number(this.depth),
    };
    return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ""));
  }
}

function number(field) {
  return field.value === "" ? "" : Number(field.value);
}
