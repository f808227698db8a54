import { anchor, attribute, focusedAround, h } from "./dom.js";
import { menuItems, popup } from "./popup.js";
import { View } from "./view.js";
import { words } from "./words.js";

/** @typedef {import("./table.js").Column} Column */

/**
 * Shows the menu of a column, by which its user hides and moves it, and what the table offers for all rows.
 * @param {import("./table-acts.js").Acts} acts @param {number} at @param {{left: number, top: number, bottom: number}} rect
 */
export function showColumns(acts, at, rect) {
  const { table } = acts, { columns, customization, owner, node } = table, { id, title } = columns[at];
  const others = columns.filter(({ hidden }) => !hidden), place = others.findIndex((column) => column.id === id);
  const named = (/** @type {Column} */ column) => column.title || words.actions;
  const hidden = columns.filter((column) => column.hidden).map((column) => column.id);
  const moved = (/** @type {number} */ by) => {
    const order = columns.map((column) => column.id), other = others[place + by].id, to = order.indexOf(other);
    order.splice(order.indexOf(id), 1);
    order.splice(to, 0, id);
    return { ...customization, order };
  };
  const [before, after] = table.isRightToLeft ? [words.moveRight, words.moveLeft] : [words.moveLeft, words.moveRight];
  /** @type {[boolean, string, () => ColumnCustomization | void][]} */
  const offered = [
    [others.length > 1, words.hideColumn(named({ id, title })), () => ({ ...customization, hidden: [...hidden, id] })],
    [place > 0, before, () => moved(-1)],
    [place < others.length - 1, after, () => moved(1)],
    ...columns.filter((column) => column.hidden).map((column) => /** @type {[boolean, string, () => ColumnCustomization]} */ (
      [true, words.showColumn(named(column)), () => ({ ...customization, hidden: hidden.filter((one) => one !== column.id) })])),
    [Object.keys(customization).length > 0, words.resetColumns, () => ({})],
    [!!owner.data.downloads, acts.downloadText, () => acts.download()],
  ];
  const items = offered.filter(([isOffered]) => isOffered);
  if (!items.length) return;
  const children = items.map(([, text], item) => ({ type: "button", id: String(item), text }));
  const view = new View({ children }, { make: () => node, set: { children: menuItems("children") } }, {}, owner.scope, owner.model, owner);
  view.relay = ({ element }) => {
    const wanted = items[Number(element)][2]();
    if (wanted) {
      table.wanted = wanted;
      acts.keepColumns();
    }
    acts.focus();
    return undefined;
  };
  popup(view, "children", rect);
  view.state.popup.addEventListener("toggle", (/** @type {ToggleEvent} */ { newState }) => { if (newState === "closed") view.end(); });
}

/**
 * The user drags a heading: its column goes to where it is let go, or back after Escape.
 * @param {import("./table-acts.js").Acts} acts @param {number} at
 */
export function dragHeading(acts, at) {
  const { table } = acts, { columns, heads, shown } = table, others = shown.filter((other) => other !== at), was = shown.indexOf(at);
  const ending = new AbortController(), options = { signal: ending.signal, capture: true };
  let place = was;
  const show = () => others.forEach((other, index) => attribute(heads[other], "data-drop", place !== was && (index === place ? "before" : index === place - 1 && place === others.length && "after")));
  const end = () => {
    ending.abort();
    attribute(heads[at], "data-dragged", false);
    if (table.heads !== heads) place = was;
    const isMoved = place !== was, to = place;
    place = was;
    show();
    if (!isMoved) return;
    const ids = columns.map(({ id }) => id), [id] = ids.splice(at, 1);
    ids.splice(to < others.length ? ids.indexOf(columns[others[to]].id) : ids.indexOf(columns[others[to - 1]].id) + 1, 0, id);
    table.wanted = { ...table.customization, order: ids };
    acts.keepColumns();
  };
  const back = () => {
    place = was;
    end();
  };
  attribute(heads[at], "data-dragged", true);
  window.addEventListener("pointermove", ({ clientX }) => {
    const sign = table.isRightToLeft ? -1 : 1;
    place = others.filter((other) => {
      const { left, width } = heads[other].getBoundingClientRect();
      return sign * (clientX - left - width / 2) > 0;
    }).length;
    show();
  }, options);
  const released = new AbortController();
  window.addEventListener("pointerup", () => {
    // The press that ends here is no click, also after Escape.
    const click = new AbortController();
    window.addEventListener("click", (event) => event.stopPropagation(), { signal: click.signal, capture: true });
    setTimeout(() => click.abort());
    released.abort();
    end();
  }, { signal: released.signal, capture: true });
  window.addEventListener("pointercancel", () => {
    released.abort();
    back();
  }, { signal: released.signal, capture: true });
  window.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    back();
  }, options);
}

