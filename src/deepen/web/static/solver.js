// The puzzle room: solve the position on the editor, walk the solution, see how it was found.

import { distances } from "./chart.js";
import { button, make, say } from "./dom.js";
import { download, linkButton, pictureOf } from "./export.js";
import { Figures } from "./figures.js";
import { SearchOptions } from "./options.js";
import { Overlays } from "./overlays.js";
import { Runner } from "./runner.js";
import { asSentence, COMPILING, inQueue, NO_POSITION } from "./sentences.js";
import { Stepper } from "./stepper.js";

const REMEMBERED = 20;

export class Solver {
  constructor(host, editor, connection) {
    this.editor = editor;
    this.connection = connection;
    this.runner = new Runner(connection, (busy) => this.#showBusy(busy));
    this.answers = new Map(); // by game and text, so that undo brings a solution back
    this.overlays = new Overlays(editor, connection, () => this.#lookUpVisits());
    this.#build(host);
    this.search = new SearchOptions(this.searchHost);
    this.figures = new Figures(this.figuresHost);
    this.stepper = new Stepper(editor.below, this.movesHost);
    this.stepper.addEventListener("step", () => this.#showStep());
  }

  open(game) {
    if (this.game?.name === game.name) return;
    this.game = game;
    this.search.load(game);
  }

  // The editor has another position.
  settle() {
    this.stop();
    this.overlays.forget();
    this.answer = this.answers.get(this.#key) ?? null;
    this.#showAnswer();
  }

  leave() {
    this.stop();
    this.stepper.load([]);
  }

  stop() {
    this.runner.stop();
  }

  // As somebody wishes, who is to see that it is heard.
  #halt() {
    this.#tell("Stopping …");
    this.stop();
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") this.solve();
    else if (event.key === "Escape" && this.runner.job) this.#halt();
    else return this.stepper.key(event);
    return true;
  }

  async solve() {
    if (!(await this.#ready())) return;
    const key = this.#key;
    const answer = await this.#run({ verb: "solve", ...this.#question, ...this.search.values }, "Solving");
    if (!answer) return;
    this.#remember(key, answer);
    if (key !== this.#key) return;
    this.answer = answer;
    this.overlays.forget();
    this.#showAnswer();
  }

  // The first move of a solution from what is shown, and no more.
  async hint() {
    if (!(await this.#ready())) return;
    const asked = this.editor.shown.text;
    const message = { verb: "hint", ...this.#question, text: asked, ...this.search.values };
    const hint = await this.#run(message, "Looking for a move");
    if (!hint || this.editor.shown.text !== asked) return;
    this.editor.board.mark(hint.marks ?? []);
    const play = button("Play it", () => this.editor.go(hint.text, { way: "edit" }), { class: "small" });
    this.#tell(hint.told, hint.action && play);
  }

  // Parts

  #build(host) {
    this.searchHost = make("div", { class: "fields" });
    this.figuresHost = make("div");
    this.movesHost = make("div");
    this.chartHost = make("figure", { class: "figure", hidden: true });
    this.solveButton = button("Solve", () => this.solve(), { class: "main", "aria-keyshortcuts": "Control+Enter" });
    this.stopButton = button("Stop", () => this.#halt(), {
      class: "main stop", hidden: true, "aria-keyshortcuts": "Escape",
    });
    this.hintButton = button("Hint: one move", () => this.hint());
    this.verdict = make("div", { class: "verdict", hidden: true });
    this.cut = make("p", { class: "aside", hidden: true });
    this.all = make("input", { type: "checkbox", onchange: () => this.#showStep() });
    host.replaceChildren(
      make("section", { class: "card of-search", "aria-label": "Solve" },
        make("div", { class: "row" }, this.solveButton, this.stopButton, this.hintButton),
        this.searchHost, this.verdict, this.figuresHost),
      make("section", { class: "card", "aria-label": "Solution" },
        this.#seeing(), this.overlays.note, this.movesHost, this.cut, this.chartHost, this.#keeping()),
    );
  }

  #seeing() {
    return make("div", { class: "fields" },
      make("label", { class: "labelled wide" }, make("span", {}, "Show on the board"), this.overlays.select),
      this.allLabel = make("label", { class: "check" }, this.all, "All moves as arrows"));
  }

  #keeping() {
    const save = (name, ending, kind, text) => button(name,
      () => download(`${this.game.name}.${ending}`, text(), kind), { class: "small" });
    const json = () => `${JSON.stringify(this.answer.result, null, 2)}\n`;
    this.saveJson = save("JSON", "json", "application/json", json);
    this.savePlain = save("Plain", "txt", "text/plain", () => `${this.answer.plain}\n`);
    return make("div", { class: "row keep" },
      make("span", { class: "aside" }, "Save"),
      save("SVG", "svg", "image/svg+xml", () => pictureOf(this.editor.board.svg)),
      this.saveJson, this.savePlain,
      make("span", { class: "gap" }),
      linkButton());
  }

  // Searching

  get #key() {
    return `${this.game.name} ${this.editor.position.text}`;
  }

  get #question() {
    return { game: this.game.name, text: this.editor.position.text };
  }

  #remember(key, answer) {
    this.answers.set(key, answer);
    if (this.answers.size > REMEMBERED) this.answers.delete(this.answers.keys().next().value);
  }

  // Whether the board is what the text says: another one is not solved in its place.
  async #ready() {
    const wrong = await this.editor.ready();
    if (wrong) this.#tell(NO_POSITION, make("p", { class: "aside" }, asSentence(wrong)), "bad");
    return !wrong;
  }

  async #run(message, doing) {
    if (!this.search.isValid()) return null;
    const complain = (told) => this.#tell(asSentence(told), null, "bad");
    const answer = this.runner.run(message, (kind, body) => this.#hear(kind, body, doing), complain);
    this.figures.clear();
    this.#tell(`${doing} …`);
    return answer;
  }

  #hear(kind, body, doing) {
    if (kind === "queued") this.#tell(inQueue(body));
    else if (kind === "started") this.#tell(`${doing} …`);
    else if (kind === "silent") this.#tell(`${doing} …`, make("p", { class: "aside" }, COMPILING));
    else this.figures.show(body.figures);
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
    if (text) say(text);
  }

  // Showing

  #showAnswer() {
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
    this.overlays.list(this.game);
  }

  #showVerdict({ result, verdict, remark, figures }) {
    const mood = { solved: "good", unsolvable: "bad" }[result.status] ?? "warn";
    this.#tell(verdict, make("p", { class: "aside" }, remark), mood);
    this.figures.show(figures);
  }

  #loadSteps(answer) {
    const steps = answer?.steps ?? [];
    this.scenes = unrolled(this.editor.position.scene, steps);
    this.stepper.load(steps.slice(1).map(({ move }) => move));
    this.cut.textContent = answer?.cut ?? "";
    this.cut.hidden = !answer?.cut;
    this.chartHost.hidden = !answer?.chart;
    this.chart = null;
    if (answer?.chart) this.#showChart(answer);
    if (answer) this.#showStep();
  }

