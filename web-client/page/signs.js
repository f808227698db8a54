import { h } from "../view/dom.js";
import { words } from "../view/words.js";

/** What the page shows instead of its window: that it has ended, or that there is nothing at the requested address. */
export class Signs {
  /** The sign before the window of another address. @type {HTMLElement | undefined} */
  #lost;

  /** @param {WindowView} windowView @param {(title: string) => void} entitle sets the title, which says it too */
  constructor(windowView, entitle) {
    this.windowView = windowView;
    this.entitle = entitle;
  }

  /** Whether the window is behind a sign. */
  get isLost() {
    return this.#lost !== undefined;
  }

  /** Replaces the window. @param {string} title @param {string} text @param {string} button @param {() => void} onclick */
  end(title, text, button, onclick) {
    this.clear();
    this.#show(this.windowView.main, title, text, button, onclick);
  }

  /** Adds a link to what is shown instead of the window. @param {string} textContent @param {string} href */
  add(textContent, href) {
    this.windowView.main.querySelector(".ending")?.append(h("a", { className: "button", textContent, href }));
  }

  /** Hides the window that was opened instead of the requested one, until the user asks for it. @param {string} address @param {() => void} onclick */
  lose(address, onclick) {
    this.clear();
    const { main } = this.windowView;
    this.#lost = h(/** @type {"main"} */ (main.localName), { className: "stage" });
    main.before(this.#lost);
    main.hidden = true;
    this.#show(this.#lost, words.notFound, words.nothingAt(address), words.start, () => {
      this.clear();
      onclick();
      const heading = main.querySelector("h1");
      if (heading) this.windowView.focus(heading);
    });
  }

  /** Shows the window again. */
  clear() {
    this.#lost?.remove();
    this.#lost = undefined;
    this.windowView.main.hidden = false;
  }

  /** @param {HTMLElement} place @param {string} title @param {string} text @param {string} button @param {() => void} onclick */
  #show(place, title, text, button, onclick) {
    const heading = h("h1", { textContent: title, tabIndex: -1 });
    this.entitle(title);
    place.replaceChildren(h("section", { className: "ending" }, heading, h("p", { textContent: text }),
      h("button", { className: "button", textContent: button, onclick })));
    this.windowView.focus(heading);
  }
}
