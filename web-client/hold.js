import { focusedAround } from "./dom.js";
import { isControls } from "./fields.js";

/**
 * Until the server has said where the window is, what a page shows may be wrong, or is no longer. If that lasts, all but what has
 * the focus is inert and nothing is pressed by mistake, while what is typed or set stays and goes on; a good network never shows it.
 */
export class Hold {
  #is = false;
  #timer = 0;
  /** What is inert because it may be wrong. @type {HTMLElement[]} */
  #frozen = [];

  /** @param {HTMLElement} root of the window */
  constructor(root) {
    this.root = root;
  }

  /** Whether an event of this name is not to be sent now. @param {string} [name] */
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

  /** The field, and all that it stands in, stays as it is: so does the caret, and whoever listens keeps the place. */
  #freeze() {
    this.#is = true;
    const focused = focusedAround(this.root);
    /** @type {(node: any) => HTMLElement[]} */
    const around = (node) => (node.contains(focused) ? [...node.children].flatMap(around) : node.inert ? [] : [node]);
    this.#frozen = [...this.root.querySelectorAll(":scope > .stage, :scope > div > dialog > .surface")].flatMap(around);
    for (const node of this.#frozen) node.inert = true;
  }
}
