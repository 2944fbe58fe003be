// Sentences of the page itself. Numbers, values and verdicts come in words from the server.

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

// What others say as part of a sentence of theirs, as one of its own.
export const asSentence = (text) => `${capital(text)}${/[.!?…]$/.test(text) ? "" : "."}`;

// Why nothing is searched, and what is wrong with the text.
export const NO_POSITION = "The text is no position, so there is nothing to solve.";

// Why a search is silent at first.
export const COMPILING = "The first search of a game takes some seconds more: its rules are compiled.";

// Where a search stands that has to wait.
export function inQueue(place) {
  return `All workers are busy: you are ${place === 1 ? "next" : `number ${place} in the queue`}.`;
}

// What a search tells of itself, in a line.
export function newsInWords(doing, kind, body) {
  if (kind === "queued") return inQueue(body);
  if (kind === "started") return `${doing} …`;
  return `${doing} … ${kind === "silent" ? COMPILING : body.told}`;
}
