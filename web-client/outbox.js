/** The events of this page's life: each is kept until the server has it on disk. */
export class Outbox {
  /** Up to this id, events are answered. */
  applied = 0;
  /** Up to this id, the server has said that they are on its disk. */
  durable = 0;
  /** Up to this id, events were sent over one socket or another. */
  sent = 0;
  /** How many may be unanswered; the rest waits here. */
  limit = 64;
  /** @type {WireEvent[]} */
  #kept = [];
  #last = 0;
  /** Up to this id, events were sent over this socket. */
  #sent = 0;

  /** @param {Omit<WireEvent, "id">} event @returns {number} its id */
  add(event) {
    this.#kept.push({ id: ++this.#last, ...event });
    return this.#last;
  }

  /** How much of what a person did is not answered. */
  get waiting() {
    return this.#kept.filter(({ id, name }) => id > this.applied && !/^(appeared|focus|blur|selection|scrolled)$/.test(name)).length;
  }

  /** Whether something that was sent is not answered. */
  get isAwaiting() {
    return this.#sent > this.applied;
  }

  /** A new attachment knows what it has seen: what is above is sent again. @param {number} applied */
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

  /** What may be sent now, in order, once. */
  take() {
    const due = this.#kept.filter(({ id }) => id > this.#sent && id <= this.applied + this.limit);
    this.#sent = due.at(-1)?.id ?? this.#sent;
    this.sent = Math.max(this.sent, this.#sent);
    return due;
  }
}
