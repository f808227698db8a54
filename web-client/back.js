/**
 * The browser's Back button. Each step that the server could undo has an entry in the history; going
 * back asks the server to undo it. The document decides: entries follow it, never the reverse.
 */
export class BackButton {
  #depth = 0;
  /** @type {number | undefined} where the history stands, as far as it obeyed */
  #here;
  /** @type {string | undefined} */
  #url;
  /** Until our own `go` arrives, the entry that is current is not the one we mean. */
  #going = false;

  /** @param {History} history @param {(depth: number) => void} back asks for what was at this depth */
  constructor(history, back) {
    this.history = history;
    this.back = back;
  }

  /** Without arguments: again, because the server refused. @param {number} [depth] @param {string} [url] */
  follow(depth = this.#depth, url = this.#url) {
    this.#depth = depth;
    this.#url = url;
    this.#here ??= this.history.state?.oriel;
    if (this.#here === undefined) this.#entry("replaceState", (this.#here = 0));
    if (depth < this.#here) {
      this.#going = true;
      this.history.go(depth - this.#here);
    }
    for (let at = this.#here + 1; at <= depth; at++) this.#entry("pushState", at);
    this.#here = depth;
    if (!this.#going && url !== undefined) this.#entry("replaceState", depth);
  }

  /** The user went somewhere, or our own `go` arrived. */
  moved() {
    const to = this.history.state?.oriel;
    this.#going = false;
    if (to === undefined || this.#here === undefined) return;
    this.#here = to;
    if (to < this.#depth) this.back(to);
    else this.follow();
  }

  /** @param {"pushState" | "replaceState"} how @param {number} depth */
  #entry(how, depth) {
    this.history[how]({ oriel: depth }, "", this.#url);
  }
}
