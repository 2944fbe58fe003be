// A game of two: where it began, the moves since, and what is known of the positions on the way.
//
// The server keeps nothing of it, so every question says it all.

export class Match {
  constructor(connection, game, text) {
    this.connection = connection;
    this.game = game;
    this.text = text;
    this.moves = [];
    this.tables = new Map();
    this.evaluations = new Map();
  }

  // About the position after so many moves.
  question(at) {
    return { game: this.game, text: this.text, moves: this.moves.slice(0, at) };
  }

  key(at) {
    return this.moves.slice(0, at).join(" ");
  }

  async table(at) {
    const { tables } = this;
    const key = this.key(at);
    if (!tables.has(key)) tables.set(key, await this.connection.ask({ verb: "table", ...this.question(at) }));
    return tables.get(key);
  }

  // The player of each move.
  async movers() {
    const tables = await Promise.all(this.moves.map((_, place) => this.table(place)));
    return tables.map(({ to_move: mover }) => mover);
  }

  evaluation(at) {
    return this.evaluations.get(this.key(at));
  }

  // A look at every move is not given up for one at the best alone.
  learn(key, evaluation) {
    if (!this.evaluations.get(key)?.full || evaluation.full) this.evaluations.set(key, evaluation);
  }

  // The margin to the first player at each position, as far as is known.
  get points() {
    return Array.from({ length: this.moves.length + 1 }, (_, place) => this.evaluation(place)?.total ?? null);
  }
}
