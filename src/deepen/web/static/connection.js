// The line to the server: requests with numbers, answers with the same numbers, news in between.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

// What the server, or the line to it, has to say against a request.
export class Problem extends Error {}

export class Connection extends EventTarget {
  constructor(address) {
    super();
    this.address = address;
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
    const answer = new Promise((resolve, reject) => {
      this.pending.set(number, { message, hear, again, resolve, reject });
    });
    if (this.isOpen) this.#post(number, message);
    return { answer, number };
  }

  #post(number, message) {
    this.socket.send(JSON.stringify({ id: number, message }));
  }

  #open() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.#begin());
    this.socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", ({ reason }) => this.#lose(reason));
  }

  #begin() {
    for (const [number, { message }] of this.pending) this.#post(number, message);
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
  #lose(reason) {
    for (const [number, request] of this.pending) {
      if (request.again) continue;
      this.pending.delete(number);
      request.reject(new Problem("the connection was lost, and the search with it"));
    }
    this.dispatchEvent(new CustomEvent("lost", { detail: reason }));
    setTimeout(() => this.#open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }
}

export function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new Connection(`${scheme}//${location.host}/socket`);
}
