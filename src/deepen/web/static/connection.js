// The line to the server: requests with numbers, answers with the same numbers, news in between.
//
// A line can be dead without being closed: the server hangs, or a network swallows what is sent. So
// whenever nothing is heard for a while, the server is pinged. If it does not answer that either, this
// is told, and others are dialled; the old line is kept until one of them gets through, since what is
// slow may come to life again, and searches with it.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const DIALLING = 4000; // after which a line that does not open is given up
const TICK = 250;
const QUIET = 1000; // after so long without a word the server is pinged,
const DEAD = 2500; // and after so long it is held for dead
const GRACE = 500; // for an old line to come to life before a new one takes its place
const STOPPING = 2000; // after which a search that is stopped is given up
const LARGEST = 64 << 10; // bytes of a message: with more, the server hangs up
const TOO_LARGE = 1009; // its reason then
const LOST = "the connection was lost, and the search with it";
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
    this.silent = false; // whether the server has not answered a ping
    this.ticked = this.heard = performance.now();
    this.#open();
    setInterval(() => this.#tick(), TICK);
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
    return { answer, stop: () => this.#stop(number) };
  }

  // With an answer or without: who stops a search is rid of it.
  #stop(number) {
    if (!this.pending.has(number)) return;
    const giveUp = () => this.#fail(number, new Problem("stopped; the server does not answer"));
    if (this.isOpen) this.ask({ verb: "stop", job: number });
    if (this.isOpen && !this.silent) setTimeout(giveUp, STOPPING);
    else giveUp();
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

  #hear({ id, kind, body }) {
    if (kind === "changed") this.dispatchEvent(new Event("changed")); // the rules of a game have
    const request = this.pending.get(id);
    if (!request) return;
    if (kind === "answer" || kind === "failed") this.pending.delete(id);
    if (kind === "answer") request.resolve(body);
    else if (kind === "failed") request.reject(new Problem(body));
    else request.hear(kind, body);
  }

  #fail(number, problem) {
    this.pending.get(number)?.reject(problem);
    this.pending.delete(number);
  }

  // Lines

  #open() {
    this.socket = this.#dial();
    this.socket.addEventListener("open", () => this.#begin());
  }

  // A line that may become ours; one that is not, or no more, is not listened to.
  #dial() {
    const socket = new WebSocket(this.address);
    const timer = setTimeout(() => socket.close(), DIALLING);
    socket.addEventListener("open", () => clearTimeout(timer));
    socket.addEventListener("message", ({ data }) => socket === this.socket && this.#live(JSON.parse(data)));
    socket.addEventListener("close", (event) => {
      clearTimeout(timer);
      if (socket === this.socket) this.#lose(event);
    });
    return socket;
  }

  #begin() {
    this.heard = performance.now();
    for (const { data } of this.pending.values()) this.socket.send(data);
    this.dispatchEvent(new Event("open"));
  }

  // Whatever is heard is a sign of life.
  #live(message) {
    this.heard = performance.now();
    this.wait = FIRST_WAIT; // the line is not only open, it is answered
    if (this.silent) {
      this.#trust();
      this.dispatchEvent(new Event("open"));
    }
    this.#hear(message);
  }

  // The server may have said why.
  #lose({ code, reason }) {
    this.#trust();
    if (code === TOO_LARGE) this.#dropLargest();
    this.#failSearches();
    this.dispatchEvent(new CustomEvent("lost", { detail: reason }));
    this.#later(() => this.#open());
  }

  #later(act) {
    setTimeout(act, this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  #failSearches() {
    for (const [number, { again }] of this.pending) if (!again) this.#fail(number, new Problem(LOST));
  }

  // If the server has hung up over any of them, then over the largest; sent again, it would again.
  #dropLargest() {
    const largest = [...this.pending].sort(([, a], [, b]) => b.size - a.size)[0];
    if (largest) this.#fail(largest[0], tooLarge());
  }

  // Silence

  #tick() {
    const now = performance.now();
    if (now - this.ticked > 2 * QUIET) this.heard = now - QUIET; // it was the page that slept
    this.ticked = now;
    if (!this.isOpen || this.silent) return;
    if (now - this.heard > DEAD) this.#doubt();
    else if (now - this.heard >= QUIET && !this.pending.has(this.ping)) this.#ping();
  }

  #ping() {
    this.ping = this.number + 1;
    this.ask({ verb: "ping" });
  }

  #doubt() {
    this.silent = true;
    this.dispatchEvent(new CustomEvent("lost", { detail: "the server does not answer" }));
    this.#probe();
  }

  #trust() {
    this.silent = false;
    this.probe?.close();
    this.probe = null;
  }

  #probe() {
    if (!this.silent) return;
    const probe = this.probe = this.#dial();
    probe.addEventListener("open", () => setTimeout(() => probe === this.probe && this.#replace(), GRACE));
    probe.addEventListener("close", () => probe === this.probe && this.#later(() => this.#probe()));
  }

  #replace() {
    const { socket } = this;
    this.socket = this.probe;
    this.probe = null;
    this.silent = false;
    socket.close();
    this.#failSearches();
    this.#begin();
  }
}

function tooLarge() {
  return new Problem("this is more than the server takes");
}

export function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new Connection(`${scheme}//${location.host}/socket`);
}
