// Where a position is shown and made: gallery, board, tools, text, undo.
//
// The text is the truth of a position. Everything that changes it asks the server, which answers
// with the new text and how it looks.

import { Board } from "./board.js";
import { Problem } from "./connection.js";
import { button, isTyping, make, say } from "./dom.js";
import { Gallery } from "./gallery.js";
import { Notation } from "./notation.js";
import { Runner } from "./runner.js";
import { asSentence, capital, inQueue } from "./sentences.js";
import { Timeline } from "./timeline.js";
import { Toolbox } from "./toolbox.js";

const MOST_SAID = 4;
// How one comes to a position: by its address; to another one, which Back takes back; by a change of
// the one that was there; or by typing on.
const OPEN = "open";
const JUMP = "jump";
const EDIT = "edit";
const TYPE = "type";

export class Editor extends EventTarget {
  // `pick(cells, again)` takes the clicks instead of the tools, until `edit(true)`.
  constructor(host, connection, pick = null) {
    super();
    this.connection = connection;
    this.pick = pick;
    this.editing = pick === null;
    this.timelines = new Map(); // by game
    this.requests = 0;
    this.edits = Promise.resolve();
    this.generator = new Runner(connection, (busy) => this.#showGenerating(busy));
    this.#build(host);
  }

  // A game, at a text or at its first example; a game of two, after some moves.
  async open(game, { text, moves = [], at = moves.length }) {
    const isNew = this.game?.name !== game.name;
    if (isNew) this.#turnTo(game);
    const known = this.timeline.find(text, moves, at);
    if (known >= 0) {
      this.#visit(known);
      return;
    }
    const [first] = game.examples;
    const problem = await this.go(text ?? first.text, { typed: text, moves, at, way: OPEN });
    if (!problem || !isNew) return;
    if (this.timeline.entry) this.#visit(this.timeline.place);
    else await this.go(first.text, { way: OPEN }); // so that there is a board to see and to edit
    this.notation.refuse(text, problem);
  }

  #turnTo(game) {
    this.game = game;
    if (!this.timelines.has(game.name)) this.timelines.set(game.name, new Timeline());
    this.timeline = this.timelines.get(game.name);
    this.toolbox.load(game);
    this.#showLevels();
    this.gallery.load(game);
    this.rules.textContent = game.rules;
    this.notation.load(game);
  }

  // To a position given as text. `typed` is what somebody wrote, to be kept as it is; `moves` is
  // what was played since, and `at` which of them is seen; `way` is how one comes there.
  go(text, { typed, moves, at, way = JUMP } = {}) {
    return this.#take(this.#ask(text), { typed, moves, at, way });
  }

  // The same position once more, without what was played since.
  renew() {
    this.requests += 1;
    this.#accept(this.position, { way: JUMP });
  }

  // What was played here since, and how much of it is seen.
  note(moves, at) {
    Object.assign(this.entry, { moves, at });
    this.dispatchEvent(new Event("noted"));
  }

  get position() {
    return this.entry?.position;
  }

