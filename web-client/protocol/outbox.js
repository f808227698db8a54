/** Whether an event tells the server of the page itself, and the user waits for no answer. @param {string} name */
export const isReport = (name) => /^(appeared|focus|blur|selection|scrolled)$/.test(name);

/** The events of this page, each kept until the server has it on disk. */
export class Outbox {
  /** Events up to this id are answered. */
  applied = 0;
  /** Events up to this id are on the server's disk. */
  durable = 0;
  /** The last event that was sent over any socket. */
  sent = 0;
  /** The maximum number of unanswered events; the others wait here. */
  limit = 64;
  /** @type {WindowEvent[]} */
  #kept = [];
  #last = 0;
  /** The last event that was sent over this socket. */
  #sent = 0;

  /** @param {FormerEvents} [former] the events of a former page */
  constructor(former) {
    if (!former) return;
    [this.#kept, this.#last] = [former.events, former.last];
    [this.durable, this.sent] = [former.durable, former.sent];
  }

  /** The events that the server may not have on disk, for another page; `undefined` if its user has done none of them. @returns {FormerEvents | undefined} */
  get rest() {
    const { durable, sent } = this;
    return this.#kept.some(({ name }) => !isReport(name)) ? { events: this.#kept, last: this.#last, durable, sent } : undefined;
  }

  /** @param {Omit<WindowEvent, "id">} event @returns {number} its id */
  add(event) {
    this.#kept.push({ id: ++this.#last, ...event });
    return this.#last;
  }

  /** The number of unanswered events. */
  get waiting() {
    return this.#kept.filter(({ id, name }) => id > this.applied && !isReport(name)).length;
  }

  /** Whether a sent event is unanswered. */
  get isAwaiting() {
    return this.#sent > this.applied;
  }

  /** After attaching, events above `applied` are sent again. @param {number} applied */
  attached(applied) {
    this.applied = this.#sent = applied;
  }

  /** @param {number} applied */
  answered(applied) {
    this.applied = Math.max(this.applied, applied);
  }

  /** @param {number} id */
  saved(id) {
    this.durable = Math.max(this.durable, id);
    this.#kept = this.#kept.filter((event) => event.id > id);
  }

  /** Takes the events that may be sent now, in order. */
  take() {
    const due = this.#kept.filter(({ id }) => id > this.#sent && id <= this.applied + this.limit);
    this.#sent = due.at(-1)?.id ?? this.#sent;
    this.sent = Math.max(this.sent, this.#sent);
    return due;
  }
}
