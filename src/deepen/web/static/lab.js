// The laboratory: searches against each other on this board, and a heuristic on trial.

import { Board } from "./board.js";
import { bars } from "./chart.js";
import { button, labelled, make, options, say } from "./dom.js";
import { download } from "./export.js";
import { figureList } from "./figures.js";
import { Runner } from "./runner.js";
import { asSentence, capital, inQueue, NO_POSITION } from "./sentences.js";

const LEGEND = "Bars show the states expanded, on a scale of powers of ten.";
const TRIAL = "Every position that can be reached from this board is compared with its true distance to the goal.";
const GAPS = "How far the estimate is below the truth, h* − h: how many positions. Below 0 it is too high.";

export class Laboratory {
  constructor(host, editor, connection) {
    this.editor = editor;
    this.runner = new Runner(connection, (busy) => this.#showBusy(busy));
    this.#build(host);
  }

  open(game) {
    if (this.game?.name === game.name) return;
    this.game = game;
    const { algorithms, heuristics } = game;
    const real = heuristics.filter(({ name }) => name !== "zero");
    this.algorithms.replaceChildren(...algorithms.map((one) => tick("algorithm", one, one.compared)));
    this.heuristics.replaceChildren(...heuristics.map((one) => tick("heuristic", one, real.includes(one))));
    options(this.accused, real.map(({ name, title }) => [name, capital(title)]), real[0].name);
  }

  // The editor has another position.
  settle() {
    this.stop();
    this.#clearRuns();
    this.#clearTrial();
  }

  leave() {
    this.stop();
  }

  stop() {
    this.runner.stop();
  }

  key(event) {
    if (event.key !== "Escape" || !this.runner.job) return false;
    this.#halt();
    return true;
  }

  // As somebody wishes, who is to see that it is heard.
  #halt() {
    this.status.textContent = "Stopping …";
    this.stop();
  }

  // Parts

  #build(host) {
    this.algorithms = make("div", { class: "ticks" });
    this.heuristics = make("div", { class: "ticks" });
    this.compareButton = button("Compare", () => this.#compare(), { class: "main" });
    this.auditButton = button("Put it on trial", () => this.#audit(), { class: "main" });
    this.stopButtons = [0, 1].map(() => button("Stop", () => this.#halt(), { hidden: true }));
    const save = () => download(`${this.game.name}.csv`, this.csv, "text/csv");
    this.saveCsv = button("CSV", save, { class: "small", disabled: true });
    this.count = make("span", { class: "aside", role: "status" });
    this.table = make("div", { class: "scroll", hidden: true, tabindex: 0, role: "region", "aria-label": "Runs" });
    this.legend = make("p", { class: "aside", hidden: true }, LEGEND);
    this.accused = make("select");
    this.trial = make("div", { class: "trial" });
    host.replaceChildren(
      make("section", { class: "card of-search", "aria-label": "Compare" },
        make("h2", { class: "title" }, "Compare on this board"),
        make("fieldset", {}, make("legend", {}, "Algorithms"), this.algorithms),
        make("fieldset", {}, make("legend", {}, "Heuristics"), this.heuristics),
        make("div", { class: "row" },
          this.compareButton, this.stopButtons[0], this.count, make("span", { class: "gap" }), this.saveCsv),
        this.table, this.legend),
      make("section", { class: "card", "aria-label": "Audit" },
        make("h2", { class: "title" }, "Put a heuristic on trial"),
        make("p", { class: "aside" }, TRIAL),
        make("div", { class: "row" }, labelled("Heuristic", this.accused),
          make("span", { class: "low" }, this.auditButton, this.stopButtons[1])),
        this.trial),
    );
  }

  get #question() {
    return { game: this.game.name, text: this.editor.position.text };
  }

  #showBusy(busy) {
    this.compareButton.disabled = busy;
    this.auditButton.disabled = busy;
    for (const node of this.stopButtons) node.hidden = !busy;
  }

  // Comparing

  #clearRuns() {
    this.table.hidden = true;
    this.legend.hidden = true;
    this.count.textContent = "";
    this.saveCsv.disabled = true;
  }

