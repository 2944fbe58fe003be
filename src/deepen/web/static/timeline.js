// What was on the board of one game, for undo and redo. An entry is {game, position, moves, at}: a
// position and, in a duel, the moves played since and how many of them are seen.

const MOST = 100;

export class Timeline {
  constructor() {
    this.entries = [];
    this.place = -1;
  }

  get entry() {
    return this.entries[this.place];
  }

  // Whether there is an entry so many steps from here.
  has(step) {
    return this.place + step in this.entries;
  }

  // A new entry, after this one or in its place; what was undone is given up.
  add(entry, inPlace = false) {
    const from = Math.max(0, this.place + (inPlace ? 0 : 1));
    this.entries.splice(from, Infinity, entry);
    this.entries.splice(0, this.entries.length - MOST);
    this.place = this.entries.length - 1;
  }

  // The place of what an address says, the nearest if there are several; -1 if there is none.
  find(text, moves, at) {
    const isIt = (entry) => entry.position.text === text && entry.at === at && entry.moves.join() === moves.join();
    const places = this.entries.map((_, place) => place).filter((place) => isIt(this.entries[place]));
    const far = (place) => Math.abs(place - this.place);
    return places.sort((a, b) => far(a) - far(b))[0] ?? -1;
  }
}