/** What a row has in the columns for which there is no room, and its detail, beside the row. It follows the row, and goes with it. */
export class RowRest {
  /** @type {import("./table.js").Cell[]} */
  #cells = [];
  #place = h("div", { className: "detail" });
  /** @type {View | undefined} */
  #detail;

  /** @param {import("./table-acts.js").Acts} acts @param {string} id @param {{left: number, top: number, bottom: number}} rect */
  constructor(acts, id, rect) {
    this.acts = acts;
    this.id = id;
    const { table } = acts;
    const title = h("p", { className: "title" });
    const rest = table.columns.flatMap((column, at) => (column.hidden || table.shown.includes(at) ? [] : [{ column, at }]));
    const lines = rest.map(({ column, at }) => {
      const cell = table.cell(id, at);
      this.#cells.push(cell);
      for (const name of ["role", "aria-colindex", "aria-readonly", "data-priority", "data-title", "data-pinned"]) attribute(cell.node, name, false);
      return h("div", { className: "line" }, h("span", {}, column.title), cell.node);
    });
    this.node = h("div", { className: "menu rest-of-row", popover: "auto", role: "dialog", tabIndex: -1 }, title, ...lines, this.#place);
    this.#title = title;
    this.node.ontoggle = ({ newState }) => {
      if (newState !== "closed") return;
      // It went to the button at the row's end, or nowhere.
      const now = focusedAround(this.node), isBack = !now || now === document.body || table.grid.contains(now);
      for (const cell of this.#cells) cell.end();
      this.#detail?.end();
      this.node.remove();
      // Another row's panel may have taken its place.
      if (acts.more !== this) return;
      if (table.owner.data.details) table.wish({ detail: "" });
      if (isBack) acts.focus();
    };
    (table.node.closest("dialog") ?? table.windowView.root).append(this.node);
    this.update(true);
    this.node.showPopover();
    anchor(this.node, rect);
    this.node.focus();
  }

  #title;

  /** @param {boolean} [isFirst] whether the server does not know yet that it is open */
  update(isFirst) {
    if (!this.node.isConnected) return;
    const { acts, acts: { table }, id, node } = this, row = table.slice.rows[id];
    if (!row || !table.hasMore) return this.close();
    if (isFirst && table.owner.data.details) table.wish({ detail: id });
    node.ariaLabel = this.#title.textContent = acts.titleOf(id);
    for (const cell of this.#cells) {
      cell.show(row.cells[table.columns[cell.at].cell], false);
      for (const control of cell.node.querySelectorAll("[tabindex='-1']")) control.removeAttribute("tabindex");
    }
    this.#showDetail();
  }

  #showDetail() {
    const { acts: { table, table: { owner } }, id } = this, { detail } = table.slice;
    if (detail?.id !== id || this.#detail?.data === detail) return;
    if (this.#detail) return this.#detail.adopt(detail);
    const place = this.#place;
    this.#detail = new View(detail, {
      make(view) {
        view.relay = (event) => table.send("cell", { id, detail: true, ...event });
        return place;
      },
      set: { children: (view, children) => (view.children ??= view.list(place)).show(children) },
    }, {}, owner.scope, owner.model, owner);
  }

  close() {
    if (this.node.isConnected) this.node.hidePopover();
  }
}
