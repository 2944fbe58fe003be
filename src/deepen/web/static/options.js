// How to search: algorithm, heuristic, limits.

import { labelled, make, options } from "./dom.js";
import { capital } from "./sentences.js";

export class SearchOptions {
  constructor(host) {
    const number = (attributes) => make("input", {
      type: "number", inputmode: "decimal", required: !attributes.placeholder, ...attributes,
    });
    this.algorithm = make("select", { onchange: () => this.#fit() });
    this.heuristic = make("select");
    this.seconds = number({ min: 0.01, max: 86_400, step: "any" });
    this.nodes = number({ min: 1, step: 1, placeholder: "none" });
    this.weight = number({ min: 1, step: "any" });
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
    const { algorithms, heuristics, search } = game;
    options(this.algorithm, algorithms.map(({ name, title }) => [name, title]), game.default_algorithm);
    options(this.heuristic, [["", "Automatic"], ...heuristics.map(({ name, title }) => [name, capital(title)])], "");
    this.heuristic.title = `Automatic: ${game.default_heuristic}, or better where that pays`;
    this.seconds.value ||= search.time_limit;
    this.weight.value ||= search.weight;
    this.weight.max = search.most_weight;
    this.known = algorithms;
    this.#fit();
  }

  #fit() {
    const { options: has } = this.known.find(({ name }) => name === this.algorithm.value);
    this.fields.heuristic.hidden = !has.includes("heuristic");
    this.fields.weight.hidden = !has.includes("weight");
    this.fields.depth.hidden = !has.includes("depth_limit");
  }

  // Whether all fields make sense; if not, the browser shows what is wrong with the first.
  isValid() {
    const fields = [this.seconds, this.nodes, this.weight, this.depth];
    return fields.every((field) => field.closest("[hidden]") || field.reportValidity());
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
