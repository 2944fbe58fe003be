// What positions and moves are worth, in words and signs, and how a duel stands.

import { COMPILING, inQueue, inSeconds, short, signed } from "./words.js";

// The margin at the end to the first player, from the value to the mover; null if not known.
export function totalOf({ score, to_move: mover, value, exact }) {
  return value === null ? null : { value: score + (mover === 0 ? value : -value), exact };
}

export function outlook({ value, exact }, depth, names) {
  const said = value === 0 ? "a tie" : `${names[value > 0 ? 0 : 1]} by ${Math.abs(value)}`;
  return exact ? `Proven: ${said} with best play` : `Looks like ${said}, at depth ${depth}; not proven`;
}

function result(score, names) {
  return score === 0 ? "a tie" : `${names[score > 0 ? 0 : 1]} wins by ${Math.abs(score)}`;
}

function lead(score, names) {
  return `${names[score > 0 ? 0 : 1]} leads by ${Math.abs(score)}`;
}

// What the board writes on each move: [{spot, name, text, size, mood, cells, said}].
export function badgesOf({ moves, best_moves: best }, ways) {
  const known = new Map(moves.map((move) => [move.move, move]));
  return ways.filter(({ move }) => known.has(move)).map(({ move, spot, picks, name, size }) => {
    const { text, sign } = inSigns(known.get(move));
    const mood = [sign > 0 ? "good" : sign < 0 ? "bad" : "even"];
    if (!known.get(move).exact) mood.push("guess");
    if (best.includes(move)) mood.push("best");
    const cells = picks.flatMap((pick) => pick.split(" "));
    return { spot, name, text, size, mood: mood.join(" "), cells, said: `${move} is worth ${text}` };
  });
}

function inSigns({ value, exact, lower_bound: low, upper_bound: high }) {
  if (value !== null) return { text: exact ? signed(value) : `≈${signed(value)}`, sign: value };
  if (low !== null && low > 0) return { text: `≥${signed(low)}`, sign: 1 };
  if (high !== null && high < 0) return { text: `≤${signed(high)}`, sign: -1 };
  return { text: "?", sign: 0 };
}

export function stateInWords({ to_move: mover, over, score }, names) {
  if (over) return `Over: ${result(score, names)}`;
  return `${names[mover]} to move${score ? `, ${lead(score, names)}` : ""}`;
}

// What a search in a duel tells of itself.
export function newsInWords(doing, kind, body) {
  if (kind === "queued") return inQueue(body);
  if (kind === "started") return `${doing} …`;
  if (kind === "silent") return `${doing} … ${COMPILING}`;
  return `${doing} … ${inSeconds(body.seconds)}, ${short(body.nodes)} positions${body.depth ? `, depth ${body.depth}` : ""}`;
}
