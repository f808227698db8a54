import { WindowDocument } from "./document.js";
import { PatchError } from "./patch.js";

/** Milliseconds between two requests for a table, and those after which a request counts as lost. */
const betweenRequests = 50;
const untilLost = 5000;

/**
 * The rows that this page sees of tables. Each table has a slice, a small document that the server keeps up to date, and that is
 * forgotten with each attachment. What a page asks for is no event: of several wishes only the newest counts.
 */
export class Slices {
  /** @type {Map<string, Slice>} */
  #all = new Map();
  #isAttached = false;

  /** @param {Clock} clock @param {(request: RowsRequest) => void} send @param {Pick<SessionDelegate, "rows">} delegate */
  constructor(clock, send, delegate) {
    this.clock = clock;
    this.send = send;
    this.delegate = delegate;
  }

  /** Another attachment, or none. Nothing of the one before counts. @param {boolean} isAttached */
  restart(isAttached) {
    this.#isAttached = isAttached;
    for (const slice of this.#all.values()) slice.restart();
  }

  /** The slice of a table, if it has come. @param {string} model @param {string} element @returns {any} */
  tree(model, element) {
    return this.#of(model, element).document?.tree;
  }

  /** @param {string} model @param {string} element @param {RowsWish} wish */
  ask(model, element, wish) {
    this.#of(model, element).want(wish);
  }

  /** A table has left the page. @param {string} model @param {string} element */
  forget(model, element) {
    this.#of(model, element).restart();
    this.#all.delete(JSON.stringify([model, element]));
  }

  /** @param {RowsMessage} message */
  state({ model, element, rev, state, sequence, copied, found }) {
    const slice = this.#of(model, element), isFirst = !slice.document;
    slice.document = new WindowDocument(state, rev);
    this.delegate.rows?.({ model, element, slice: state, ...(sequence !== undefined && { sequence }), ...(isFirst && { isFirst }), ...(copied && { copied }), ...(found && slice.isWanted(sequence) && { found }) });
    slice.answered(sequence);
  }

  /** A patch that does not fit costs the slice, not the connection. @param {RowsMessage} message */
  patch({ model, element, rev, base, patch, sequence, copied, found }) {
    const slice = this.#of(model, element), { document } = slice;
    if (document) {
      try {
        const trails = document.apply(patch, rev, base);
        this.delegate.rows?.({ model, element, slice: document.tree, trails, ...(copied && { copied }), ...(found && slice.isWanted(sequence) && { found }) });
      } catch (error) {
        if (!(error instanceof PatchError)) throw error;
        slice.document = undefined;
        slice.want({ fresh: true });
      }
    }
    slice.answered(sequence);
  }

  /** @param {string} model @param {string} element */
  #of(model, element) {
    const key = JSON.stringify([model, element]);
    let slice = this.#all.get(key);
    if (!slice) {
      const { clock } = this;
      slice = new Slice(clock, (request) => this.send({ model, element, ...request }), () => this.#isAttached);
      this.#all.set(key, slice);
    }
    return slice;
  }
}

/** One table's slice, and the requests for it: one is under way at a time, and wishes meanwhile merge. */
class Slice {
  /** @type {WindowDocument | undefined} */
  document;
  #sequence = 0;
  #answered = 0;
  /** The newest request that searches. */
  #find = 0;
  /** @type {RowsWish | undefined} */
  #wish;
  #pause = 0;
  #late = 0;

  /** @param {Clock} clock @param {(request: RowsWish & {sequence: number}) => void} send @param {() => boolean} isAttached */
  constructor(clock, send, isAttached) {
    this.clock = clock;
    this.send = send;
    this.isAttached = isAttached;
  }

  restart() {
    this.clock.clearTimeout(this.#late);
    this.document = this.#wish = undefined;
    this.#answered = this.#sequence;
  }

  /** A member that is `undefined` takes back what was wished before. @param {RowsWish} wish */
  want(wish) {
    const members = Object.entries({ ...this.#wish, ...wish }).filter(([, value]) => value !== undefined);
    this.#wish = members.length ? Object.fromEntries(members) : undefined;
    this.#pump();
  }

  /** @param {number} [sequence] */
  answered(sequence = 0) {
    this.#answered = Math.max(this.#answered, sequence);
    this.#pump();
  }

  /** Whether what was found is not of an earlier search. @param {number} [sequence] */
  isWanted(sequence = 0) {
    return sequence >= this.#find && !this.#wish?.find;
  }

  /** Before the first state, there is nothing to ask about but that. */
  #pump() {
    const wish = this.#wish, { clock } = this;
    if (!wish || this.#pause || this.#answered < this.#sequence || !this.isAttached() || !(this.document || wish.fresh)) return;
    this.#wish = undefined;
    const sequence = ++this.#sequence;
    clock.clearTimeout(this.#late);
    this.#pause = clock.setTimeout(() => {
      this.#pause = 0;
      this.#pump();
    }, betweenRequests);
    // The server ignores what is asked about a table that has just been covered.
    this.#late = clock.setTimeout(() => this.answered(sequence), untilLost);
    // A search may take a while, and scrolling does not wait for it.
    if (wish.find) this.#find = this.#answered = sequence;
    this.send({ ...wish, sequence });
  }
}
