import { anchor, focusedAround, h } from "./dom.js";

/** Updates an open menu of this view. @param {string} member @returns {Setter} */
export const menuItems = (member) => ({ own }, items) => { if (own.open === member) own.items.show(items); };

/**
 * Shows elements as a menu beside `rect`, until the user chooses one or dismisses it.
 * @param {View} view @param {"children" | "contextMenu"} member @param {{left: number, top: number, bottom: number}} rect
 */
export function popup(view, member, rect) {
  const { own, scope } = view;
  // A key press may request the same menu twice.
  own.popup?.remove();
  view.lists.delete(own.items);
  const node = (own.popup = h("div", { className: "menu", popover: "auto" }));
  own.open = member;
  own.items = view.list(node);
  own.items.show(view.data[member]);
  node.onclick = () => node.hidePopover();
  node.onkeydown = (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const all = [...node.querySelectorAll(":is(button, a):not(:disabled)")];
    const next = all.indexOf(/** @type {Element} */ (focusedAround(node))) + way;
    /** @type {HTMLElement | undefined} */ (all.at(next % all.length))?.focus();
  };
  node.ontoggle = ({ newState }) => {
    if (newState !== "closed") return;
    node.remove();
    if (own.popup === node) own.open = undefined;
  };
  // Inside the topmost dialog, because everything outside of it is inert.
  (view.node.closest("dialog") ?? scope.stage.root).append(node);
  node.showPopover();
  anchor(node, rect);
  /** @type {HTMLElement | null} */ (node.querySelector("button:enabled, a"))?.focus();
}
