import { words } from "../view/words.js";

/** The windows that the browser did not open without a fresh click. One card names them all, so that none is out of sight. */
export class HeldBack {
  /** @type {{title: string | undefined, act: () => any, answer: (outcome: Outcome | undefined) => void}[]} */
  #waiting = [];
  #close = () => {};

  /** @param {Pick<TriggerDelegate, "ask">} delegate */
  constructor(delegate) {
    this.delegate = delegate;
  }

  /**
   * @param {string | undefined} title @param {() => any} act opens the window, if the browser lets it @param {(outcome: Outcome | undefined) => void} answer
   * @returns {() => void} takes the window off the card
   */
  add(title, act, answer) {
    const held = { title, act, answer };
    this.#waiting.push(held);
    this.#show();
    return () => {
      if (!this.#waiting.includes(held)) return;
      this.#waiting = this.#waiting.filter((other) => other !== held);
      this.#show();
    };
  }

  #show() {
    this.#close();
    this.#close = () => {};
    const titles = /** @type {string[]} */ (this.#waiting.map(({ title }) => title).filter((title) => title !== undefined));
    const count = this.#waiting.length;
    const first = titles.slice(0, 3).join(", ");
    const named = titles.length > 3 ? words.andMore(first, titles.length - 3) : first;
    if (count) this.#close = this.delegate.ask([named, words.heldBack(count)].filter(Boolean).join("\n"), [[words.openHeld(count), () => this.#open()]], () => this.#decline());
  }

  /** A browser opens one page with each click, or all of them if its user allows that. */
  #open() {
    for (let value; this.#waiting.length && (value = this.#waiting[0].act());) this.#waiting.shift()?.answer({ status: "performed", value });
    this.#show();
  }

  #decline() {
    for (const { answer } of this.#waiting.splice(0)) answer({ status: "declined" });
  }
}
