import { anchor, focusedAround, h } from "./dom.js";

/**
 * Shows elements as a menu beside `rect`, until something is chosen or dismissed.
 * @param {View} view @param {any[]} items @param {{left: number, top: number, bottom: number}} rect
 */
export function popup(view, items, rect) {
  // A key may ask for the same menu twice.
  view.own.popup?.remove();
  const node = (view.own.popup = h("div", { className: "menu", popover: "auto" }));
  const list = view.list(node);
  list.show(items);
  node.onclick = () => node.hidePopover();
  node.onkeydown = (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const all = [...node.querySelectorAll(":is(button, a):not(:disabled)")];
    const next = all.indexOf(/** @type {Element} */ (focusedAround(node))) + way;
    /** @type {HTMLElement | undefined} */ (all.at(next % all.length))?.focus();
  };
  node.ontoggle = ({ newState }) => newState === "closed" && node.remove();
  // Inside the topmost dialog, because everything outside of it is inert.
  (view.node.closest("dialog") ?? view.scope.stage.root).append(node);
  node.showPopover();
  anchor(node, rect);
  /** @type {HTMLElement | null} */ (node.querySelector("button:enabled, a"))?.focus();
  return list;
}
