// Where a position is shown and made: gallery, board, tools, text, undo.
//
// The text is the truth of a position. Everything that changes it asks the server, which answers
// with the new text and how it looks.

import { Board } from "./board.js";
import { Problem } from "./connection.js";
import { button, draw, isTyping, labelled, make, say } from "./dom.js";
import { label } from "./shapes.js";
import { capital } from "./words.js";

const TYPING_PAUSE = 250;

export class Stage extends EventTarget {
  // `pick(cells)` takes the clicks instead of the tools, until `edit(true)`.
  constructor(host, connection, pick = null) {
    super();
    this.connection = connection;
    this.pick = pick;
    this.editing = pick === null;
    this.history = [];
    this.place = -1;
    this.requests = 0;
    this.edits = Promise.resolve();
    this.#build(host);
  }

  // A game, at a text or at its first example.
  async open(game, text) {
    const isNew = this.game?.name !== game.name;
    this.game = game;
    if (isNew) {
      this.history = [];
      this.place = -1;
      this.#layTools();
      this.#layDice();
      this.#layGallery();
    }
    this.rules.textContent = game.rules;
    const [first] = game.examples;
    const problem = await this.go(text ?? first.text, text);
    if (!problem || !isNew) return;
    await this.go(first.text); // so that there is a board to see and to edit
    this.#refuse(text, problem);
  }

  // To a position given as text; `typed` is what somebody wrote, to be kept as it is.
  go(text, typed) {
    return this.#take(this.connection.ask({ verb: "position", game: this.game.name, text }), typed);
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
    this.toolHost.hidden = !on;
    this.choose([]);
  }

  choose(cells) {
    this.chosen = cells;
    this.board.select(cells);
  }

  // The text that is seen.
  write(text) {
    this.text.value = text;
    this.text.rows = Math.min(9, Math.max(2, text.split("\n").length + 1));
  }

  complain(sentence) {
    this.problem.textContent = sentence ? `${capital(sentence)}.` : "";
    this.problem.hidden = !sentence;
  }

  key(event) {
    const control = event.ctrlKey || event.metaKey;
    if (isTyping(event.target)) return false;
    if (control && event.key.toLowerCase() === "z") this.#travel(event.shiftKey ? 1 : -1);
    else if (control && event.key.toLowerCase() === "y") this.#travel(1);
    else if (control || event.altKey || !this.editing) return false;
    else return this.#chooseByKey(event.key);
    return true;
  }

  // Parts

  #build(host) {
    this.galleryHost = make("div", { class: "gallery", role: "group", "aria-label": "Examples" });
    this.title = make("h2", { class: "title" });
    this.dice = make("div", { class: "dice", role: "group", "aria-label": "Random" });
    const boardHost = make("div", { class: "board-host", id: "board" });
    this.toolHost = make("div", { class: "tools" });
    this.problem = make("p", { class: "problem", role: "alert", hidden: true });
    this.text = make("textarea", {
      class: "notation", rows: 2, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
      oninput: () => this.#typed(),
    });
    this.textProblem = make("p", { class: "problem", id: "text-problem", hidden: true });
    this.text.setAttribute("aria-describedby", "text-problem");
    this.rules = make("p");
    this.below = make("div", { class: "below" });
    host.replaceChildren(
      this.galleryHost,
      make("section", { class: "card of-board", "aria-label": "Board" },
        make("div", { class: "row" }, this.title, make("span", { class: "gap" }), this.dice), boardHost, this.below, this.toolHost, this.problem),
      make("section", { class: "card of-text", "aria-label": "Text notation" },
        labelled("Text notation", this.text), this.textProblem,
        make("details", {}, make("summary", {}, "How it is played"), this.rules)),
    );
    this.board = new Board(boardHost);
    this.board.addEventListener("pick", (event) => this.#picked(event.detail));
    this.board.addEventListener("erase", (event) => this.#erase(event.detail));
    this.edit(this.editing);
  }

  #layTools() {
    const lasting = this.game.tools.filter((tool) => tool.cells > 0);
    const instant = this.game.tools.filter((tool) => tool.cells === 0);
    this.tool = lasting[0];
    const choices = lasting.map((tool) => this.#choice(tool));
    this.undo = button("Undo", () => this.#travel(-1), { class: "quiet", "aria-keyshortcuts": "Control+Z" });
    this.redo = button("Redo", () => this.#travel(1), { class: "quiet", "aria-keyshortcuts": "Control+Shift+Z" });
    this.toolHost.replaceChildren(
      make("fieldset", { class: "choices" }, make("legend", { class: "unseen" }, "A click on the board"), choices),
      make("div", { class: "row" },
        instant.map((tool) => button(tool.label, () => this.#apply(tool, []), { class: "quiet" })),
        make("span", { class: "gap" }), this.undo, this.redo),
    );
  }

  #choice(tool) {
    const input = make("input", {
      type: "radio", name: "tool", value: tool.name, checked: tool === this.tool,
      "aria-keyshortcuts": tool.key || null,
      onchange: () => this.#chooseTool(tool),
    });
    const title = `${tool.label}${tool.cells === 2 ? ": first from where, then to where" : ""}${tool.key ? ` (key ${tool.key})` : ""}`;
    if (!tool.glyph) return make("label", { class: "choice", title }, input, make("span", {}, tool.label));
    input.setAttribute("aria-label", tool.label);
    return make("label", { class: "choice pictured", title }, input, make("span", {}, disc(tool)));
  }

  async #layGallery() {
    const { name } = this.game;
    this.galleryHost.replaceChildren();
    const examples = await this.connection.ask({ verb: "gallery", game: name });
    if (name !== this.game.name) return;
    this.galleryHost.replaceChildren(...examples.map((example) => this.#thumbnail(example)));
    this.#markExample();
  }

  #thumbnail({ name, text, scene }) {
    const picture = make("span", { class: "thumb" });
    new Board(picture, { still: true, name: "" }).show(scene);
    picture.firstChild.setAttribute("aria-hidden", "true");
    const node = button("", () => this.go(text), { class: "example" });
    node.append(picture, make("span", {}, name));
    node.dataset.text = text;
    return node;
  }

  #layDice() {
    this.dice.replaceChildren(make("span", { class: "aside" }, "Random"),
      ...this.game.levels.map((level) => button(capital(level), () => this.#roll(level), { class: "quiet small" })));
  }

  #markExample() {
    for (const node of this.galleryHost.querySelectorAll(".example")) {
      const same = node.dataset.text === this.position?.text;
      node.setAttribute("aria-pressed", same);
    }
  }

  // Changes

  async #roll(level) {
    this.dice.classList.add("busy");
    const { answer } = this.connection.search({ verb: "random", game: this.game.name, level });
    await this.#take(answer);
    this.dice.classList.remove("busy");
  }

  #typed() {
    this.requests += 1; // what was asked before is out of date
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.go(this.text.value, this.text.value), TYPING_PAUSE);
  }

  #complainOfText(sentence) {
    this.textProblem.textContent = sentence ? `${capital(sentence)}.` : "";
    this.textProblem.hidden = !sentence;
    this.text.setAttribute("aria-invalid", sentence !== "");
  }

  #picked(cells) {
    if (!this.editing) {
      this.pick(cells);
      return;
    }
    const mover = this.game.tools.find((tool) => tool.cells === 2);
    if (cells.length === 2) {
      if (mover) this.#apply(this.tool.cells === 2 ? this.tool : mover, cells);
    } else if (this.tool.cells === 1) {
      this.#apply(this.tool, cells);
    } else {
      this.choose([...this.chosen, ...cells]);
      if (this.chosen.length === this.tool.cells) this.#apply(this.tool, this.chosen);
    }
  }

