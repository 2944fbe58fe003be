// Numbers as people read them.

const WHOLE = new Intl.NumberFormat("en-GB");
const SHORT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

export const whole = (number) => WHOLE.format(number);

export const short = (number) => SHORT.format(number);

export function inSeconds(seconds) {
  if (seconds >= 10) return `${seconds.toFixed(0)} s`;
  if (seconds >= 0.1) return `${seconds.toFixed(1)} s`;
  return seconds >= 0.001 ? `${(seconds * 1e3).toFixed(0)} ms` : `${(seconds * 1e6).toFixed(0)} µs`;
}

export function inBytes(bytes) {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  let place = 0;
  while (bytes >= 1024 && place < units.length - 1) {
    bytes /= 1024;
    place += 1;
  }
  return `${place && bytes < 100 ? bytes.toFixed(1) : bytes.toFixed(0)} ${units[place]}`;
}

export const counted = (count, noun) => `${whole(count)} ${noun}${count === 1 ? "" : "s"}`;

export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

// What others say as part of a sentence of theirs, as one of its own.
export const asSentence = (text) => `${capital(text)}${/[.!?…]$/.test(text) ? "" : "."}`;

// Why nothing is searched, and what is wrong with the text.
export const NO_POSITION = "The text is no position, so there is nothing to solve.";

// Why a search is silent at first.
export const COMPILING = "The first search of a game takes some seconds more: its rules are compiled.";

// Where a search stands that has to wait.
export function inQueue(place) {
  return place === 1 ? "All workers are busy: you are next." : `All workers are busy: you are number ${place} in the queue.`;
}
