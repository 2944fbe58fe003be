// The duel room: play against the program or each other, with the value of every move if wanted.
//
// Programs move when the game is live; looking back at earlier positions pauses it, a move or
// Continue goes on.

import { badgesOf } from "./badges.js";
import { Problem } from "./connection.js";
import { isTyping, options, say } from "./dom.js";
import { loadGame, saveGame } from "./duel_files.js";
import { buildPanel } from "./duel_panel.js";
import { Evaluation } from "./evaluation.js";
import { download, pictureOf } from "./export.js";
import { last, reversed } from "./lists.js";
import { Match } from "./match.js";
import { Picker } from "./picker.js";
import { Players } from "./players.js";
import { Runner } from "./runner.js";
import { newsInWords } from "./sentences.js";
import { Stepper } from "./stepper.js";

const PAUSE = 450; // between the moves of two programs

export class Duel {
  constructor(host, editor, connection) {
    this.editor = editor;
    this.connection = connection;
    this.runner = new Runner(connection);
    this.matches = new WeakMap(); // by entry of the editor, so that undo brings values back, too
    this.players = new Players(() => this.#go());
    this.evaluation = new Evaluation((place) => this.stepper.go(place));
    this.turn = 0; // what was begun in an earlier one is out of date
    this.picks = Promise.resolve();
    Object.assign(this, buildPanel(host, this.players, this.evaluation, this.#acts));
    this.picker = new Picker(editor, connection, (move) => this.#play(move));
    editor.levels.before(this.editButton);
    this.stepper = new Stepper(editor.below, this.movesHost);
    this.stepper.addEventListener("step", () => this.#pause());
  }

  open(game) {
    if (this.game?.name === game.name) return;
    this.turn += 1; // what is still under way is for another game
    this.runner.forget();
    this.game = game;
    this.names = game.players.map(({ name }) => name);
    this.players.load(game);
    options(this.seconds, game.looks, this.seconds.value || game.default_look);
    this.signs.textContent = game.signs;
    this.evaluation.load(game);
  }

  // The editor has another position to begin with, or a game that was left.
  settle() {
    this.showing = this.#begin();
  }

  async #begin() {
    this.runner.forget();
    const turn = ++this.turn;
    const { entry } = this.editor;
    const isNew = !this.matches.has(entry) && !this.#beginsAt(entry);
    if (!this.matches.has(entry)) this.matches.set(entry, new Match(this.connection, entry.game, entry.position.text));
    this.match = this.matches.get(entry);
    const { to_move: first } = await this.match.table(0);
    const problem = await this.#problemOf(entry.moves);
    if (turn !== this.turn) return;
    if (isNew) this.#seatFirst(first);
    this.players.showFirst(first);
    this.live = entry.moves.length === 0 || this.left === entry;
    this.left = null;
    if (problem) this.#follow([], 0, problem);
    else this.#follow(entry.moves, entry.at);
  }

  // What is wrong with moves that may come from anywhere, asked before anything is made of them.
  async #problemOf(moves) {
    this.match.moves = moves;
    try {
      await this.match.table(moves.length);
      return "";
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error.message;
    }
  }

  // Whether the game that is seen began so, too.
  #beginsAt({ game, position }) {
    return this.match?.game === game && this.match.text === position.text;
  }

  // A human against the program moves first.
  #seatFirst(first) {
    if (!this.players.isHuman(first) && this.players.isHuman(1 - first)) this.players.swap();
  }

  // A game that was going on does so when one comes back.
  leave() {
    this.left = this.live ? this.editor.entry : null;
    this.live = false;
    this.runner.forget();
  }

  key(event) {
    const control = event.ctrlKey || event.metaKey;
    if (isTyping(event.target)) return false;
    if (event.key === "Escape") this.#pause();
    else if (this.editor.editing) return false;
    else if (control && event.key.toLowerCase() === "z") event.shiftKey ? this.#redo() : this.#undo();
    else return this.stepper.key(event);
    return true;
  }

  // A click on the board; it waits for the position that it is meant for, and for clicks before it.
  // Who sees the program to move clicks in vain, however soon the program is ready.
  pick(cells, again) {
    const early = this.table?.scene === this.editor.shown.scene && this.#isProgramsTurn;
    this.picks = this.picks.then(() => this.#shown()).then(() => this.#take(cells, again, early));
  }

  // A double click is one click: its second half does not count if the first has made a move.
  async #take(cells, again, early) {
    if (again && this.taken !== this.table) return;
    this.taken = this.table;
    if (early || this.#isProgramsTurn) this.#refuse();
    else await this.picker.pick(cells, this.table.targets, this.match.question(this.at));
  }

  #refuse() {
    if (!this.#isProgramsTurn) return;
    const name = this.names[this.table.to_move];
    const how = this.live ? "" : ": Continue lets it";
    this.editor.complain(`${name} is to move, and the program plays ${name}${how}`);
  }

  get #acts() {
    return {
      toggle: () => (this.live ? this.#pause() : this.#go()),
      show: () => this.#show(),
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      renew: () => this.#renew(),
      switchSides: () => this.#switch(),
      edit: () => this.#edit(),
      review: () => this.#review(),
      reconsider: () => this.#reconsider(),
      save: () => saveGame(this.match, this.players.values),
      load: (file) => this.#load(file),
      picture: () => download(`${this.game.name}.svg`, pictureOf(this.editor.board.svg), "image/svg+xml"),
    };
  }

  // Moving

  get at() {
    return this.stepper.step;
  }

  #complain(error) {
    if (!(error instanceof Problem)) throw error;
    this.editor.complain(error.message);
  }

  #play(move) {
    this.picker.close();
    say(`${this.names[this.table.to_move]} plays ${move}`);
    this.live = true;
    this.#follow([...this.match.moves.slice(0, this.at), move]);
  }

