import { anchor, focusedAround, h } from "./dom.js";

/** Updates an open menu of this view. @param {string} member @returns {Setter} */
export const menuItems = (member) => ({ state }, items) => { if (state.open === member) state.items.show(items); };

/**
 * Shows elements as a menu beside `rect`, until the user chooses one or dismisses it.
 * @param {View} view @param {"children" | "contextMenu"} member @param {{left: number, top: number, bottom: number}} rect
 */
export function popup(view, member, rect) {
  const { state, scope } = view;
  // A key press may request the same menu twice.
  state.popup?.remove();
  view.lists.delete(state.items);
  const node = (state.popup = h("div", { className: "menu", popover: "auto" }));
  state.open = member;
  state.items = view.list(node);
  state.items.show(view.data[member]);
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
    if (state.popup === node) state.open = undefined;
  };
  // Inside the topmost dialog, because everything outside of it is inert.
  (view.node.closest("dialog") ?? scope.windowView.root).append(node);
  node.showPopover();
  anchor(node, rect);
  /** @type {HTMLElement | null} */ (node.querySelector("button:enabled, a"))?.focus();
}
