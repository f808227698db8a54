const pressable = "button, a, label, summary, select, input";

/**
 * What the user presses. The second half of a double click, or a key that is held down, must not press what has come under the
 * pointer, or has got the focus, since the first.
 */
export class Presses {
  /** What is being pressed at this moment. @type {Element | undefined} */
  pressed;
  /** What the first click of a double click, or the key that is held, has pressed. @type {{click?: unknown, key?: unknown}} */
  #first = {};

  /** @param {HTMLElement} root @param {AbortSignal} [signal] */
  constructor(root, signal) {
    /** @type {(name: string, act: (event: any, target: Element) => void) => void} */
    const listen = (name, act) => root.addEventListener(name, (event) => act(event, /** @type {Element} */ (event.composedPath()[0])), { capture: true, signal });
    for (const name of ["click", "change"]) {
      listen(name, (_, target) => {
        this.pressed = target.closest(pressable) ?? undefined;
        setTimeout(() => { this.pressed = undefined; });
      });
    }
    listen("click", (event, target) => this.#follow("click", event, target, event.detail > 1));
    listen("keydown", (event, target) => { if (/^( |Enter)$/.test(event.key)) this.#follow("key", event, target, event.repeat); });
  }

  /** @param {"click" | "key"} kind @param {Event} event @param {Element} target @param {boolean} isRepeated */
  #follow(kind, event, target, isRepeated) {
    const node = target.closest(".component, label") ?? target.closest(pressable) ?? target;
    const element = node.getAttribute("data-element");
    const around = ["data-model", "data-row"].map((part) => node.closest(`[${part}]`)?.getAttribute(part));
    const name = element === null ? node : [...around, element].join(" ");
    if (!isRepeated) this.#first[kind] = name;
    else if (name !== this.#first[kind]) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }
}
