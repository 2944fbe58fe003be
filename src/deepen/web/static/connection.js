// The line to the server: requests with numbers, answers with the same numbers, news in between.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const LARGEST = 64 << 10; // bytes of a message: with more, the server hangs up
const TOO_LARGE = 1009; // its reason then
const encoder = new TextEncoder();

// What the server, or the line to it, has to say against a request.
export class Problem extends Error {}

export class Connection extends EventTarget {
  constructor(address, { largest = LARGEST } = {}) {
    super();
    this.address = address;
    this.largest = largest;
    this.number = 0;
    this.pending = new Map();
    this.wait = FIRST_WAIT;
    this.#open();
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  // A quick request. One that is lost with the line is sent again with the next.
  ask(message) {
    return this.#send(message, { again: true }).answer;
  }

  // A search: {answer, stop}. `hear(kind, body)` is told when it is queued, starts or gets on.
  search(message, hear = () => {}) {
    const { answer, number } = this.#send(message, { hear });
    const stop = () => this.pending.has(number) && this.ask({ verb: "stop", job: number });
    return { answer, stop };
  }

  #send(message, { hear = () => {}, again = false }) {
    const number = ++this.number;
    const data = JSON.stringify({ id: number, message });
    const size = encoder.encode(data).length;
    if (size > this.largest) return { answer: Promise.reject(tooLarge()), number };
    const answer = new Promise((resolve, reject) => {
      this.pending.set(number, { data, size, hear, again, resolve, reject });
    });
    if (this.isOpen) this.socket.send(data);
    return { answer, number };
  }

  #open() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.#begin());
    this.socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.#lose(event));
  }

  #begin() {
    for (const { data } of this.pending.values()) this.socket.send(data);
    this.dispatchEvent(new Event("open"));
  }

  #hear({ id, kind, body }) {
    this.wait = FIRST_WAIT; // the line is not only open, it is answered
    const request = this.pending.get(id);
    if (!request) return;
    if (kind === "answer" || kind === "failed") this.pending.delete(id);
    if (kind === "answer") request.resolve(body);
    else if (kind === "failed") request.reject(new Problem(body));
    else request.hear(kind, body);
  }

  // The server may have said why.
  #lose({ code, reason }) {
    if (code === TOO_LARGE) this.#dropLargest();
    for (const [number, { again }] of this.pending) {
      if (!again) this.#fail(number, new Problem("the connection was lost, and the search with it"));
    }
    this.dispatchEvent(new CustomEvent("lost", { detail: reason }));
    setTimeout(() => this.#open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  #fail(number, problem) {
    const { reject } = this.pending.get(number);
    this.pending.delete(number);
    reject(problem);
  }

  // If the server has hung up over any of them, then over the largest; sent again, it would again.
  #dropLargest() {
    const largest = [...this.pending].sort(([, a], [, b]) => b.size - a.size)[0];
    if (largest) this.#fail(largest[0], tooLarge());
  }
}

function tooLarge() {
  return new Problem("this is more than the server takes");
}

export function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new Connection(`${scheme}//${location.host}/socket`);
}
