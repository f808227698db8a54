/**
 * The browser's Back and Forward. Each step that the server could undo has an entry in the history, with
 * the window's address there; going back asks the server to undo it, going forward asks for the entry's
 * address. The document decides: entries follow it, never the reverse.
 *
 * It speaks the Navigation API; where a browser has none, `Entries` stands in for it.
 */
export class BackButton {
  #depth = 0;
  /** @type {string | undefined} */
  #url;
  /** What was asked of the server last. @type {number | undefined} */
  #asked;
  /** Until our own traversal arrives, the entry that is current is not the one we mean. */
  #going = false;

  /** @param {any} navigation the browser's, or `Entries` @param {History} history @param {BackDelegate} delegate @param {AbortSignal} [signal] */
  constructor(navigation, history, delegate, signal) {
    this.navigation = navigation;
    this.history = history;
    this.delegate = delegate;
    navigation.addEventListener("navigate", (/** @type {any} */ event) => this.#leaving(event), { signal });
    navigation.addEventListener("currententrychange", (/** @type {any} */ event) => this.#moved(event), { signal });
  }

  /** The document shows what is at this depth. @param {number} depth @param {string} [url] */
  follow(depth, url) {
    this.#depth = depth;
    this.#url = url;
    this.#settle();
  }

  /** The server refused something. Where that was asked for here: what can't be opened again is no address. @param {number} event */
  refused(event) {
    if (event !== this.#asked) return;
    const { depth } = this.#here;
    if (depth > this.#depth) this.navigation.updateCurrentEntry({ state: { depth } });
    this.#settle();
  }

  get #here() {
    return stateOf(this.navigation.currentEntry);
  }

  /**
   * The page is about to have another entry. Where nothing may be undone now, Back goes nowhere; no browser lets a page
   * do that twice without a touch, and then the entry is left again after it was gone to.
   * @param {any} event
   */
  #leaving(event) {
    const { info, navigationType, cancelable, destination } = event;
    if (info === this) event.intercept({ focusReset: "manual", scroll: "manual" });
    else if (navigationType === "traverse" && cancelable && destination.sameDocument
      && stateOf(destination).depth < this.#depth && this.delegate.holds()) event.preventDefault();
  }

  /** The user went somewhere, or our own traversal arrived. @param {any} event */
  #moved({ navigationType, from }) {
    if (navigationType !== "traverse") return;
    const ours = this.#going;
    this.#going = false;
    const { depth, url, over } = this.#here;
    if (depth === undefined) return;
    if (over && !ours) return this.history.go(Math.sign(this.navigation.currentEntry.index - from.index));
    if (!ours && depth < this.#depth) this.#asked = this.delegate.back(depth);
    else if (!ours && depth > this.#depth && url) this.#asked = this.delegate.open(url);
    else this.#asked = undefined;
    if (!this.#asked) this.#settle();
  }

  #settle() {
    if (this.#going) return;
    const { navigation } = this;
    const { depth: here = 0, url, over } = this.#here;
    const { index } = navigation.currentEntry;
    const goal = here > this.#depth && navigation.entries().findLast((/** @type {any} */ entry) =>
      entry.index < index && entry.sameDocument && stateOf(entry).depth === this.#depth && !stateOf(entry).over);
    if (goal) {
      this.#going = true;
      navigation.traverseTo(goal.key)?.finished.catch(() => { this.#going = false; });
      return;
    }
    if (this.#here.depth === undefined || here > this.#depth || over || here === this.#depth && url !== this.#url) {
      this.#put("replace", Math.min(here, this.#depth));
    }
    for (let depth = here; depth < this.#depth;) this.#put("push", ++depth);
    const ahead = navigation.entries()[navigation.currentEntry.index + 1];
    const next = stateOf(ahead);
    if (ahead?.sameDocument && next.depth !== undefined && (!next.url || next.url === this.#url)) this.#cut();
  }

  /** Nothing ahead can be opened again: a new entry takes its place, and the one below is passed over. */
  #cut() {
    this.navigation.updateCurrentEntry({ state: { ...this.#here, over: true } });
    this.#put("push", this.#depth);
  }

  /** @param {"push" | "replace"} how @param {number} depth */
  #put(how, depth) {
    const url = this.#url ?? this.navigation.currentEntry.url;
    this.navigation.navigate(url, { history: how, state: { depth, url: this.#url }, info: this });
  }
}

/** What is kept of an entry: its depth, its address if it can be opened again, and whether it is passed over. @param {any} entry */
const stateOf = (entry) => entry?.getState() ?? {};

/** As much of the Navigation API as is needed here, by the history alone: each entry's state names those below it too. */
export class Entries extends EventTarget {
  /** @type {any[]} of the entries that this page has seen */
  #states;
  #index;

  /** @param {History} history */
  constructor(history) {
    super();
    this.history = history;
    this.#states = history.state?.entries ?? [undefined];
    this.#index = this.#states.length - 1;
  }

  entries() {
    return this.#states.map((state, index) => ({ index, key: index, sameDocument: true, getState: () => state }));
  }

  get currentEntry() {
    return this.entries()[this.#index];
  }

  /** @param {string | undefined} url @param {{history: string, state: any}} how */
  navigate(url, { history: how, state }) {
    if (how === "push") this.#states.length = ++this.#index;
    this.#states[this.#index] = state;
    const all = { entries: this.#states.slice(0, this.#index + 1) };
    if (how === "push") this.history.pushState(all, "", url);
    else this.history.replaceState(all, "", url);
  }

  /** @param {{state: any}} to */
  updateCurrentEntry({ state }) {
    this.navigate(undefined, { history: "replace", state });
  }

  /** @param {number} key */
  traverseTo(key) {
    this.history.go(key - this.#index);
  }

  /** The history has moved. */
  moved() {
    const states = this.history.state?.entries;
    if (!states) return;
    const from = this.currentEntry;
    this.#states.splice(0, states.length, ...states);
    this.#index = states.length - 1;
    this.dispatchEvent(Object.assign(new Event("currententrychange"), { navigationType: "traverse", from }));
  }
}
