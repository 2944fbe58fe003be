// The text of a position: written by the page, typed by people, and judged.

import { labelled, make } from "./dom.js";
import { asSentence } from "./sentences.js";

const PAUSE = 250; // of the hand, after which what is typed counts

export class Notation {
  // `began()` is told when somebody types, `check(text)` what came of it; it answers when the text is judged.
  constructor(began, check) {
    this.began = began;
    this.check = check;
    this.wrong = ""; // what is wrong with the text that stands there
    this.problem = make("p", { class: "problem", id: "text-problem", hidden: true });
    this.field = make("textarea", {
      class: "notation", rows: 2, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
      "aria-describedby": "text-problem",
      onbeforeinput: (event) => this.#refuseLong(event), oninput: () => this.#typed(),
    });
    this.parts = [labelled("Text notation", this.field), this.problem];
  }

  load({ most_text: most, too_long: sentence }) {
    this.#forget();
    this.most = most;
    this.sentence = sentence;
    this.field.maxLength = most;
  }

  write(text) {
    this.#forget();
    this.#judge("");
    this.field.value = text;
    this.field.rows = Math.min(9, Math.max(2, text.split("\n").length));
  }

  // What somebody wrote stays, and beside it why it is no position.
  refuse(text, sentence) {
    this.field.value = text;
    this.#judge(sentence);
  }

  // Waits until what was typed last is judged.
  async ready() {
    if (this.pause !== undefined) this.#check();
    await this.checked;
  }

  tooLong(length) {
    return length > this.most ? this.sentence : "";
  }

  #typed() {
    this.#forget();
    this.began();
    this.pause = setTimeout(() => this.#check(), PAUSE);
  }

  #check() {
    this.#forget();
    this.checked = this.check(this.field.value);
  }

  #forget() {
    clearTimeout(this.pause);
    this.pause = undefined;
  }

  // What is pasted is taken as a whole or not at all; the browser alone would cut it.
  #refuseLong(event) {
    const { value, selectionStart, selectionEnd } = this.field;
    const problem = this.tooLong(value.length - (selectionEnd - selectionStart) + (event.data?.length ?? 0));
    if (!event.data || !problem) return;
    event.preventDefault();
    this.#tell(problem);
  }

  #judge(sentence) {
    this.wrong = sentence;
    this.#tell(sentence);
    this.field.setAttribute("aria-invalid", sentence !== "");
  }

  #tell(sentence) {
    this.problem.textContent = sentence ? asSentence(sentence) : "";
    this.problem.hidden = !sentence;
  }
}
