/**
 * The browser's Back and Forward. Each step that the server can undo has an entry in the history, and so has each address
 * that the user has visited without such a step, as in another tab. Going back asks the server to undo the step, or for the
 * entry's address; going forward, or to another tab, asks for the entry's address. The document decides: the entries follow it,
 * never the reverse.
 *
 * It uses the Navigation API; in a browser without one, `Entries` replaces it.
 */
export class BackButton {
  /** @type {Position} */
  #position = { depth: 0 };
  /** The last depth requested from the server. @type {number | undefined} */
  #asked;
  /** Until our own traversal arrives, the current entry is not the intended one. */
  #going = false;
  /** The window that the entries are of, for a page that comes back to them. @type {string | undefined} */
  #window;

  /** @param {any} navigation the browser's, or `Entries` @param {History} history @param {BackDelegate} delegate @param {AbortSignal} [signal] */
  constructor(navigation, history, delegate, signal) {
    this.navigation = navigation;
    this.history = history;
    this.delegate = delegate;
    navigation.addEventListener("navigate", (/** @type {any} */ event) => this.#leaving(event), { signal });
    navigation.addEventListener("currententrychange", (/** @type {any} */ event) => this.#moved(event), { signal });
  }

  /** Updates the entries to the document's position. @param {Position} position @param {boolean} [isVisit] whether the user has just done something, so that another address is a place that they have gone to */
  follow(position, isVisit) {
    this.#position = position;
    // Until it has answered, the current entry is ahead of the document.
    if (this.#asked === undefined) this.#settle(isVisit);
  }

  /** The page shows this window. @param {string} window */
  attached(window) {
    this.#window = window;
  }

  /** The server has handled the events up to this one. @param {number} applied */
  answered(applied) {
    if (this.#asked === undefined || applied < this.#asked) return;
    this.#asked = undefined;
    this.#settle();
  }

  /** The server refused an event. If it was requested here, the entry's address can't be opened again. @param {number} event */
  refused(event) {
    if (event !== this.#asked) return;
    this.#asked = undefined;
    const { depth } = this.#here;
    if (depth >= this.#position.depth) this.navigation.updateCurrentEntry({ state: { depth, window: this.#window } });
    this.#settle();
  }

  get #here() {
    return stateOf(this.navigation.currentEntry);
  }

  /**
   * The page is about to move to another entry. If nothing can be undone now, Back is prevented; browsers don't let a page
   * do that twice without a user gesture, in which case the page returns to its entry afterwards.
   * @param {any} event
   */
  #leaving(event) {
    const { info, navigationType, cancelable, destination } = event;
    if (info === this) event.intercept({ focusReset: "manual", scroll: "manual" });
    else if (navigationType === "traverse" && cancelable && destination.sameDocument
      && stateOf(destination).depth < this.#position.depth && this.delegate.holds()) event.preventDefault();
  }

  /** The user navigated, or our own traversal arrived. @param {any} event */
  #moved({ navigationType, from }) {
    // Firefox forgets with the document a state that has come with a navigation.
    if (/^(push|replace)$/.test(navigationType)) this.navigation.updateCurrentEntry({ state: this.#here });
    if (navigationType !== "traverse") return;
    const ours = this.#going;
    this.#going = false;
    const { depth, url, over, selected } = this.#here;
    if (depth === undefined) return;
    const position = this.#position;
    const isElsewhere = depth > position.depth || isOtherTab(selected, position.selected);
    if (over && !ours) return this.history.go(Math.sign(this.navigation.currentEntry.index - from.index));
    if (!ours && url && (isElsewhere || depth === position.depth && url !== position.url)) this.#asked = this.delegate.open(url);
    else if (!ours && depth < position.depth) this.#asked = this.delegate.back(depth);
    else this.#asked = undefined;
    if (this.#asked === undefined) this.#settle();
  }

  /** @param {boolean} [isVisit] */
  #settle(isVisit = false) {
    if (this.#going) return;
    const { navigation } = this;
    const position = this.#position;
    const { depth: here = 0, url, over, window, selected } = this.#here;
    const isInOtherTab = isOtherTab(selected, position.selected);
    const goal = here > position.depth && !isInOtherTab && this.#entryBelow();
    const leadsBack = () => goal && !isOtherPlace(stateOf(goal).url, position.url);
    if (isVisit && !over && (here >= position.depth || isInOtherTab) && isOtherPlace(url, position.url) && !leadsBack()) {
      return this.#put("push", position.depth);
    }
    if (goal) {
      this.#going = true;
      navigation.traverseTo(goal.key)?.finished.catch(() => { this.#going = false; });
      return;
    }
    if (this.#here.depth === undefined || here > position.depth || over || isInOtherTab || here === position.depth && url !== position.url || window !== this.#window) {
      this.#put("replace", Math.min(here, position.depth));
    }
    for (let depth = here; depth < position.depth;) this.#put("push", ++depth);
    const ahead = navigation.entries()[navigation.currentEntry.index + 1];
    const next = stateOf(ahead);
    if (ahead?.sameDocument && next.depth !== undefined && (!next.url || next.url === position.url)) this.#cut();
  }

  /** The last entry below in the same tab that has the document's depth. */
  #entryBelow() {
    const { navigation } = this;
    const { depth, selected } = this.#position;
    const { index } = navigation.currentEntry;
    const entries = navigation.entries().filter((/** @type {any} */ entry) => entry.index < index && entry.sameDocument);
    const left = entries.findLast((/** @type {any} */ entry) => isOtherTab(stateOf(entry).selected, selected));
    return entries.findLast((/** @type {any} */ entry) =>
      (!left || entry.index > left.index) && stateOf(entry).depth === depth && !stateOf(entry).over);
  }

  /** Nothing ahead can be opened again, so a new entry replaces it, and the one below is skipped. */
  #cut() {
    this.navigation.updateCurrentEntry({ state: { ...this.#here, over: true } });
    this.#put("push", this.#position.depth);
  }

  /** @param {"push" | "replace"} how @param {number} depth */
  #put(how, depth) {
    const { url, selected } = this.#position;
    const state = { depth, url, selected, window: this.#window };
    this.navigation.navigate(url ?? this.navigation.currentEntry.url, { history: how, state, info: this });
  }
}

/** A place of the document: the steps that Back would undo, its address if it can be opened again, and the selected tab of each tab container. @typedef {{depth: number, url?: string, selected?: Record<string, string>}} Position */

/** The state of an entry: its position, its window, and whether it is skipped. @param {any} entry */
const stateOf = (entry) => entry?.getState() ?? {};

/** Whether two addresses are of different places: the query only says how a place is shown. @param {string | undefined} one @param {string | undefined} other */
const isOtherPlace = (one, other) => !!one && !!other && new URL(one).pathname !== new URL(other).pathname;

/** Whether a tab container shows another tab. @param {Position["selected"]} one @param {Position["selected"]} other */
const isOtherTab = (one = {}, other = {}) => Object.keys(one).some((model) => model in other && one[model] !== other[model]);

/** The window of the entry that the page has come back to. @param {any} navigation @param {any} state of the history @returns {string | undefined} */
export const windowOfEntry = (navigation, state) => navigation ? stateOf(navigation.currentEntry).window : state?.entries?.at(-1)?.window;

/** The required part of the Navigation API, based on the history alone: each entry's state includes those below it. */
export class Entries extends EventTarget {
  /** @type {any[]} the states of the entries seen by this page */
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

  /** The current entry has changed. */
  moved() {
    const states = this.history.state?.entries;
    if (!states) return;
    const from = this.currentEntry;
    this.#states.splice(0, states.length, ...states);
    this.#index = states.length - 1;
    this.dispatchEvent(Object.assign(new Event("currententrychange"), { navigationType: "traverse", from }));
  }
}