  async #ask(text) {
    const problem = this.notation.tooLong(text.length);
    if (problem) throw new Problem(problem);
    return this.connection.ask({ verb: "position", game: this.game.name, text });
  }

  // Waits for what was typed or clicked last; then tells what is wrong with the text, if anything.
  async ready() {
    await this.notation.ready();
    await this.edits;
    return this.notation.wrong;
  }

  // Shows another position in place of the one to be edited; edits then go on from it.
  display(text, scene, marks = []) {
    this.shown = { text, scene };
    this.board.show(scene);
    this.board.mark(marks);
    this.title.textContent = capital(scene.title);
    this.chosen = [];
  }

  restore() {
    this.display(this.position.text, this.position.scene);
  }

  edit(on) {
    this.editing = on;
    this.toolbox.host.hidden = !on;
    this.choose([]);
  }

  choose(cells) {
    this.chosen = cells;
    this.board.select(cells);
  }

  // The text that is seen.
  write(text) {
    this.notation.write(text);
  }

  complain(sentence) {
    this.problem.textContent = sentence ? asSentence(sentence) : "";
    this.problem.hidden = !sentence;
  }

  key(event) {
    const control = event.ctrlKey || event.metaKey;
    if (isTyping(event.target)) return false;
    if (control && event.key.toLowerCase() === "z") this.travel(event.shiftKey ? 1 : -1);
    else if (control && event.key.toLowerCase() === "y") this.travel(1);
    else if (control || event.altKey || !this.editing) return false;
    else return this.toolbox.chooseByKey(event.key);
    return true;
  }

  // Parts

  #build(host) {
    this.gallery = new Gallery(this.connection, (text) => this.go(text));
    this.toolbox = new Toolbox({
      chosen: () => this.choose([]),
      apply: (tool) => this.#apply(tool, []),
      undo: () => this.travel(-1),
      redo: () => this.travel(1),
    });
    this.title = make("h2", { class: "title" });
    this.levels = make("div", { class: "levels", role: "group", "aria-label": "Random" });
    const boardHost = make("div", { class: "board-host", id: "board" });
    this.problem = make("p", { class: "problem", role: "alert", hidden: true });
    this.notation = new Notation(
      () => { this.requests += 1; }, // what was asked before is out of date
      (text) => this.go(text, { typed: text, way: this.typing ? TYPE : JUMP }),
    );
    this.notation.field.addEventListener("focus", () => { this.typing = false; });
    this.rules = make("p");
    this.below = make("div", { class: "below" });
    host.replaceChildren(
      make("section", { class: "card of-board", "aria-label": "Board" },
        make("div", { class: "row" }, this.title, make("span", { class: "gap" }), this.levels),
        boardHost, this.problem, this.below, this.toolbox.host),
      make("section", { class: "card of-text", "aria-label": "Text notation" },
        ...this.notation.parts,
        make("details", {}, make("summary", {}, "How it is played"), this.rules)),
    );
    this.board = new Board(boardHost);
    this.board.addEventListener("pick", (event) => this.#picked(event.detail));
    this.board.addEventListener("erase", (event) => this.#erase(event.detail));
    this.edit(this.editing);
  }

  #showLevels() {
    this.levels.replaceChildren(make("span", { class: "aside" }, this.#levelsTitle),
      ...this.game.levels.map((level) => button(capital(level), () => this.#generate(level), { class: "small" })));
  }

  // Changes

  async #generate(level) {
    const number = ++this.requests;
    const isWanted = () => number === this.requests;
    const hear = (kind, place) => isWanted() && this.complain(kind === "queued" ? inQueue(place) : "");
    const message = { verb: "random", game: this.game.name, level };
    const position = await this.generator.run(message, hear, (told) => isWanted() && this.complain(told));
    if (position && isWanted()) this.#accept(position, { way: JUMP });
  }

  #showGenerating(busy) {
    this.levels.classList.toggle("busy", busy);
    this.levels.firstChild.textContent = busy ? "Rolling …" : this.#levelsTitle;
  }

  // A single button says itself what it is for.
  get #levelsTitle() {
    return this.game.levels.length > 1 ? "Random" : "";
  }

  #picked({ cells, again }) {
    if (!this.editing) {
      this.pick(cells, again);
      return;
    }
    const { tool, mover } = this.toolbox;
    if (cells.length === 2) {
      if (mover) this.#apply(mover, cells);
    } else if (tool.cells === 1) {
      this.#apply(tool, cells);
    } else {
      this.choose([...this.chosen, ...cells]);
      if (this.chosen.length === tool.cells) this.#apply(tool, this.chosen);
    }
  }

  #erase(cell) {
    if (!this.editing) return;
    const tool = this.toolbox.named("erase");
    if (tool) this.#apply(tool, [cell]);
  }

  #apply(tool, cells) {
    this.choose([]);
    // One after the other: a quick hand clicks again before the first click is answered.
    this.edits = this.edits.then(() => this.#take(this.connection.ask({
      verb: "edit", game: this.game.name, text: this.shown.text, tool: tool.name, cells,
    }), { way: EDIT }));
  }

  // History

  // Goes where an answer leads, or tells why not; the newest request wins. Returns the problem.
  async #take(answer, how) {
    const number = ++this.requests;
    try {
      const position = await answer;
      if (number === this.requests) this.#accept(position, how);
      return "";
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (number !== this.requests) return "";
      if (how.typed === undefined) this.complain(error.message);
      else this.notation.refuse(how.typed, error.message);
      return error.message;
    }
  }

  #accept(position, { typed, moves = [], at = moves.length, way }) {
    const { timeline } = this;
    const isThere = timeline.entry?.position.text === position.text && timeline.entry.moves.length + moves.length === 0;
    if (!isThere) timeline.add({ game: this.game.name, position, moves, at }, way === TYPE);
    if (typed === undefined && way !== OPEN) this.#announce();
    this.#settle({ typed, jump: way === JUMP && !isThere });
  }

  get canUndo() {
    return this.timeline.has(-1);
  }

  get canRedo() {
    return this.timeline.has(1);
  }

  travel(step) {
    if (!this.timeline.has(step)) return;
    const place = this.timeline.place + step;
    this.timeline.place = place;
    this.#announce(step < 0 ? "Undone. " : "Redone. ");
    this.#visit(place);
  }

  // What will be seen, against what is.
  #announce(how = "") {
    say(how + changesInWords(this.shown.scene, this.timeline.entry.position.scene));
  }

  #visit(place) {
    this.requests += 1; // what was asked before is out of date
    this.timeline.place = place;
    this.#settle();
  }

  #settle({ typed, jump = false } = {}) {
    this.entry = this.timeline.entry;
    this.typing = typed !== undefined;
    this.generator.stop(); // if one was under way, it is not wanted any more
    this.write(typed ?? this.position.text);
    this.complain("");
    this.toolbox.undo.disabled = !this.canUndo;
    this.toolbox.redo.disabled = !this.canRedo;
    this.gallery.mark(this.position.text);
    this.restore();
    this.dispatchEvent(new CustomEvent("position", { detail: { jump } }));
  }
}

// The cells that are not as they were, if they are few, and the position as a whole.
function changesInWords({ cells: before }, { cells, title }) {
  const old = new Map(before.map(({ id, label }) => [id, label]));
  const changed = cells.filter(({ id, label }) => old.get(id) !== label).map(({ label }) => label);
  return [...(changed.length <= MOST_SAID ? changed : []), capital(title)].join(". ");
}
