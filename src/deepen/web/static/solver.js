// The puzzle room: solve the position on the stage, walk the solution, see how it was found.

import { distances } from "./chart.js";
import { button, make, options, say } from "./dom.js";
import { Figures } from "./figures.js";
import { download, linkButton, pictureOf } from "./keep.js";
import { nameOfAlgorithm, nameOfHeuristic, SearchOptions } from "./options.js";
import { Runner } from "./runner.js";
import { Walker } from "./walker.js";
import { capital, counted, whole } from "./words.js";

const REMEMBERED = 20;

export class Solver {
  constructor(host, stage, connection) {
    this.stage = stage;
    this.connection = connection;
    this.runner = new Runner(connection, (busy) => this.#showBusy(busy));
    this.answers = new Map(); // by game and text, so that undo brings a solution back
    this.#build(host);
    this.search = new SearchOptions(this.searchHost);
    this.figures = new Figures(this.figuresHost);
    this.walker = new Walker(stage.below, this.movesHost);
    this.walker.addEventListener("step", () => this.#showStep());
  }

  open(game) {
    if (this.game?.name === game.name) return;
    this.game = game;
    this.search.load(game);
    this.overlay.value = "";
  }

  // The stage has another position.
  settle() {
    this.stop();
    this.hinted = null;
    this.visits = null;
    this.answer = this.answers.get(this.#key) ?? null;
    this.#showAnswer({ quiet: true });
  }

  leave() {
    this.stop();
    this.walker.load([], []);
  }

  stop() {
    this.runner.stop();
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") this.solve();
    else if (event.key === "Escape" && this.runner.job) this.stop();
    else return this.walker.key(event);
    return true;
  }

  async solve() {
    const key = this.#key;
    const answer = await this.#run({ verb: "solve", ...this.#question, ...this.search.values }, "Solving");
    if (!answer) return;
    this.#remember(key, answer);
    if (key !== this.#key) return;
    this.answer = answer;
    this.visits = null;
    this.#showAnswer();
  }

  // One move of a best solution: known if there is one, else searched for.
  async hint() {
    const asked = this.stage.shown.text;
    const hint = await this.#run({ verb: "hint", ...this.#question, text: asked, ...this.search.values }, "Looking for a move");
    if (!hint || this.stage.shown.text !== asked) return;
    this.hinted = hint;
    this.stage.board.mark(hint.marks ?? []);
    this.#tell(hint.action ? `Play ${hint.action.replace(/\.$/, "")}: ${counted(hint.cost, "move")} to go${hint.optimal ? ", and none is shorter" : ""}.` : hint.verdict,
      hint.action ? button("Play it", () => this.stage.go(hint.text), { class: "small" }) : null);
  }

  // Parts

  #build(host) {
    this.searchHost = make("div", { class: "fields" });
    this.figuresHost = make("div");
    this.movesHost = make("div");
    this.chartHost = make("figure", { class: "figure", hidden: true });
    this.solveButton = button("Solve", () => this.solve(), { class: "main", "aria-keyshortcuts": "Control+Enter" });
    this.stopButton = button("Stop", () => this.stop(), { class: "main stop", hidden: true, "aria-keyshortcuts": "Escape" });
    this.hintButton = button("Hint: one move", () => this.hint());
    this.verdict = make("div", { class: "verdict", role: "status", hidden: true });
    this.overlay = make("select", { onchange: () => this.#showOverlay() });
    this.overlayNote = make("p", { class: "aside", hidden: true });
    this.all = make("input", { type: "checkbox", onchange: () => this.#showStep() });
    host.replaceChildren(
      make("section", { class: "card of-search", "aria-label": "Solve" },
        make("div", { class: "row" }, this.solveButton, this.stopButton, this.hintButton),
        this.searchHost, this.verdict, this.figuresHost),
      make("section", { class: "card", "aria-label": "Solution" },
        this.#seeing(), this.overlayNote, this.movesHost, this.chartHost, this.#keeping()),
    );
  }

  #seeing() {
    return make("div", { class: "fields" },
      make("label", { class: "labelled wide" }, make("span", {}, "Show on the board"), this.overlay),
      this.allLabel = make("label", { class: "check" }, this.all, "All moves as arrows"));
  }

  #keeping() {
    const save = (kind, act) => button(kind, act, { class: "small" });
    this.saveJson = save("JSON", () => download(`${this.game.name}.json`, `${JSON.stringify(this.answer.result, null, 2)}\n`, "application/json"));
    this.savePlain = save("Plain", () => download(`${this.game.name}.txt`, `${this.answer.plain}\n`, "text/plain"));
    return make("div", { class: "row keep" },
      make("span", { class: "aside" }, "Save"),
      save("SVG", () => download(`${this.game.name}.svg`, pictureOf(this.stage.board.svg), "image/svg+xml")),
      this.saveJson, this.savePlain,
      make("span", { class: "gap" }),
      linkButton());
  }

  // Searching

  get #key() {
    return `${this.game.name} ${this.stage.position.text}`;
  }

  get #question() {
    return { game: this.game.name, text: this.stage.position.text };
  }

  #remember(key, answer) {
    this.answers.set(key, answer);
    if (this.answers.size > REMEMBERED) this.answers.delete(this.answers.keys().next().value);
  }

  #run(message, doing) {
    const answer = this.runner.run(message, (kind, body) => this.#hear(kind, body, doing), (told) => this.#tell(`${capital(told)}.`, null, "bad"));
    this.figures.clear();
    this.#tell(`${doing} …`);
    return answer;
  }

  #hear(kind, body, doing) {
    if (kind === "queued") this.#tell(body === 1 ? "All workers are busy: you are next." : `All workers are busy: you are number ${body} in the queue.`);
    else if (kind === "started") this.#tell(`${doing} …`);
    else this.figures.show(body);
  }

  #showBusy(busy) {
    const focused = [this.solveButton, this.stopButton].includes(document.activeElement);
    this.stopButton.hidden = !busy;
    this.solveButton.hidden = busy;
    this.hintButton.disabled = busy;
    this.verdict.classList.toggle("busy", busy);
    if (focused) (busy ? this.stopButton : this.solveButton).focus();
  }

