/**
 * The browser's Back and Forward. Each step that the server could undo has an entry in the history, with
 * the window's address there; going back asks the server to undo it, going forward asks for the entry's
 * address. The document decides: entries follow it, never the reverse. The Navigation API would tell more of
 * the entries, but can't take one away either: what `skip` is for would be no simpler, and there twice.
 */
export class BackButton {
  #depth = 0;
  /** @type {number | undefined} where the history stands, as far as it obeyed */
  #here;
  /** @type {string | undefined} */
  #url;
  /** The address at each depth, as it was last shown. @type {(string | undefined)[]} */
  #urls = [];
  /** Until our own `go` arrives, the entry that is current is not the one we mean. */
  #going = false;
  /** The depth of the last entry there is, as far as we know. */
  #last = 0;

  /**
   * @param {History} history @param {(depth: number) => void} back asks for what was at this depth
   * @param {(url: string) => void} open asks for what is at this address
   */
  constructor(history, back, open) {
    this.history = history;
    this.back = back;
    this.open = open;
  }

  /** The document shows what is at this depth. @param {number} depth @param {string} [url] */
  follow(depth, url) {
    this.#depth = depth;
    this.#url = this.#urls[depth] = url;
    if (!this.#going) this.#settle();
  }

  /** The server refused what was asked for: what lies ahead can't be opened again. */
  refused() {
    this.#urls.length = this.#depth + 1;
    if (!this.#going) this.#settle();
  }

  /** The user went somewhere, or our own `go` arrived. */
  moved() {
    const { oriel: to, url, skip } = this.history.state ?? {};
    if (to === undefined || this.#here === undefined) return;
    if (this.#going && to > this.#depth) return this.history.go(this.#depth - to);
    if (skip && !this.#going) return this.history.go(to > this.#here ? 1 : -1);
    const asks = !this.#going;
    this.#here = to;
    this.#going = false;
    if (asks && to < this.#depth) this.back(to);
    else if (asks && to > this.#depth && url) this.open(url);
    else this.#settle();
  }

  #settle() {
    const { oriel, skip } = this.history.state ?? {};
    const here = this.#here ?? oriel ?? 0;
    this.#here = this.#depth;
    this.#last = Math.max(this.#last, here);
    if (this.#depth < here) {
      this.#going = true;
      return this.history.go(this.#depth - here);
    }
    if (oriel === undefined || skip) this.#entry("replaceState", here);
    for (let at = here + 1; at <= this.#depth; at++) {
      this.#entry("pushState", at);
      this.#urls[at] = this.#url;
      this.#last = at;
    }
    if (this.#url !== undefined) this.#entry("replaceState", this.#depth);
    const next = this.#urls[this.#depth + 1];
    if (this.#last > this.#depth && (next === undefined || next === this.#url)) this.#cut();
  }

  /** Nothing ahead can be opened again: a new entry takes its place, and the one below is passed over. */
  #cut() {
    this.history.replaceState({ oriel: this.#depth, skip: true }, "", this.#url);
    this.#entry("pushState", this.#depth);
    this.#urls.length = this.#depth + 1;
    this.#last = this.#depth;
  }

  /** @param {"pushState" | "replaceState"} how @param {number} depth */
  #entry(how, depth) {
    this.history[how]({ oriel: depth, url: this.#url }, "", this.#url);
  }
}
