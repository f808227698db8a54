/** The ports of a session, played by the test. */

/** Time stands still until a test lets it pass. */
export class Clock {
  now = 0;
  #timers = new Map();
  #last = 0;

  setTimeout(work, milliseconds) {
    this.#timers.set(++this.#last, { at: this.now + milliseconds, work });
    return this.#last;
  }

  clearTimeout(timer) {
    this.#timers.delete(timer);
  }

  random() {
    return 0;
  }

  time() {
    return this.now;
  }

  /** What is being waited for, in milliseconds from now. */
  get waits() {
    return [...this.#timers.values()].map(({ at }) => at - this.now).sort((a, b) => a - b);
  }

  pass(milliseconds) {
    const until = this.now + milliseconds;
    for (;;) {
      const [next] = [...this.#timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next[0]);
      this.now = next[1].at;
      next[1].work();
    }
    this.now = until;
  }
}

/** A socket whose other end is the test. */
export class Socket {
  readyState = 0;
  sent = [];
  closed;

  constructor(url, protocols) {
    Object.assign(this, { url, protocols });
    Socket.all.push(this);
  }

  static all = [];

  static get last() {
    return Socket.all.at(-1);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close(code) {
    this.closed = code;
    this.readyState = 2;
  }

  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  receive(...messages) {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }

  cut(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** Remembers what it was told. */
export class Recorder {
  calls = [];

  constructor(...names) {
    for (const name of names) this[name] = (...values) => { this.calls.push([name, ...structuredClone(values)]); };
  }

  /** What was told since the last question. */
  take() {
    return this.calls.splice(0);
  }
}

/** Lets everything that waits for nothing but a promise happen. */
export const settled = () => new Promise((done) => setImmediate(done));
