// Along a solution: buttons, slider, arrow keys, the list of moves.

import { button, draw, isTyping, make, say } from "./dom.js";

const PACE = 700;
const ICONS = {
  start: "M5 5v10M15 5l-7 5 7 5z",
  back: "M14 5l-8 5 8 5z",
  play: "M6 4l10 6-10 6z",
  pause: "M7 5v10M13 5v10",
  on: "M6 5l8 5-8 5z",
  end: "M15 5v10M5 5l7 5-7 5z",
};

function icon(name) {
  return draw("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

export class Stepper extends EventTarget {
  constructor(host, listHost) {
    super();
    const go = (name, title, act) => button(icon(name), act, { "aria-label": title, title, class: "quiet step" });
    this.slider = make("input", {
      type: "range", min: 0, step: 1, "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)),
    });
    this.count = make("output", { class: "count" });
    this.playing = go("play", "Play", () => this.#toggle());
    this.host = host;
    host.replaceChildren(
      go("start", "To the start", () => this.go(0)),
      go("back", "One step back", () => this.go(this.step - 1)),
      this.playing,
      go("on", "One step on", () => this.go(this.step + 1)),
      go("end", "To the end", () => this.go(this.last)),
      this.slider, this.count,
    );
    this.list = make("ol", { class: "moves", "aria-label": "Moves" });
    listHost.replaceChildren(this.list);
    this.load([]);
  }

  // The moves that there are; without any there is nowhere to go.
  load(moves) {
    this.#pause();
    this.moves = moves;
    this.last = moves.length;
    this.host.hidden = this.last === 0;
    this.list.hidden = this.last === 0;
    this.slider.max = this.last;
    this.list.replaceChildren(...moves.map((move, place) =>
      make("li", {}, button(move, () => this.go(place + 1), { class: "quiet" }))));
    this.step = 0;
    this.#show();
  }

  go(step) {
    if (this.last === 0) return;
    this.place(step);
    say(this.sentence());
    this.dispatchEvent(new Event("step"));
  }

  // As `go`, but nobody is told.
  place(step) {
    this.step = Math.min(this.last, Math.max(0, step));
    this.#show();
  }

  key(event) {
    if (this.last === 0 || isTyping(event.target) || event.target.type === "radio") return false;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const steps = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.last };
    if (!(event.key in steps)) return false;
    this.go(steps[event.key]);
    return true;
  }

  sentence() {
    const move = this.step > 0 ? `: ${this.moves[this.step - 1]}` : ", the start";
    return `Step ${this.step} of ${this.last}${move}`;
  }

  #show() {
    this.slider.value = this.step;
    this.slider.setAttribute("aria-valuetext", this.sentence());
    this.count.textContent = `${this.step} / ${this.last}`;
    this.list.querySelectorAll("[aria-current]").forEach((node) => node.removeAttribute("aria-current"));
    [...this.list.children].forEach((node, place) => node.classList.toggle("next", place === this.step));
    const item = this.list.children[this.step - 1]?.firstChild;
    item?.setAttribute("aria-current", "step");
    if (item) this.#scrollTo(item.parentElement);
  }

  #scrollTo(item) {
    const { list } = this;
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  #toggle() {
    if (this.timer) {
      this.#pause();
      return;
    }
    if (this.step === this.last) this.go(0);
    this.#name("pause", "Pause");
    this.timer = setInterval(() => {
      this.go(this.step + 1);
      if (this.step === this.last) this.#pause();
    }, PACE);
  }

  #pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.#name("play", "Play");
  }

  #name(picture, title) {
    this.playing.replaceChildren(icon(picture));
    this.playing.setAttribute("aria-label", title);
    this.playing.title = title;
  }
}
