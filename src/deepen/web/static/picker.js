// What clicks on the board mean in a duel: a move, half of one, or nothing, and then why not.

import { Problem } from "./connection.js";
import { button, make } from "./dom.js";
import { last, reversed } from "./lists.js";

export class Picker {
  // `play(move)` is told which move was chosen.
  constructor(editor, connection, play) {
    this.editor = editor;
    this.connection = connection;
    this.play = play;
    this.chooser = make("div", { class: "row", role: "group", "aria-label": "Which move", hidden: true });
    editor.problem.before(this.chooser);
  }

  // `targets` are the legal moves; `question` is the position, for the server to explain.
  async pick(cells, targets, question) {
    if (cells.length === 1 && this.editor.chosen.includes(cells[0])) {
      this.editor.choose([]);
      return;
    }
    const picked = [...this.editor.chosen, ...cells].slice(-2);
    const means = (...ids) => targets.filter(({ picks }) => picks.includes(ids.join(" ")));
    const found = [means(...picked), means(...reversed(picked)), means(last(cells))].find((some) => some.length > 0);
    this.editor.complain("");
    this.close();
    if (found) this.#offer(found);
    else if (picked.length < 2 && begins(targets, picked[0])) this.editor.choose(picked);
    else await this.#explain(picked, question);
  }

  // Nothing is to be chosen any more; whoever was choosing goes back to the board.
  close() {
    const hadFocus = this.chooser.contains(document.activeElement);
    this.chooser.hidden = true;
    if (hadFocus) this.editor.board.focus();
  }

  #offer(targets) {
    if (targets.length === 1) {
      this.play(targets[0].move);
      return;
    }
    const buttons = targets.map(({ move }) => button(move, () => this.play(move), { class: "small" }));
    this.chooser.replaceChildren(make("span", {}, "Which?"), ...buttons);
    this.chooser.hidden = false;
    this.chooser.querySelector("button").focus();
  }

  async #explain(cells, question) {
    this.editor.choose([]);
    try {
      await this.connection.ask({ verb: "why", ...question, cells });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.editor.complain(error.message);
    }
  }
}

function begins(targets, cell) {
  return targets.some(({ picks }) => picks.some((pick) => pick.split(" ").includes(cell)));
}
