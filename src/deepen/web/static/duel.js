// The duel room: play against the program or each other, with the value of every move if wanted.
//
// The server keeps nothing: a game is the text it began with and the moves since. Programs move when
// the game is live; looking back at earlier positions pauses it, a move or Continue goes on.

import { worths } from "./chart.js";
import { Problem } from "./connection.js";
import { button, isTyping, make, options, say } from "./dom.js";
import { layPanel } from "./duel_panel.js";
import { download, pictureOf } from "./keep.js";
import { Runner } from "./runner.js";
import { Walker } from "./walker.js";
import { inSeconds, short } from "./words.js";
import { badgesOf, lead, outlook, result, totalOf } from "./worth.js";

const PLAYERS = [
  ["human", "Human"],
  ...Array.from({ length: 10 }, (_, place) => [`level=${place + 1}`, `Program, level ${place + 1}`]),
  ...["0.5", "1", "2", "5", "10"].map((seconds) => [`time=${seconds}`, `Program, ${seconds} s`]),
];
const PAUSE = 450; // between the moves of two programs

export class Duel {
  constructor(host, stage, connection, remember) {
    this.stage = stage;
    this.connection = connection;
    this.remember = remember;
    this.runner = new Runner(connection);
    this.moves = [];
    this.tables = new Map();
    this.worth = new Map();
    this.turn = 0;
    this.picks = Promise.resolve();
    Object.assign(this, layPanel(host, this.#acts));
    stage.problem.before(this.chooser);
    this.walker = new Walker(stage.below, this.movesHost);
    this.walker.addEventListener("step", () => {
      this.live = false;
      this.#show();
    });
  }

  open(game, moves) {
    this.promised = moves; // to be played as soon as the stage has the start
    if (this.game?.name === game.name) return;
    this.game = game;
    game.players.forEach(({ name }, seat) => {
      this.seatLabels[seat].firstChild.textContent = name;
    });
    options(this.seats[0], PLAYERS, "human");
    options(this.seats[1], PLAYERS, "time=1");
  }

  // The stage has another position to begin with. A human against the program moves first.
  async settle() {
    this.runner.forget();
    this.tables.clear();
    this.worth.clear();
    const moves = this.promised ?? [];
    this.promised = undefined;
    this.moves = [];
    const turn = ++this.turn;
    const { to_move: mover } = await this.#tableAt(0);
    if (turn !== this.turn) return;
    const [own, other] = [mover, 1 - mover].map((seat) => this.seats[seat]);
    if (own.value !== "human" && other.value === "human") [own.value, other.value] = [other.value, own.value];
    this.live = moves.length === 0;
    this.#follow(moves);
  }

  leave() {
    this.live = false;
    this.runner.forget();
  }

  key(event) {
    if (isTyping(event.target)) return false;
    if (event.key === "Escape") this.#pause();
    else return this.walker.key(event);
    return true;
  }

  // A click on the board; it waits for the position that it is meant for, and for clicks before it.
  pick(cells) {
    this.picks = this.picks.then(() => this.showing).then(() => this.#picked(cells));
  }

  async #picked(cells) {
    if (cells.length === 1 && this.stage.chosen.includes(cells[0])) {
      this.stage.choose([]);
      return;
    }
    const picked = [...this.stage.chosen, ...cells].slice(-2);
    const { ways } = this.table;
    const means = (...ids) => ways.filter(({ picks }) => picks.includes(ids.join(" ")));
    const found = [means(...picked), means(...picked.toReversed()), means(cells.at(-1))].find((some) => some.length > 0);
    this.stage.complain("");
    this.chooser.hidden = true;
    if (found) this.#offer(found);
    else if (picked.length < 2 && ways.some(({ picks }) => picks.some((pick) => pick.split(" ").includes(picked[0])))) this.stage.choose(picked);
    else await this.#explain(picked);
  }

  get #acts() {
    return {
      go: () => this.#go(),
      toggle: () => (this.live ? this.#pause() : this.#go()),
      show: () => this.#show(),
      undo: () => this.#undo(),
      redo: () => this.#redo(),
      renew: () => this.#renew(),
      switchSides: () => this.#switch(),
      edit: () => this.#edit(),
      review: () => this.#review(),
      reconsider: () => this.#reconsider(),
      save: () => this.#save(),
      load: (file) => this.#load(file),
      picture: () => download(`${this.game.name}.svg`, pictureOf(this.stage.board.svg), "image/svg+xml"),
    };
  }

  // Moving

  get at() {
    return this.walker.step;
  }

  #offer(ways) {
    if (ways.length === 1) {
      this.#play(ways[0].move);
      return;
    }
    this.chooser.replaceChildren(make("span", {}, "Which?"), ...ways.map(({ move }) => button(move, () => this.#play(move), { class: "small" })));
    this.chooser.hidden = false;
    this.chooser.querySelector("button").focus();
  }

  async #explain(cells) {
    this.stage.choose([]);
    try {
      await this.connection.ask({ verb: "why", ...this.#question(), cells });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.stage.complain(error.message);
    }
  }

  #play(move) {
    const mover = this.game.players[this.table.to_move].name;
    const wasInChooser = this.chooser.contains(document.activeElement);
    this.chooser.hidden = true;
    if (wasInChooser) this.stage.board.focus();
    say(`${mover} plays ${move}`);
    this.live = true;
    this.#follow([...this.moves.slice(0, this.at), move]);
  }

  // These moves are the game now; `at` is where to look.
  #follow(moves, at = moves.length) {
    this.moves = moves;
    this.walker.load(Array.from({ length: moves.length + 1 }), moves);
    this.walker.place(at);
    this.#show();
  }

  #undo() {
    const humans = this.seats.map((seat) => seat.value === "human");
    const stops = this.movers.slice(0, this.at).map((mover, place) => (humans[mover] || !humans.includes(true) ? place : -1)).filter((place) => place >= 0);
    this.live = false;
    this.walker.go(stops.at(-1) ?? 0);
  }

  #redo() {
    const humans = this.seats.map((seat) => seat.value === "human");
    let at = this.at + 1;
    while (at < this.moves.length && humans.includes(true) && !humans[this.movers[at]]) at += 1;
    this.walker.go(at);
  }

  #renew() {
    this.stage.edit(false);
    this.editButton.setAttribute("aria-pressed", false);
    this.live = true;
    this.worth.clear();
    this.#follow([]);
  }

