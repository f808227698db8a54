import { h, isUsable } from "./dom.js";
import { isComposing } from "./fields.js";
import { isApple, keyNames, keyParts } from "./key-names.js";
import { words } from "./words.js";

/** The browser's own setting of a user who does not want keys without a modifier (WCAG 2.2, 2.1.4). */
const setting = "oriel.keys";

/** The setting, which a browser may refuse to keep. @param {string} [value] */
function keySetting(value) {
  try {
    if (value) localStorage.setItem(setting, value);
    return localStorage.getItem(setting) ?? "on";
  } catch {
    return "on";
  }
}

/** Whether it works without a modifier, and so only where nobody types. @param {string} text */
const isSingle = (text) => !keyParts(text).names.some((name) => name === "mod" || name === "alt");

/** @param {string} text @param {KeyboardEvent} event */
function matches(text, { key, code, ctrlKey, metaKey, shiftKey, altKey }) {
  const { key: wanted, names } = keyParts(text);
  const [mod, other] = isApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (mod !== names.includes("mod") || other || altKey !== names.includes("alt")) return false;
  // Where a key writes a sign only with Shift, or another sign with Alt, is a matter of the layout.
  const isLetter = /^\p{L}$/u.test(wanted);
  if ((isLetter || wanted.length > 1) && shiftKey !== names.includes("shift")) return false;
  return key.toLowerCase() === wanted.toLowerCase() || altKey && code === (/\d/.test(wanted) ? `Digit${wanted}` : `Key${wanted.toUpperCase()}`);
}

/** The keys that buttons and links of a window have. */
export class Shortcuts {
  /** @type {Set<View>} */
  #views = new Set();
  /** @type {HTMLElement | undefined} */
  #list;

  /** @param {HTMLElement} root @param {AbortSignal} [signal] */
  constructor(root, signal) {
    this.root = root;
    root.addEventListener("keydown", (event) => this.#pressed(event), { signal });
  }

  /** A button or link has got a key. @param {View} view */
  add(view) {
    this.#views.add(view);
  }

  /** Those that can be used now: on the topmost layer, and not of what is hidden or disabled. */
  get #usable() {
    const top = [...this.root.querySelectorAll("dialog:modal")].at(-1) ?? this.root;
    for (const view of this.#views) if (!view.node.isConnected || !view.data.shortcut) this.#views.delete(view);
    return [...this.#views]
      .filter(({ node }) => top.contains(node) && isUsable(node))
      .sort((one, other) => (one.node.compareDocumentPosition(other.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.defaultPrevented || event.repeat || isComposing(event) || event.getModifierState("AltGraph")) return;
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    const types = target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=color], [type=file])");
    const uses = target.matches("button, a, summary, input") && /^(Enter| )$/.test(event.key);
    const single = !types && !uses && keySetting() !== "off";
    const views = this.#usable.filter(({ data }) => matches(data.shortcut, event) && (single || !isSingle(data.shortcut)));
    const view = views.at(-1);
    if (views.length > 1) console.warn(`${views.length} buttons have the key ${keyNames(view?.data.shortcut)}; the last of them is pressed.`);
    if (view) {
      event.preventDefault();
      view.node.click();
    } else if (event.key === "?" && !types && !event.ctrlKey && !event.metaKey && this.#usable.length) {
      event.preventDefault();
      this.#show();
    }
  }

  /** Lists the keys that can be used now. */
  #show() {
    this.#list?.remove();
    const single = h("input", { type: "checkbox", checked: keySetting() !== "off", onchange: () => { keySetting(single.checked ? "on" : "off"); } });
    const rows = this.#usable.map(({ node, data }) => {
      const name = data.label ?? [...node.childNodes].filter((child) => !(child instanceof Element && child.matches("kbd"))).map(({ textContent }) => textContent).join("");
      return h("div", {}, h("dt", { textContent: name }), h("dd", {}, h("kbd", { textContent: keyNames(data.shortcut) })));
    });
    const list = this.#list = h("div", { className: "menu keys", popover: "auto", role: "dialog", ariaLabel: words.keys, tabIndex: -1 },
      h("h2", { textContent: words.keys }), h("dl", {}, ...rows), h("label", {}, single, words.singleKeys));
    list.ontoggle = ({ newState }) => { if (newState === "closed") list.remove(); };
    ([...this.root.querySelectorAll("dialog:modal")].at(-1) ?? this.root).append(list);
    list.showPopover();
    list.focus();
  }
}
