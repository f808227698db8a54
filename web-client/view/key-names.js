import { attribute, h } from "./dom.js";

export const isApple = /mac|iphone|ipad/i.test(/** @type {any} */ (navigator).userAgentData?.platform ?? navigator.platform);

/** How keys and modifiers are written, on Apple's systems and elsewhere. */
const signs = isApple
  ? { mod: "⌘", shift: "⇧", alt: "⌥", Enter: "↩", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Delete: "⌦", Backspace: "⌫", " ": "␣" }
  : { mod: "Ctrl", shift: "Shift", alt: "Alt", Enter: "↵", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Delete: "Del", Backspace: "⌫", " ": "␣" };

/** The modifiers and the key of a shortcut such as `mod+shift+k`. @param {string} text */
export function keyParts(text) {
  const names = text.split("+");
  const key = names.pop() || "+";
  return { key, names: text.endsWith("++") ? names.slice(0, -1) : names };
}

/** A shortcut as the keys of this system are written. @param {string} text */
export function keyNames(text) {
  const { key, names } = keyParts(text);
  const all = [...names, key].map((name) => signs[/** @type {keyof signs} */ (name)] ?? (name.length === 1 ? name.toUpperCase() : name));
  return all.join(isApple ? "" : "+");
}

/** Shows the key of a button or link. What the key does comes in a file of its own. @type {Setter} */
export function shortcut(view, text) {
  const { node, state, scope: { windowView } } = view;
  attribute(node, "aria-keyshortcuts", text && text.replace("mod", isApple ? "Meta" : "Control").replace("shift", "Shift").replace("alt", "Alt"));
  state.keys?.remove();
  if (!text) return;
  node.append(state.keys = h("kbd", { textContent: keyNames(text), ariaHidden: "true" }));
  windowView.hasShortcut(view);
}