  #switch() {
    const [first, second] = this.seats.map((seat) => seat.value);
    this.seats[0].value = second;
    this.seats[1].value = first;
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
    const on = !this.stage.editing;
    if (on && this.moves.length > 0) this.stage.go(this.table.text);
    this.stage.edit(on);
    this.editButton.setAttribute("aria-pressed", on);
    this.live = !on;
    if (!on) this.#show();
  }

  // Showing

  #question(at = this.at) {
    return { game: this.game.name, text: this.stage.position.text, moves: this.moves.slice(0, at) };
  }

  #key(at = this.at) {
    return this.moves.slice(0, at).join(" ");
  }

  async #tableAt(at) {
    const key = this.#key(at);
    if (!this.tables.has(key)) this.tables.set(key, await this.connection.ask({ verb: "table", ...this.#question(at) }));
    return this.tables.get(key);
  }

  #show() {
    this.showing = this.#showTable();
  }

  async #showTable() {
    this.runner.forget();
    const turn = ++this.turn;
    let table;
    try {
      table = await this.#tableAt(this.at);
      this.movers = await Promise.all(this.moves.map(async (_, place) => (await this.#tableAt(place)).to_move));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.stage.complain(error.message);
      this.#follow([]);
      return;
    }
    if (turn !== this.turn) return;
    this.table = table;
    this.stage.display(table.text, table.scene, table.marks);
    this.stage.write(table.text);
    this.stage.complain("");
    this.chooser.hidden = true;
    this.remember(this.moves.slice(0, this.at));
    this.#showState();
    this.#next(turn);
  }

  get #isProgramsTurn() {
    return !this.table.over && this.seats[this.table.to_move].value !== "human";
  }

  #showState(thinking = "") {
    const { to_move: mover, over, score } = this.table;
    const names = this.game.players.map(({ name }) => name);
    this.status.textContent = over ? `Over: ${result(score, names)}` : thinking || `${names[mover]} to move${score ? `, ${lead(score, names)}` : ""}`;
    this.undo.disabled = this.at === 0;
    this.redo.disabled = this.at === this.moves.length;
    this.goButton.hidden = !this.#isProgramsTurn;
    this.goButton.textContent = this.live ? "Pause" : "Continue";
    this.#showWorth();
    if (over) say(this.status.textContent);
  }

  #showWorth() {
    const known = this.worth.get(this.#key());
    const total = known && totalOf(known);
    const names = this.game.players.map(({ name }) => name);
    const share = total ? 0.5 + 0.5 * Math.tanh(total.value / this.game.scale) : 0.5;
    this.gauge.firstChild.style.setProperty("inline-size", `${(100 * share).toFixed(1)}%`);
    this.gauge.dataset.known = total ? (total.exact ? "proven" : "guess") : "";
    const said = this.table.over ? "" : total ? outlook(total, known.depth, names) : "";
    this.outlook.textContent = said;
    this.outlook.hidden = said === "";
    this.gauge.setAttribute("aria-label", said || "Not known yet");
    this.aside.textContent = known?.line?.length ? `Best play: ${known.line.slice(0, 12).join(" ")}${known.line.length > 12 ? " …" : ""}` : "";
    this.graph.replaceChildren(worths(this.#points, names, this.at));
    this.stage.board.badges(this.values.checked && known?.moves ? badgesOf(known, this.table.ways) : []);
  }

  get #points() {
    return Array.from({ length: this.moves.length + 1 }, (_, place) => {
      const known = this.worth.get(this.#key(place));
      return known ? totalOf(known) : null;
    });
  }

  // Thinking

  #next(turn) {
    if (this.table.over) this.#know(this.#key(), { value: 0, exact: true, score: this.table.score, to_move: this.table.to_move });
    else if (this.#isProgramsTurn && this.live && this.at === this.moves.length) this.#answer(turn);
    else if (this.values.checked && !this.worth.get(this.#key())?.full) this.#evaluate(turn);
  }

  #know(key, worth) {
    const before = this.worth.get(key);
    if (!before?.full || worth.full) this.worth.set(key, worth);
    if (key === this.#key()) this.#showWorth();
  }

  async #answer(turn) {
    const [kind, number] = this.seats[this.table.to_move].value.split("=");
    const strength = kind === "level" ? { level: Number(number) } : { time_limit: Number(number) };
    const key = this.#key();
    const began = performance.now();
    const choice = await this.#run({ verb: "choose", ...this.#question(), ...strength }, `${this.game.players[this.table.to_move].name} thinks`);
    if (!choice || turn !== this.turn) return;
    this.#know(key, choice.moves.length ? { ...choice, moves: null } : choice);
    const rest = this.seats.every((seat) => seat.value !== "human") ? PAUSE - (performance.now() - began) : 0;
    setTimeout(() => turn === this.turn && this.#play(choice.move), Math.max(0, rest));
  }

  async #evaluate(turn) {
    const key = this.#key();
    const worth = await this.#run({ verb: "analyse", ...this.#question(), time_limit: Number(this.seconds.value) }, "Looking at every move");
    if (!worth || turn !== this.turn) return; // or it was cut short
    this.#know(key, { ...worth, full: true });
    this.#showState();
    say(worth.verdict);
  }

  async #review() {
    this.live = false;
    const turn = ++this.turn;
    for (let at = 0; at <= this.moves.length && turn === this.turn; at += 1) {
      const key = this.#key(at);
      if (this.worth.get(key)?.full) continue;
      const worth = await this.#run({ verb: "analyse", ...this.#question(at), time_limit: Number(this.seconds.value) }, `Looking at position ${at} of ${this.moves.length}`);
      if (!worth || turn !== this.turn) return;
      this.#know(key, { ...worth, full: true });
      this.#showState();
    }
  }

  #reconsider() {
    this.worth.clear();
    this.#show();
  }

  #run(message, doing) {
    const hear = (kind, body) => this.#showState(`${doing} … ${newsInWords(kind, body)}`);
    const answer = this.runner.run(message, hear, (told) => this.stage.complain(told));
    this.#showState(`${doing} …`);
    return answer;
  }

  // Keeping

  async #save() {
    const start = await this.#tableAt(0);
    const seats = this.seats.map((seat) => seat.value);
    const players = start.to_move === 0 ? seats : seats.toReversed();
    const record = await this.connection.ask({ verb: "record", ...this.#question(this.moves.length), players });
    download(`${this.game.name}-game.json`, `${JSON.stringify(record, null, 2)}\n`, "application/json");
  }

  async #load(file) {
    const data = await file.files[0].text();
    file.value = "";
    try {
      const { game, text, moves, players } = await this.connection.ask({ verb: "load", data: data.slice(0, 20000) });
      if (game !== this.game.name) throw new Problem(`that is a game of ${game}`);
      this.promised = moves;
      await this.stage.go(text);
      const { to_move: mover } = await this.#tableAt(0);
      const seats = mover === 0 ? players : players.toReversed();
      seats.forEach((player, seat) => {
        if (PLAYERS.some(([value]) => value === player)) this.seats[seat].value = player;
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.stage.complain(error.message);
    }
  }
}

function newsInWords(kind, body) {
  if (kind === "queued") return `number ${body} in the queue`;
  if (kind === "started") return "";
  return `${inSeconds(body.seconds)}, ${short(body.nodes)} positions${body.depth ? `, depth ${body.depth}` : ""}`;
}
