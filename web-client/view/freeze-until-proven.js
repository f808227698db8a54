import { focusedAround } from "./dom.js";
import { isControls } from "./fields.js";

/**
 * Until the server has confirmed the window's position, the page may be outdated. If that lasts, everything but the focused element
 * becomes inert, so that the user presses nothing by mistake, while typing and setting values still work; on a good network this is never visible.
 */
export class FreezeUntilProven {
  #is = false;
  #timer = 0;
  /** The nodes that are inert because they may be outdated. @type {HTMLElement[]} */
  #frozen = [];

  /** @param {HTMLElement} root of the window */
  constructor(root) {
    this.root = root;
  }

  /** Whether an event with this name must not be sent now. @param {string} [name] */
  stops(name = "") {
    return this.#is && !isControls(name);
  }

  /** @param {boolean} held */
  set(held) {
    this.#is = false;
    clearTimeout(this.#timer);
    for (const node of this.#frozen.splice(0)) node.inert = false;
    if (held) this.#timer = setTimeout(() => this.#freeze(), 250);
  }

  /** The field and its ancestors stay active, which preserves the caret and a screen reader's position. */
  #freeze() {
    this.#is = true;
    const focused = focusedAround(this.root);
    /** @type {(node: any) => HTMLElement[]} */
    const around = (node) => (node.contains(focused) ? [...node.children].flatMap(around) : node.inert ? [] : [node]);
    this.#frozen = [...this.root.querySelectorAll(":scope > .stage, :scope > div > dialog > .surface")].flatMap(around);
    for (const node of this.#frozen) node.inert = true;
  }
}
