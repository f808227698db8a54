import { serverTime } from "../protocol/server-time.js";
import { h } from "../view/dom.js";
import { icon } from "../view/icons.js";
import { script, styles } from "../view/optional.js";
import { words } from "../view/words.js";

/** The client's own notices, in a corner: unobtrusive, reachable by keyboard, and announced politely. */
export class Notices {
  #node = h("div", { className: "notices", popover: "manual", role: "region", ariaLabel: words.notices, ariaLive: "polite" });
  #state = h("span");
  #since = h("span");
  #pill = h("div", { className: "notice" }, h("span", { className: "pulse" }), this.#state, this.#since);
  #bar = h("div", { className: "waiting-bar", ariaHidden: "true" });
  #slow = h("div", { className: "notice" }, h("span", { className: "pulse" }), h("span", { textContent: words.slow }));
  #mark = h("div", { className: "notice" }, h("span", { textContent: words.observed }));
  #timer = 0;
  #isBlocked = false;
  /** @type {Promise<import("./toasts.js").Toasts> | undefined} */
  #toasts;

  /** @param {HTMLElement} root @param {Clock} clock @param {{retry(): void, unseen(count: number): void}} delegate @param {AbortSignal} signal */
  constructor(root, clock, delegate, signal) {
    this.root = root;
    this.clock = clock;
    this.delegate = delegate;
    this.signal = signal;
    this.#pill.append(this.#button(words.tryNow, () => delegate.retry()));
    this.raise();
  }

  /** Moves the notices above the topmost dialog, because everything outside it is inert. */
  raise() {
    const host = [...this.root.querySelectorAll("dialog:modal")].at(-1) ?? this.root;
    if (this.#node.parentNode === host) return;
    host.append(this.#node);
    this.#node.showPopover();
  }

  /** Names the cause for which there is no connection. @param {boolean} isBlocked */
  blocked(isBlocked) {
    this.#isBlocked = isBlocked;
    if (isBlocked) this.#state.textContent = words.blocked;
  }

  /**
   * Shows a lost connection, and that the window may be out of date, but not for a brief interruption.
   * @param {boolean} connected @param {number} [waiting] the number of unsent events @param {number} [heardAt] when the server was last heard
   */
  connected(connected, waiting, heardAt) {
    if (connected) {
      this.clock.clearTimeout(this.#timer);
      this.#timer = 0;
      this.#pill.remove();
      delete this.root.dataset.stale;
    } else {
      this.#state.textContent = this.#isBlocked ? words.blocked : waiting ? words.unsent(waiting) : words.reconnecting;
      this.#since.textContent = heardAt === undefined ? "" : words.asOf(new Date(serverTime(heardAt)).toLocaleTimeString());
      this.#timer ||= this.clock.setTimeout(() => this.#showLost(), navigator.onLine === false ? 0 : 1000);
    }
  }

  #showLost() {
    this.#node.append(this.#pill);
    if (this.#since.textContent) this.root.dataset.stale = "";
  }

  /** Shows a bar, and says that the server is slow, while it owes an answer. @param {boolean} isBarred @param {boolean} isSlow */
  waiting(isBarred, isSlow) {
    for (const [node, isShown] of /** @type {[HTMLElement, boolean][]} */ ([[this.#bar, isBarred], [this.#slow, isSlow]])) {
      if (!isShown) node.remove();
      else if (!node.isConnected) this.#node.append(node);
    }
  }

  /** Shows whether an operator is viewing the window. @param {number} count */
  observed(count) {
    if (count) this.#node.prepend(this.#mark);
    else this.#mark.remove();
  }

  /** @param {string} text @param {[label: string, pressed: () => void][]} [buttons] @param {() => void} [declined] */
  ask(text, buttons = [], declined = () => {}) {
    const close = () => card.remove();
    const pressing = (/** @type {() => void} */ act) => () => { close(); act(); };
    const card = h("div", { className: "notice" }, h("span", { textContent: text }),
      ...buttons.map(([label, pressed]) => this.#button(label, pressing(pressed))),
      h("button", { className: "dismiss", ariaLabel: words.close, onclick: pressing(declined) }, icon("xmark")));
    this.#node.append(card);
    return close;
  }

  /** Shows a text for eight seconds. @param {string} text */
  say(text) {
    this.clock.setTimeout(this.ask(text), 8000);
  }

  /** What shows an app's notifications, once its files have come. */
  toasts() {
    return this.#toasts ??= this.#loadToasts().catch((error) => {
      // The next notification asks for them again.
      this.#toasts = undefined;
      throw error;
    });
  }

  async #loadToasts() {
    const [{ Toasts }] = await Promise.all([script("toasts", import.meta.url), styles(this.root.getRootNode(), "toasts", import.meta.url)]);
    return new Toasts(this.#node, this.clock, (/** @type {number} */ count) => this.delegate.unseen(count), this.signal);
  }

  /** @param {string} textContent @param {() => void} onclick */
  #button(textContent, onclick) {
    return h("button", { className: "button", textContent, onclick });
  }
}