  #showChart({ steps, chart }) {
    this.chart = distances(steps, chart, (step) => this.stepper.go(step));
    const [truth, guess] = chart.keys;
    this.chartHost.replaceChildren(this.chart, make("figcaption", {},
      make("span", { class: "key truth" }, truth), make("span", { class: "key guess" }, guess),
      chart.remark ? make("span", {}, chart.remark) : null));
  }

  #showStep() {
    const { step } = this.stepper;
    const place = this.answer.steps[step];
    this.editor.display(place.text, this.scenes[step], this.#arrows(step));
    this.chart?.moveTo(step);
    this.overlays.paint();
  }

  #arrows(step) {
    const { steps } = this.answer;
    if (!this.all.checked) return steps[step].marks;
    return steps.slice(step).flatMap(({ marks }, ahead) =>
      marks.map(([tag, style, at]) => [tag, style, at, `${step + ahead + 1}`]));
  }

  async #lookUpVisits() {
    if (!(await this.#ready())) return null;
    const { text } = this.editor.position;
    const message = { verb: "visits", ...this.#question, ...this.search.values };
    const visits = await this.#run(message, "Looking where the search goes");
    if (!visits || text !== this.editor.position.text) return null;
    if (this.answer) this.#showVerdict(this.answer);
    else this.#tell("");
    return visits;
  }
}

// The scene of each step, from what changes from one to the next.
function unrolled(first, steps) {
  const scenes = [];
  let scene = first;
  for (const { scene: change } of steps) {
    const known = new Map([...scene.cells, ...change.cells].map((cell) => [cell.id, cell]));
    const ids = change.ids ?? scene.cells.map(({ id }) => id); // told only if some come or go
    scene = { ...scene, ...change, cells: ids.map((id) => known.get(id)) };
    scenes.push(scene);
  }
  return scenes;
}
