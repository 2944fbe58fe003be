// Where each game was left: what follows the room in the address. It is kept for this tab of the
// browser only, so that two of them do not disturb each other, and outlives a reload.

import { store, stored } from "./storage.js";

const SESSION = "sessionStorage";
const kept = new Map(); // for browsers that keep nothing

export function keepPlace(kind, game, place) {
  for (const [name, value] of [[`place of ${game}`, place], [`last ${kind}`, game]]) {
    kept.set(name, value);
    store(name, value, SESSION);
  }
}

// Of a game, or of the last one of a kind that was open; "" if there was none.
export function keptPlace(kind, game = found(`last ${kind}`)) {
  return game ? found(`place of ${game}`) : "";
}

function found(name) {
  return kept.get(name) ?? stored(name, SESSION) ?? "";
}
