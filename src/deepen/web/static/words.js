// Numbers as people read them.

const WHOLE = new Intl.NumberFormat("en-GB");
const SHORT = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });

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