  #erase(cell) {
    if (!this.editing) return;
    const tool = this.game.tools.find(({ name }) => name === "erase");
    if (tool) this.#apply(tool, [cell]);
  }

  #apply(tool, cells) {
    this.choose([]);
    // One after the other: a quick hand clicks again before the first click is answered.
    this.edits = this.edits.then(() => this.#take(this.connection.ask({
      verb: "edit", game: this.game.name, text: this.shown.text, tool: tool.name, cells,
    })));
  }

  #chooseTool(tool) {
    this.tool = tool;
    this.choose([]);
  }

  #chooseByKey(key) {
    const input = [...this.toolHost.querySelectorAll("input")].find((node) => node.getAttribute("aria-keyshortcuts") === key);
    if (!input) return false;
    input.checked = true;
    this.#chooseTool(this.game.tools.find(({ name }) => name === input.value));
    say(`${this.tool.label} chosen`);
    return true;
  }

  // History

  // Goes where an answer leads, or tells why not; the newest request wins. Returns the problem.
  async #take(answer, typed) {
    const number = ++this.requests;
    try {
      const position = await answer;
      if (number === this.requests) this.#accept(position, typed);
      return "";
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (number !== this.requests) return "";
      if (typed === undefined) this.complain(error.message);
      else this.#refuse(typed, error.message);
      return error.message;
    }
  }

  #refuse(typed, sentence) {
    this.text.value = typed;
    this.#complainOfText(sentence);
  }

  #accept(position, typed) {
    if (this.position?.text !== position.text || this.place < 0) {
      this.history.splice(this.place + 1, Infinity, position);
      this.place = this.history.length - 1;
    }
    this.#settle(position, typed);
  }

  #travel(step) {
    const place = this.place + step;
    if (place < 0 || place >= this.history.length) return;
    this.place = place;
    this.#settle(this.history[place]);
  }

  #settle(position, typed) {
    this.position = position;
    this.write(typed ?? position.text);
    this.#complainOfText("");
    this.complain("");
    this.undo.disabled = this.place <= 0;
    this.redo.disabled = this.place >= this.history.length - 1;
    this.#markExample();
    this.restore();
    this.dispatchEvent(new Event("position"));
  }
}

// A piece, for the button of its tool.
function disc({ style, glyph }) {
  return draw("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true", class: "disc" },
    draw("circle", { r: 10, class: `piece ${style}` }), label(0, 0, 11, glyph, `glyph ${style}`));
}