  // These moves are the game now; `at` is where to look.
  #follow(moves, at = moves.length, problem = "") {
    this.match.moves = moves;
    this.stepper.load(moves);
    this.stepper.place(at);
    this.#show(problem);
  }

  // To the last position in which a human was to move; between programs, by one move. From the start
  // of a game, to the one before.
  async #undo() {
    await this.#shown();
    if (this.at === 0) {
      this.editor.travel(-1);
      return;
    }
    const before = this.movers.slice(0, this.at);
    const stops = before.map((mover, place) => (this.#waits(mover) ? place : -1)).filter((place) => place >= 0);
    this.stepper.go(last(stops) ?? 0);
  }

  async #redo() {
    await this.#shown();
    if (this.at === this.match.moves.length) {
      this.editor.travel(1);
      return;
    }
    let at = this.at + 1;
    while (at < this.match.moves.length && !this.#waits(this.movers[at])) at += 1;
    this.stepper.go(at);
  }

  #waits(mover) {
    return this.players.isHuman(mover) || !this.players.anyHuman;
  }

  #renew() {
    this.#setEditing(false);
    if (this.match.moves.length > 0) {
      this.editor.renew();
      return;
    }
    this.match.evaluations.clear();
    this.#go();
  }

  #switch() {
    this.players.swap();
    this.#go();
  }

  #go() {
    this.live = true;
    this.#show();
  }

  #pause() {
    this.live = false;
    this.#show();
  }

  #edit() {
    const on = !this.editor.editing;
    this.#setEditing(on);
    if (on && this.match.moves.length > 0) this.editor.go(this.table.text);
    else this.#show();
  }

  #setEditing(on) {
    this.editor.edit(on);
    this.editButton.setAttribute("aria-pressed", on);
    this.live = !on;
  }

  // Showing

  // Waits until what is to be seen is there; meanwhile it may become something else.
  async #shown() {
    for (let showing; showing !== this.showing;) {
      showing = this.showing;
      await showing;
    }
  }

  #show(problem = "") {
    this.showing = this.#showTable(problem);
  }

  async #showTable(problem) {
    this.runner.forget();
    const turn = ++this.turn;
    try {
      const [table, movers] = await Promise.all([this.match.table(this.at), this.match.movers()]);
      if (turn !== this.turn) return;
      Object.assign(this, { table, movers });
    } catch (error) {
      this.#complain(error);
      return;
    }
    const { text, scene, marks } = this.table;
    this.editor.display(text, scene, marks);
    this.editor.write(text);
    this.editor.complain(problem);
    this.picker.close();
    this.editor.note(this.match.moves, this.at);
    this.#showState();
    this.#next(turn);
  }

  get #isProgramsTurn() {
    return !this.table.over && !this.editor.editing && !this.players.isHuman(this.table.to_move);
  }

  #showState(thinking = "") {
    const said = this.editor.editing ? "Editing: click on the board" : this.table.told;
    this.editor.title.textContent = said;
    this.thinking.textContent = thinking;
    this.undo.disabled = this.at === 0 && !this.editor.canUndo;
    this.redo.disabled = this.at === this.match.moves.length && !this.editor.canRedo;
    this.reviewButton.disabled = this.match.moves.length === 0;
    this.goButton.hidden = !this.#isProgramsTurn;
    this.goButton.textContent = this.live ? "Pause" : "Continue";
    this.#showEvaluation();
    if (this.table.over) say(said);
  }

  #showEvaluation() {
    const known = this.match.evaluation(this.at);
    this.evaluation.show(this.match, this.at, this.table);
    this.editor.board.badges(this.values.checked && known?.moves ? badgesOf(known, this.table.targets) : []);
  }

  // Thinking

  #next(turn) {
    const { over, total } = this.table;
    if (this.editor.editing) return;
    if (over) this.#learn(this.at, { total });
    else if (this.#isProgramsTurn && this.live) this.#answer(turn);
    else if (this.values.checked && !this.match.evaluation(this.at)?.full) this.#evaluate(turn);
  }

  #learn(at, evaluation) {
    this.match.learn(this.match.key(at), evaluation);
    this.#showState();
  }

  async #answer(turn) {
    const { to_move: mover } = this.table;
    const began = performance.now();
    const message = { verb: "choose", ...this.match.question(this.at), ...this.players.strength(mover) };
    const choice = await this.#run(message, `${this.names[mover]} thinks`);
    if (!choice || turn !== this.turn) return;
    this.#learn(this.at, choice.moves.length ? { ...choice, moves: null } : choice);
    const rest = this.players.anyHuman ? 0 : PAUSE - (performance.now() - began);
    setTimeout(() => turn === this.turn && this.#play(choice.move), Math.max(0, rest));
  }

  async #evaluate(turn, at = this.at, doing = "Looking at every move") {
    const limit = Number(this.seconds.value);
    const evaluation = await this.#run({ verb: "analyse", ...this.match.question(at), time_limit: limit }, doing);
    if (!evaluation || turn !== this.turn) return false; // or it was cut short
    this.#learn(at, { ...evaluation, full: true });
    if (at === this.at) say(evaluation.verdict);
    return true;
  }

  // Every position of the game, one after the other.
  async #review() {
    this.live = false;
    const turn = ++this.turn;
    const last = this.match.moves.length;
    for (let at = 0; at <= last; at += 1) {
      if (this.match.evaluation(at)?.full) continue;
      if (!(await this.#evaluate(turn, at, `Looking at position ${at} of ${last}`))) return;
    }
  }

  #reconsider() {
    this.match.evaluations.clear();
    this.#show();
  }

  #run(message, doing) {
    const hear = (kind, body) => this.#showState(newsInWords(doing, kind, body));
    const answer = this.runner.run(message, hear, (told) => {
      this.editor.complain(told);
      this.live = false; // Continue tries again
      this.#showState();
    });
    this.#showState(`${doing} …`);
    return answer;
  }

  async #load(file) {
    try {
      const { text, moves, players } = await loadGame(this.connection, file, this.game);
      await this.editor.go(text, { moves });
      const { to_move: first } = await this.match.table(0);
      this.players.values = first === 0 ? players : reversed(players);
    } catch (error) {
      this.#complain(error);
    }
  }
}
