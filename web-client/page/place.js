import { home, stored } from "../protocol/names.js";
import { direction } from "../view/dom.js";
import { BackButton, Entries } from "./back-button.js";
import { clock } from "./browser.js";

/** Milliseconds for which a key or a press explains where the window goes. */
const recently = 5000;

/** The place that the window shows: its title, address and history, which become the page's if the window is the whole page, and its language. */
export class Place {
  #entries = new Entries(history);
  /** @type {BackButton | undefined} */
  #back;
  /** The place of a window behind a sign. @type {Parameters<WindowViewDelegate["arrived"]>} */
  #hidden = [0, ""];
  #actedAt = -Infinity;
  #title = document.title;
  /** Before the title, while somebody wants to see the page. */
  #mark = "";
  /** How many notifications have arrived while the page was hidden. */
  #unseen = 0;

  /** @param {WindowView} windowView @param {Signs} signs @param {ScopedStorage} storage @param {boolean} isFullPage @param {AbortSignal} signal */
  constructor(windowView, signs, storage, isFullPage, signal) {
    this.windowView = windowView;
    this.signs = signs;
    this.storage = storage;
    if (!isFullPage) return;
    this.#back = new BackButton(globalThis.navigation ?? this.#entries, history, {
      back: (depth) => windowView.back(depth),
      open: (url) => windowView.open(url),
      holds: () => windowView.holds,
    }, signal);
    addEventListener("popstate", () => this.#entries.moved(), { signal });
    for (const act of ["pointerdown", "keydown"]) addEventListener(act, () => { this.#actedAt = clock.time(); }, { capture: true, signal });
  }

  /** The window has arrived somewhere. @type {WindowViewDelegate["arrived"]} */
  arrived(...where) {
    if (this.signs.isLost) this.#hidden = where;
    else this.#show(...where);
  }

  /** There is nothing at the address that the page asked for. @param {string} address */
  lose(address) {
    this.#hidden = [0, ""];
    this.signs.lose(address, () => this.#show(...this.#hidden));
  }

  /** The server has refused an event, which may have been a step back. @param {number} event */
  refused(event) {
    this.#back?.refused(event);
  }

  /** The server has handled the events up to this one. @param {number} applied */
  answered(applied) {
    this.#back?.answered(applied);
  }

  /** The page shows this window. @param {string} window */
  attached(window) {
    this.#back?.attached(window);
  }

  /** Marks the title, because somebody wants to see this page. @returns a function that ends it */
  mark() {
    if (!this.#back) return () => {};
    const set = (/** @type {string} */ mark) => {
      this.#mark = mark;
      this.entitle();
    };
    set("● ");
    return () => set("");
  }

  /** Shows before the title how many notifications have arrived while the page was hidden. @param {number} count */
  unseen(count) {
    this.#unseen = count;
    this.entitle();
  }

  /** Sets the page's title, if that is the window's. */
  entitle(title = this.#title) {
    this.#title = title;
    if (this.#back) document.title = (this.#unseen ? `(${this.#unseen}) ` : "") + this.#mark + title;
  }

  /** @type {WindowViewDelegate["arrived"]} */
  #show(steps, title, url, lang, selected) {
    const around = this.#back ? document.documentElement : this.windowView.root;
    if (lang) Object.assign(around, { lang, dir: direction(lang) });
    if (!this.#back) return;
    this.entitle(title);
    const known = url && URL.canParse(url, home) && new URL(url, home);
    const isVisit = clock.time() < this.#actedAt + recently;
    this.#back.follow({ depth: steps, url: known && known.origin === home.origin ? known.href : undefined, selected }, isVisit);
    const address = location.pathname + location.search;
    // This runs for every patch, and a browser's storage is slow.
    if (this.storage.getItem(stored.url) !== address) this.storage.setItem(stored.url, address);
  }
}