  #tell(text, more = null, mood = "") {
    this.verdict.hidden = text === "";
    this.verdict.dataset.mood = mood;
    this.verdict.replaceChildren(make("p", {}, text), ...(more ? [more] : []));
  }

  // Showing

  #showAnswer({ quiet = false } = {}) {
    const { answer } = this;
    const solved = answer?.result.status === "solved";
    this.saveJson.disabled = !answer;
    this.savePlain.disabled = !solved;
    this.allLabel.hidden = !solved;
    if (!answer) {
      this.figures.clear();
      this.#tell("");
    } else {
      this.#showVerdict(answer);
    }
    this.#loadSteps(solved ? answer : null);
    this.#listOverlays();
    if (answer && !quiet) say(answer.verdict);
  }

  #showVerdict({ result, verdict }) {
    const mood = { solved: "good", unsolvable: "bad" }[result.status] ?? "warn";
    const advice = result.status === "unsolvable" && result.expanded === 0 ? AT_ONCE : ADVICE[result.status];
    const how = `${nameOfAlgorithm(result.algorithm)}${result.heuristic === "zero" ? "" : ` with ${nameOfHeuristic(result.heuristic)}`}`;
    this.#tell(verdict, make("p", { class: "aside" }, advice ? `${advice} (${how})` : how), mood);
    this.figures.show({ ...result, bytes: result.peak_bytes });
  }

  #loadSteps(answer) {
    this.scenes = answer ? unrolled(this.stage.position.scene, answer.steps) : [];
    this.walker.load(answer?.steps ?? [], answer?.result.actions ?? []);
    this.chartHost.hidden = !answer || answer.steps.length < 2;
    this.chart = null;
    if (answer && answer.steps.length >= 2) this.#showChart(answer);
    if (answer) this.#showStep();
  }

  #showChart({ steps, result }) {
    const unit = result.cost / Math.max(1, result.actions.length);
    const remaining = steps.map((_, step) => result.cost - step * unit);
    this.chart = distances(steps, remaining, result.optimal);
    const truth = result.optimal ? "true distance h*" : "left to go";
    this.chartHost.replaceChildren(this.chart, make("figcaption", {},
      make("span", { class: "key truth" }, truth), make("span", { class: "key guess" }, `estimate h (${nameOfHeuristic(result.heuristic)})`)));
  }

  #showStep() {
    const { step } = this.walker;
    const place = this.answer.steps[step];
    this.stage.display(place.text, this.scenes[step], this.#arrows(step));
    this.chart?.moveTo(step);
    this.#paintOverlay();
  }

  #arrows(step) {
    const { steps } = this.answer;
    if (!this.all.checked) return steps[step].marks;
    return steps.slice(step).flatMap(({ marks }, ahead) => marks.map(([tag, style, at]) => [tag, style, at, `${step + ahead + 1}`]));
  }

  #listOverlays() {
    const before = this.overlay.value;
    const maps = Object.keys(this.stage.position.maps);
    options(this.overlay, [["", "Nothing more"], ...maps.map((name) => [`map ${name}`, capital(name)]), ["visits", "Where the search looked"]], before);
    this.#showOverlay();
  }

  async #showOverlay() {
    if (this.overlay.value === "visits" && !this.visits) await this.#lookUpVisits();
    this.#paintOverlay();
  }

  async #lookUpVisits() {
    const text = this.stage.position.text;
    const visits = await this.#run({ verb: "visits", ...this.#question, ...this.search.values }, "Looking where the search goes");
    if (!visits || text !== this.stage.position.text) return;
    this.visits = visits;
    if (this.answer) this.#showVerdict(this.answer);
    else this.#tell("");
  }

  async #paintOverlay() {
    const chosen = this.overlay.value;
    const seen = chosen === "visits" && this.visits;
    this.overlayNote.textContent = seen ? visitsInWords(this.game, this.visits) : "";
    this.overlayNote.hidden = !seen;
    const { text } = this.stage.shown;
    const map = chosen.startsWith("map ") ? (await this.#mapsOf(text))[chosen.slice(4)] : seen?.map;
    if (text === this.stage.shown.text && chosen === this.overlay.value) this.stage.board.map(map || null);
  }

  // Those of the position that is shown: the one given, or one on the way.
  async #mapsOf(text) {
    if (text === this.stage.position.text) return this.stage.position.maps;
    return (await this.connection.ask({ verb: "position", game: this.game.name, text })).maps;
  }
}

const ADVICE = {
  "unsolvable": "Every position that might lead to a solution was looked at.",
  "time-limit": "Give it more time, or a better heuristic.",
  "memory-limit": "IDA* needs hardly any memory.",
  "node-limit": "Allow more states.",
  "interrupted": "Stopped by you.",
};

const AT_ONCE = "The heuristic can tell without a search.";

// The scene of each step, from what changes from one to the next.
function unrolled(first, steps) {
  const scenes = [];
  let scene = first;
  for (const { scene: change } of steps) {
    const changed = new Map(change.cells.map((cell) => [cell.id, cell]));
    scene = { ...scene, ...change, cells: scene.cells.map((cell) => changed.get(cell.id) ?? cell) };
    scenes.push(scene);
  }
  return scenes;
}

function visitsInWords(game, { expanded, complete, algorithm, heuristic, swapped }) {
  const how = `${nameOfAlgorithm(algorithm)} with ${nameOfHeuristic(heuristic)}`;
  const which = complete ? `all ${whole(expanded)}` : `the first ${whole(expanded)}`;
  const instead = swapped ? " IDA* keeps no states, so this is A*." : "";
  return `${capital(game.visited)}: ${which}, ${how}.${instead}`;
}