  async #compare() {
    const chosen = (name) => [...document.querySelectorAll(`input[name=${name}]:checked`)].map(({ value }) => value);
    const algorithms = chosen("algorithm");
    if (algorithms.length === 0) {
      this.count.textContent = "Choose an algorithm.";
      return;
    }
    this.#clearRuns();
    if (await this.editor.ready()) {
      this.count.textContent = NO_POSITION;
      return;
    }
    this.status = this.count;
    const runs = [];
    const { text } = this.#question;
    const hear = (kind, body) => {
      if (kind === "queued") this.count.textContent = inQueue(body);
      if (kind === "started") this.count.textContent = "Comparing …";
      if (kind !== "progress") return;
      runs.push(body.run);
      this.count.textContent = body.told;
      this.#showRuns(runs);
    };
    const message = { verb: "compare", ...this.#question, algorithms, heuristics: chosen("heuristic") };
    const complain = (told) => { this.count.textContent = asSentence(told); };
    const answer = await this.runner.run(message, hear, complain);
    if (!answer || text !== this.editor.position.text) return;
    if (answer.runs.length === 0) {
      this.count.textContent = "Stopped before a search was over.";
      return;
    }
    this.csv = answer.csv;
    this.saveCsv.disabled = false;
    this.#showRuns(answer.runs);
    say(`${answer.runs.length} searches compared`);
  }

  #showRuns(runs) {
    const most = Math.max(...runs.map(({ expanded }) => expanded), 1);
    const columns = Object.keys(runs[0].cells);
    const rows = runs.map(({ cells, expanded }) => make("tr", {},
      make("th", { scope: "row" }, cells.Algorithm), make("td", {}, cells.Heuristic), make("td", {}, cells.Cost),
      make("td", { class: "number with-bar" }, cells.Expanded, bar(expanded, most)),
      make("td", { class: "number" }, cells.Time), make("td", { class: "number" }, cells.Memory)));
    this.table.hidden = false;
    this.legend.hidden = false;
    this.table.replaceChildren(make("table", { class: "runs" },
      make("thead", {}, make("tr", {}, columns.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, rows)));
  }

  // The trial

  #clearTrial(...news) {
    this.trial.replaceChildren(...news);
  }

  async #audit() {
    const said = make("p", { class: "aside", role: "status" }, "Looking at everything …");
    this.status = said;
    this.#clearTrial(said);
    if (await this.editor.ready()) {
      said.textContent = NO_POSITION;
      return;
    }
    const { text } = this.#question;
    const hear = (kind, body) => {
      if (kind === "queued") said.textContent = inQueue(body);
      if (kind === "progress") said.textContent = `${body.told} …`;
    };
    const message = { verb: "audit", ...this.#question, heuristic: this.accused.value };
    const report = await this.runner.run(message, hear, (told) => { said.textContent = asSentence(told); });
    if (report && text === this.editor.position.text) this.#showReport(report);
  }

  #showReport(report) {
    const mood = { refuted: "bad", proven: "good" }[report.verdict] ?? "warn";
    this.#clearTrial(
      make("div", { class: "verdict", "data-mood": mood },
        make("p", {}, report.headline), make("p", { class: "aside" }, report.claim)),
      figureList(report.figures),
      ...report.cases.map((one) => this.#case(one)),
      ...(report.histogram.length ? [gaps(report)] : []),
    );
    say(report.headline);
  }

  #case({ told, moves, text, scene, marks }) {
    const host = make("div", { class: "case-board" });
    const board = new Board(host, { still: true, name: scene.title });
    board.show(scene);
    board.mark(marks);
    const place = [this.game.name, text].map(encodeURIComponent).join("/");
    return make("section", { class: "case", "aria-label": told },
      host, make("div", {}, make("p", { class: "title" }, told),
        make("ul", { class: "plain" }, moves.map((move) => make("li", {}, move))),
        make("a", { href: `#/puzzle/${place}` }, "Open it in the puzzle room")));
  }
}

function gaps({ histogram, chart }) {
  return make("figure", { class: "figure" }, bars(histogram, chart), make("figcaption", {}, GAPS));
}

function tick(name, { name: value, title }, checked) {
  return make("label", { class: "check" }, make("input", { type: "checkbox", name, value, checked }), title);
}

function bar(count, most) {
  const node = make("span", { class: "bar", "aria-hidden": "true" });
  node.style.setProperty("inline-size", `${(100 * Math.log10(count + 1)) / Math.log10(most + 1)}%`);
  return node;
}
