import { isComposing } from "./fields.js";
import { isInline } from "./presentations.js";

/**
 * The open layers, the topmost last, and the user's wishes to close one: by Escape, a press beside it, a drag, or the
 * browser's Back. Each wish closes one layer. While the server has not yet closed the topmost, the wish for the one below waits.
 */
export class Layers {
  /** @type {View[]} */
  #open = [];
  /** The layers that are to be closed, from the top. @type {View[]} */
  #wanted = [];
  /** The event that closes the first of them. @type {number | undefined} */
  #asked;

  /** @param {HTMLElement} root @param {WindowView} windowView @param {AbortSignal} [signal] */
  constructor(root, windowView, signal) {
    this.root = root;
    this.windowView = windowView;
    document.addEventListener("keydown", (event) => this.#pressed(event), { signal });
  }

  /** A layer is shown on top of the others. @param {View} view */
  opened(view) {
    if (!this.#open.includes(view)) this.#open.push(view);
  }

  /** @param {View} view */
  closed(view) {
    this.#open = this.#open.filter((other) => other !== view);
  }

  /**
   * Asks the server to close a layer, by default the topmost of those that it was not asked for yet.
   * @param {View} [view] @returns {number | undefined} the event, or the one after which it is asked
   */
  close(view = this.#open.findLast((other) => !this.#wanted.includes(other)) ?? this.#wanted[0]) {
    if (!view) return;
    if (view.data.dismissible === false) return this.#asked;
    if (this.#wanted.includes(view)) return this.#send(view);
    this.#wanted.push(view);
    if (this.#wanted.length === 1) this.#ask();
    return this.#asked;
  }

  /** @param {View} view */
  #send({ model, data, scope }) {
    // Names a question, because another one, or none, may be open when this arrives.
    const event = isInline({ data }) ? { model, value: { id: data.id } } : { model: data.model, value: {} };
    return scope.windowView.send({ ...event, name: "dismiss" });
  }

  #ask() {
    const [view] = this.#wanted;
    this.#asked = this.#send(view);
    if (this.#asked === undefined) this.#wanted = [];
    else this.windowView.whenAnswered(this.#asked, () => this.#answered());
  }

  /** A layer that stays open, or another one above it, keeps those below. */
  #answered() {
    const [view, next] = this.#wanted.splice(0, 1).concat(this.#wanted.slice(0, 1));
    this.#asked = undefined;
    if (next && next === this.#open.at(-1) && !this.#open.includes(view)) this.#ask();
    else this.#wanted = [];
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
    const { host } = /** @type {ShadowRoot} */ (this.root.getRootNode());
    if (host && !event.composedPath().includes(host)) return;
    const menu = /** @type {HTMLElement | null} */ (this.root.querySelector(".menu:popover-open"));
    if (!menu && !this.#open.length) return;
    // A dialog or popover of the app's own closes by itself.
    const [target] = /** @type {Element[]} */ (event.composedPath());
    const own = target.closest?.("dialog, [popover]:popover-open:not(.menu, .notices)");
    if (own && !this.#open.some(({ node }) => node === own)) return;
    // The browser would close several layers at once.
    event.preventDefault();
    if (event.repeat) return;
    if (menu) menu.hidePopover();
    else this.close();
  }
}
