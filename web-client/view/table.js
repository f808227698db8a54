import { lookup } from "../protocol/lookup.js";
import { keepColumns, keptColumns } from "./column-store.js";
import { attribute, focusables, focusedAround, h, tokens, write } from "./dom.js";
import { elements } from "./elements.js";
import { icon } from "./icons.js";
import { script } from "./optional.js";
import { View } from "./view.js";
import { words } from "./words.js";

/*
 * A table whose rows are on the server. The page has a slice of them, a small document of its own: the page says which rows it
 * looks at, and the server keeps the slice up to date. The server decides the order, the page the place: what a reader looks at
 * does not move by a pixel when rows come and go above it. A row is named by its id, because its index changes.
 */

/** Beyond this height, scrolling is scaled: Firefox cuts elements at 17,895,697 px and draws nothing moved beyond 8,947,848. */
const tallest = 8_000_000;
/** The most rows of a request, and the rows drawn beyond each edge. */
const mostAsked = 200, spareRows = 12;
/** Below these widths of a table, its rows are cards, and columns of priority 2 and 3 are left out. */
const narrow = 480, roomFor = { 2: 640, 3: 928 };
/** Milliseconds. */
const waits = { first: 1000, skeleton: 150, rest: 200, hold: 30_000, flash: 450 };
/** The widths in pixels of a column for which the app says none. */
const leastWidth = 40, usualLeast = 96, mostWidth = 1200, moreWidth = 36;

/** @typedef {{id: string, title: string, width?: number, min?: number, max?: number, align?: string, priority?: number, pinned?: boolean, sorts?: boolean, edits?: boolean, flashes?: boolean, footer?: string, hidden?: boolean}} Column */
/** A column in its place, and the number of its cell: −1 if it has none. @typedef {Column & {cell: number}} PlacedColumn */
/** @typedef {{cells: any[], tone?: string, selected?: boolean, gone?: boolean}} RowData */
/** @typedef {{from: number, total: number, ids: string[], rows: Record<string, RowData>, waiting?: number, fresh?: number, menu?: {id: string, children: any[]}, detail?: {id: string, children: any[]}, loading?: boolean, atLeast?: boolean, problem?: string}} SliceTree */

const controls = "button, a[href], input, select, textarea, summary", controlled = `${controls}, [tabindex]`;

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
/** @param {any} cell @returns {string} */
const textOf = (cell) => (typeof cell === "string" ? cell : cell?.text ?? "");

/** The columns as their user has them. @param {Column[]} columns @param {ColumnCustomization} customization @param {string[]} cells the columns of the cells @returns {PlacedColumn[]} */
function placed(columns, { order = [], hidden = [] }, cells) {
  const place = (/** @type {Column} */ { id }) => (order.includes(id) ? order.indexOf(id) : order.length);
  const all = columns.map((column) => ({ ...column, cell: cells.indexOf(column.id), hidden: hidden.includes(column.id) })).sort((one, other) => place(one) - place(other));
  return all.every((column) => column.hidden) ? all.map((column) => ({ ...column, hidden: false })) : all;
}

/** Where the table stands, in pixels of all its rows, also where the browser's own scrolling is shorter. */
class RowViewport {
  top = 0;
  full = 0;
  room = 0;
  reach = 0;
  height = 40;
  #last = 0;
  #shift = 0;

  /** @param {HTMLElement} node @param {HTMLElement} space */
  constructor(node, space) {
    this.node = node;
    this.space = space;
  }

  get end() { return Math.max(0, this.full - this.room); }
  get isAtEnd() { return this.end > 0 && this.top >= this.end - 1; }
  get isScaled() { return this.full > this.reach; }
  get first() { return Math.floor(this.top / this.height); }
  get last() { return Math.ceil((this.top + this.room) / this.height); }

  /** @param {number} total @param {number} height @param {number} room */
  resize(total, height, room) {
    const top = this.top / this.height * height;
    Object.assign(this, { full: total * height, height, room, reach: Math.min(total * height, tallest) });
    this.space.style.height = `${this.reach}px`;
    this.moveTo(top);
  }

  /** The browser has scrolled. A small step is that many pixels, a large one (the scrollbar) a share of the whole. Returns whether rows have to stand elsewhere. */
  scrolled() {
    const now = this.node.scrollTop, step = now - this.#last, bound = this.reach - this.room, was = this.#shift;
    this.#last = now;
    if (!this.isScaled) {
      this.top = Math.max(0, now);
      return false;
    }
    const isStep = Math.abs(step) < 3 * this.room;
    this.top = Math.round(clamp(isStep ? this.top + step : now / bound * this.end, 0, this.end));
    this.#shift = this.top - now;
    // The browser is at its end, and the rows are not.
    if (isStep && (now <= 0 && this.top > 0 || now >= bound - 1 && this.top < this.end)) this.moveTo(this.top);
    return Math.abs(this.#shift - was) >= 1;
  }

  /** @param {number} top */
  moveTo(top) {
    this.top = Math.round(clamp(top, 0, this.end));
    const place = this.isScaled ? this.top / this.end * (this.reach - this.room) : this.top;
    if (Math.abs(this.node.scrollTop - place) >= 1) this.node.scrollTop = place;
    this.#last = this.node.scrollTop;
    this.#shift = this.isScaled ? this.top - this.#last : 0;
  }

  /** Where a row stands in the browser's pixels. @param {number} index */
  place(index) { return clamp(index * this.height - this.#shift, -2 * this.height, this.reach + this.height); }
}

/** A cell of a row: a text, or elements. */
export class Cell {
  #text = "";
  #style = "";
  /** @type {View | undefined} */
  #view;

  /** @param {Table} table @param {string} id of the row @param {Column} column @param {number} at @param {boolean} isFirst */
  constructor(table, id, column, at, isFirst) {
    this.id = id;
    this.at = at;
    this.table = table;
    this.column = column;
    this.node = cellNode(isFirst ? "rowheader" : "gridcell", column, at);
    if (column.edits) this.node.ariaReadOnly = "false";
  }

  get isEdited() { return this.table.editor?.cell === this; }

  /** @param {any} value @param {boolean} isChange */
  show(value, isChange) {
    if (this.isEdited) return;
    const { node, column } = this;
    if (value?.children) return this.#elements(value);
    const text = textOf(value), style = tokens(value?.style) ?? "", isOther = text !== this.#text;
    if (this.#view) this.end();
    attribute(node, "data-trend", value?.trend);
    if (!isOther && style === this.#style) return;
    [this.#text, this.#style] = [text, style];
    write(node, style ? [{ text, style }] : text);
    if (isChange && isOther && column.flashes) this.table.flash(node, value?.trend);
  }

  /** @param {any} value */
  #elements(value) {
    attribute(this.node, "data-elements", true);
    if (this.#view) this.#view.adopt(value);
    else {
      const { table: { owner }, id, column, node } = this;
      [this.#text, this.#style] = ["", ""];
      node.replaceChildren();
      this.#view = new View(value, {
        make(view) {
          view.relay = (event) => (node.parentElement?.hasAttribute("data-gone") ? undefined : owner.send("cell", { id, column: column.id, ...event }));
          return node;
        },
        set: { children: (view, children) => (view.children ??= view.list(node)).show(children) },
      }, {}, owner.scope, owner.model, owner);
    }
    this.settle();
  }

  /** What is inside is no tab stop of its own. */
  settle() {
    if (this.#view) for (const control of /** @type {NodeListOf<HTMLElement>} */ (this.node.querySelectorAll(controlled))) control.tabIndex = -1;
  }

  /** Where the focus goes: a control, or the cell itself. @param {number} [which] */
  stop(which = 0) {
    const controls = this.#view ? focusables(this.node).filter((one) => one !== this.node) : [];
    return controls.at(which) ?? controls[0] ?? this.node;
  }

  end() {
    this.#view?.end();
    this.#view = undefined;
    for (const name of ["data-elements", "data-edited"]) attribute(this.node, name, false);
    [this.#text, this.#style] = ["", ""];
    this.node.replaceChildren();
  }
}

/** @param {string} role @param {Column} column @param {number} at @param {(Node | string)[]} content */
function cellNode(role, { align, priority, title, pinned }, at, ...content) {
  const node = h("div", { className: "cell", tabIndex: -1, role }, ...content);
  const marks = { "aria-colindex": at + 1, "data-align": align, "data-priority": priority || undefined, "data-title": title, "data-pinned": !!pinned };
  for (const [name, value] of Object.entries(marks)) attribute(node, name, value);
  if (pinned) node.style.insetInlineStart = `var(--pinned-${at})`;
  return node;
}

/** One row on the screen. Its node shows this row for all its life: nodes are not recycled. */
class Row {
  index = -1;
  /** By the number of the column. @type {Cell[]} */
  cells = [];
  node = h("div", { className: "row", role: "row" });
  #y = NaN;

  /** @param {Table} table @param {string} id @param {RowData} data */
  constructor(table, id, data) {
    this.table = table;
    this.id = id;
    this.node.dataset.row = id;
    table.shown.forEach((at, place) => {
      const cell = this.cells[at] = new Cell(table, id, table.columns[at], at, !place);
      this.node.append(cell.node);
    });
    if (table.hasMore) this.node.append(h("div", { className: "rest", role: "gridcell" }, h("button", { tabIndex: -1, ariaLabel: words.moreOfRow, ariaHasPopup: "dialog" }, icon("chevron-down"))));
    this.show(data);
  }

  /** @param {RowData} data */
  show(data, isChange = false) {
    attribute(this.node, "data-tone", data.tone);
    attribute(this.node, "data-gone", !!data.gone);
    attribute(this.node, "aria-disabled", data.gone && "true");
    this.select();
    for (const at of this.table.shown) this.cells[at].show(data.cells[this.table.columns[at].cell], isChange);
  }

  select() { attribute(this.node, "aria-selected", this.table.owner.data.selection && String(this.table.isSelected(this.id))); }

  /** @param {number} index @param {number} y */
  place(index, y) {
    if (index !== this.index) attribute(this.node, "aria-rowindex", (this.index = index) + 2);
    if (y !== this.#y) this.node.style.transform = `translateY(${(this.#y = y)}px)`;
  }

  remove() {
    this.cells.forEach((cell) => cell.end());
    this.node.remove();
  }
}

/** One table: its element is in the document of `owner`, its rows are in the slice. */
export class Table {
  /** @type {SliceTree} */
  slice = { from: 0, total: 0, ids: [], rows: {} };
  /** @type {Map<string, Row>} */
  rows = new Map();
  /** In the order in which they are shown. @type {PlacedColumn[]} */
  columns = [];
  /** The numbers of the columns that are visible and for which there is room. @type {number[]} */
  shown = [];
  /** Whether rows have more than is shown of them: columns for which there is no room, or a detail. */
  hasMore = false;
  /** A field in the place of a cell's text. @type {import("./table-acts.js").Editor | undefined} */
  editor;
  isDrawing = false;
  /** Draws all rows that are here. */
  isPrinting = false;
  /** The cell of the keyboard: index −1 is the header. Its row is known by id, and `index` follows it. @type {{index: number, column: number, id?: string}} */
  cursor = { index: 0, column: 0 };

  head = h("div", { className: "head row", role: "row" });
  space = h("div", { className: "space", role: "rowgroup" });
  foot = h("div", { className: "foot row", role: "row" });
  grid = h("div", { className: "view", role: "grid" }, this.head, this.space, this.foot);
  pill = h("button", { className: "pill", hidden: true });
  problem = h("p", { className: "problem", hidden: true });
  /** What the app shows in place of rows. */
  empty = h("div", { className: "empty", hidden: true });
  /** Is as high as a row. */
  probe = h("i");
  node = h("div", { className: "data-table" }, this.problem, this.grid, this.empty, this.pill, this.probe);

  /** By the number of the column. @type {HTMLElement[]} */
  heads = [];
  /** How its user wants the columns, until that is kept. @type {ColumnCustomization | undefined} */
  wanted;
  /** How this browser keeps the columns. @type {ColumnCustomization | undefined} */
  kept;
  /** The ids of the columns of which the slice has cells: the document may have others already. @type {string[]} */
  #cellColumns = [];
  /** What the columns are made of, to see that they have changed. */
  #layout = "";
  #isCards = false;
  /** The order that was last drawn, in which the anchor is. @type {{from: number, ids: string[]}} */
  #was = { from: 0, ids: [] };
  #total = 0;
  #hasRows = false;
  #drawn = { first: 0, last: 0 };
  #frame = 0;
  /** @type {Record<string, number>} */
  #timers = {};
  /** @type {Map<HTMLElement, number>} */
  #flashed = new Map();
  /** The last request, which is not repeated. */
  #asked = "";
  /** Whether the server has to hear where the page is, although it has all rows. */
  #mustAsk = false;
  /** The first row before a reload, until it has come. @type {[id: string | null | undefined, index: number] | undefined} */
  #kept;
  /** The row that the app wants to be seen, and the same until it has come. @type {string | undefined} */
  #position;
  /** @type {string | undefined} */
  #sought;
  /** What the user does with the rows, once its file has come. @type {import("./table-acts.js").Acts | undefined} */
  acts;
  /** The user's own sort is under way. @type {number | undefined} */
  sorting;
  /** @type {HTMLElement | undefined} */
  #stop;
  #ending = new AbortController();

  /** @param {View} owner */
  constructor(owner) {
    this.owner = owner;
    this.windowView = owner.scope.windowView;
    this.view = new RowViewport(this.grid, this.space);
    this.watch = new ResizeObserver(() => this.resize());
    if (!owner.data.customization && !this.isMirror) this.kept = keptColumns(this);
  }

  get isRightToLeft() { return getComputedStyle(this.grid).direction === "rtl"; }
  get isMirror() { return this.windowView.isMirror; }
  /** How the columns are. @returns {ColumnCustomization} */
  get customization() { return this.wanted ?? this.owner.data.customization ?? this.kept ?? {}; }
  get focused() { return /** @type {HTMLElement | null} */ (this.grid.contains(focusedAround(this.grid)) ? focusedAround(this.grid) : null); }

  start() {
    if (this.windowView.tables.has(this)) return;
    const { signal } = this.#ending;
    this.grid.addEventListener("scroll", () => this.#scrolled(), { signal });
    for (const node of [this.node, this.grid, this.probe]) this.watch.observe(node);
    this.windowView.tables.add(this);
    if (!this.isMirror) this.#load();
    const slice = this.windowView.delegate.rows?.(this.owner.model, this.owner.data.id);
    if (slice) this.#take(slice, undefined, true);
    else this.#timers.first = setTimeout(() => this.wish({ fresh: true }), waits.first);
  }

  /** What the user does with the rows is in a file of its own, for which the rows need not wait. */
  async #load() {
    /** A press in a cell, or a key, that comes before the file does. @type {MouseEvent | KeyboardEvent | undefined} */
    let early;
    const waiting = new AbortController();
    for (const name of /** @type {const} */ (["click", "keydown"])) {
      this.grid.addEventListener(name, (event) => { early = event; }, { signal: AbortSignal.any([waiting.signal, this.#ending.signal]) });
    }
    try {
      const { Acts } = await script("table-acts");
      if (this.#ending.signal.aborted) return;
      const acts = this.acts = new Acts(this);
      acts.start(this.#ending.signal);
      acts.showMenu();
      waiting.abort();
      const target = /** @type {Element | null | undefined} */ (early?.target);
      // A key means the cell that has the focus, which may be elsewhere by now.
      if (target?.isConnected && !target.closest(controls) && (early?.type === "click" || target.matches(":focus"))) {
        target.dispatchEvent(early instanceof KeyboardEvent ? new KeyboardEvent("keydown", early) : new MouseEvent("click", early));
      }
    } catch (error) {
      waiting.abort();
      console.warn(error);
      // The next touch asks for the file again.
      const again = new AbortController(), signal = AbortSignal.any([again.signal, this.#ending.signal]);
      for (const name of ["pointerdown", "focusin"]) {
        this.grid.addEventListener(name, () => {
          again.abort();
          this.#load();
        }, { signal });
      }
    }
  }

  stop() {
    const { model, data: { id } } = this.owner;
    this.#ending.abort();
    this.watch.disconnect();
    this.windowView.tables.delete(this);
    if (![...this.windowView.tables].some((/** @type {any} */ { owner }) => owner?.model === model && owner.data.id === id)) this.windowView.delegate.forgetRows?.(model, id);
    cancelAnimationFrame(this.#frame);
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.acts?.stop();
    for (const row of this.rows.values()) row.remove();
  }

  /** An event of the table, which one of a disabled one is not. @param {string} name @param {object} value */
  send(name, value) {
    return this.owner.data.disabled ? undefined : this.owner.send(name, value);
  }

  /** @param {RowsWish} wish */
  wish(wish) {
    this.windowView.delegate.rows?.(this.owner.model, this.owner.data.id, wish);
  }

  /** The element of the document has changed. */
  update() {
    const { data } = this.owner;
    this.#placeColumns();
    const marks = {
      "aria-multiselectable": data.selection === "many" && "true", "aria-label": data.label, "aria-colcount": this.columns.length,
      "aria-readonly": "true", "aria-disabled": data.disabled && "true",
    };
    for (const [name, value] of Object.entries(marks)) attribute(this.grid, name, value);
    this.arrangeColumns();
    this.#markSort();
    for (const row of this.rows.values()) row.select();
    this.#showEmpty();
    const isMoved = data.position !== this.#position && !this.isMirror;
    if (isMoved) this.#position = this.#sought = data.position;
    this.resize();
    if (isMoved && this.#sought !== undefined) this.ask(true);
  }

  /** The keyboard stays in its column. */
  #placeColumns() {
    const { cursor } = this, id = this.columns[cursor.column]?.id;
    this.columns = placed(this.owner.data.columns ?? [], this.customization, this.#cellColumns);
    const at = this.columns.findIndex((column) => column.id === id);
    if (at >= 0) cursor.column = at;
  }

  #markSort() {
    /** @type {{column: string, order: string}[]} */
    const sort = this.owner.data.sort ?? [];
    this.columns.forEach(({ id, sorts }, at) => {
      const place = sort.findIndex(({ column }) => column === id), head = this.heads[at];
      if (!head) return;
      attribute(head, "aria-sort", place >= 0 ? (sort[place].order === "reverse" ? "descending" : "ascending") : sorts && "none");
      attribute(head, "data-place", place >= 0 && sort.length > 1 && place + 1);
    });
  }

  /** The slice of a table has changed. @param {RowsChange} change */
  hears({ model, element, slice, isFirst, sequence, trails, copied, found }) {
    if (model !== this.owner.model || element !== this.owner.data.id) return;
    if (copied) this.acts?.copied(copied);
    const hadFocus = !!this.focused;
    // Who gets a state unasked may ask again what was asked before.
    if (!trails && sequence === undefined) this.#asked = "";
    this.#take(slice, trails, isFirst);
    this.acts?.hearsRows(isFirst);
    if (found) this.acts?.found(found);
    // The control that had it may be gone.
    const now = focusedAround(this.grid);
    if (hadFocus && (!now || now === document.body)) this.acts?.focus();
  }

  /** @param {SliceTree} slice @param {Trail[]} [trails] what a patch has touched @param {boolean} [isFirst] */
  #take(slice, trails, isFirst) {
    clearTimeout(this.#timers.first);
    // The browser may have scrolled since its last event, and stays where it is.
    if (this.#hasRows) this.#scrolled();
    this.slice = slice;
    if (trails) this.#touch(trails);
    else {
      this.#cellColumns = (this.owner.data.columns ?? []).flatMap((/** @type {Column} */ { id, hidden }) => (hidden ? [] : id));
      this.#placeColumns();
      for (const [id, row] of this.rows) if (slice.rows[id]) row.show(slice.rows[id]);
    }
    if (!trails || trails.some(([[, part]]) => part !== "rows")) this.#arrange();
    this.acts?.showMenu();
    this.#say();
    this.ask(isFirst);
  }

  /** @param {Trail[]} trails */
  #touch(trails) {
    this.#unflash();
    const { views } = this.owner.scope;
    for (const trail of trails) {
      const [[, part], [, id] = [], , [, at] = []] = /** @type {any[]} */ (trail);
      const row = part === "rows" && this.rows.get(id), data = this.slice.rows[id];
      const column = this.columns.findIndex(({ cell }) => cell === Number(at));
      if (part === "menu" || part === "detail") {
        const [holder, key] = trail.findLast(([holder]) => views.has(holder)) ?? [];
        views.get(holder)?.update(new Set([key]));
      }
      if (!row || !data) continue;
      const [holder, key] = trail.slice(4).findLast(([holder]) => views.has(holder)) ?? [];
      if (holder) {
        views.get(holder)?.update(new Set([key]));
        row.cells[column]?.settle();
      } else if (at !== undefined) row.cells[column]?.show(data.cells[at], true);
      else row.show(data, true);
    }
    this.tabStop();
  }

  /** The columns that there is room for, and their widths. */
  arrangeColumns() {
    const { columns, node } = this, width = this.grid.clientWidth || Infinity;
    this.#isCards = width < narrow;
    const least = this.#isCards ? 1 : width < roomFor[2] ? 1 : width < roomFor[3] ? 2 : 3;
    const visible = columns.flatMap(({ hidden }, at) => (hidden ? [] : at)), fitting = visible.filter((at) => (columns[at].priority ?? 0) <= least);
    const shown = fitting.length ? fitting : visible;
    // A mirror has no acts that would show it.
    this.hasMore = !this.isMirror && (!!this.owner.data.details || shown.length < visible.length);
    attribute(node, "data-cards", this.#isCards);
    // The footers are written each time, and rows look for their cells.
    const layout = JSON.stringify([columns.map((column) => ({ ...column, footer: undefined, cell: undefined })), shown, this.hasMore]);
    if (layout !== this.#layout) {
      const focused = !!this.focused;
      this.#layout = layout;
      this.shown = shown;
      this.editor?.end();
      this.#makeColumns();
      if (focused) this.acts?.focus();
    }
    shown.forEach((at, place) => write(/** @type {HTMLElement} */ (this.foot.children[place]), columns[at].footer ?? ""));
    this.foot.hidden = !columns.some(({ footer }) => footer);
    attribute(node, "data-foot", !this.foot.hidden);
    let whole = 0, pinnedWidth = 0;
    const tracks = shown.map((at) => {
      const { id, width: wide, min, max, pinned } = columns[at], own = lookup(this.customization.widths, id) ?? wide;
      const least = own === undefined ? min ?? usualLeast : clamp(own, min ?? leastWidth, max ?? mostWidth);
      if (pinned) node.style.setProperty(`--pinned-${at}`, `${pinnedWidth}px`);
      if (pinned) pinnedWidth += least;
      whole += least;
      return own === undefined ? `minmax(${least}px, ${max ? `${max}px` : "1fr"})` : `${least}px`;
    });
    if (this.hasMore) tracks.push(`${moreWidth}px`);
    node.style.setProperty("--columns", tracks.join(" "));
    node.style.setProperty("--width", `${whole + (this.hasMore ? moreWidth : 0)}px`);
  }

  #makeColumns() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    const { columns, shown } = this;
    this.heads = [];
    this.head.replaceChildren(...shown.map((at) => {
      const { title, sorts } = columns[at], node = cellNode("columnheader", columns[at], at, h("span", { className: title ? "" : "unseen", textContent: title || words.actions }), h("i", { className: "grip" }));
      attribute(node, "data-sorts", !!sorts);
      return this.heads[at] = node;
    }));
    this.foot.replaceChildren(...shown.map((at) => cellNode("gridcell", columns[at], at)));
    attribute(this.node, "data-sorts", columns.some(({ sorts }) => sorts));
    attribute(this.head, "aria-rowindex", 1);
    if (!shown.includes(this.cursor.column)) this.cursor.column = shown[0] ?? 0;
    this.#markSort();
  }

  resize() {
    this.#measure();
    this.#return();
    this.soon();
    this.ask();
  }

  #measure() {
    const { view, grid, head, foot, node } = this, row = this.probe.offsetHeight;
    if (!row) return;
    this.arrangeColumns();
    const height = this.#isCards ? Math.round(row * 1.5) : row;
    node.style.setProperty("--height", `${height}px`);
    node.style.setProperty("--natural", `${Math.min(this.slice.total * height + head.offsetHeight + foot.offsetHeight + 2, tallest)}px`);
    view.resize(this.slice.total, height, grid.clientHeight - head.offsetHeight - foot.offsetHeight);
  }

  /** The app's own content is there while no row is. */
  #showEmpty() {
    const { empty } = this, had = empty.contains(focusedAround(empty));
    const { total, loading, problem } = this.slice;
    empty.hidden = !this.#hasRows || total > 0 || !!loading || problem !== undefined || !empty.firstChild;
    if (had && empty.hidden) this.acts?.focus();
  }

  /** Rows have come, gone or moved: the reader's row stays where it is, unless the reader is at an end. */
  #arrange() {
    const { view, slice, cursor } = this, { isAtEnd } = view, was = this.#was;
    /** @type {Map<string, number>} */
    const now = new Map(slice.ids.map((id, at) => [id, slice.from + at]));
    if (!this.#hasRows && slice.from) view.top = slice.from * view.height;
    // The anchor is the row of the keyboard, if it is seen and stays; else the first whole row that stays.
    const isSeen = (/** @type {string} */ id, /** @type {number} */ at) => was.from + at >= view.top / view.height && was.from + at < view.last && now.has(id);
    const own = was.ids.indexOf(cursor.id ?? "");
    const at = this.focused && own >= 0 && isSeen(was.ids[own], own) ? own : was.ids.findIndex(isSeen);
    const by = at < 0 ? 0 : (now.get(was.ids[at]) ?? 0) - was.from - at;
    attribute(this.grid, "aria-rowcount", slice.atLeast ? -1 : slice.total + (this.foot.hidden ? 1 : 2));
    attribute(this.foot, "aria-rowindex", slice.total + 2);
    const isGrown = this.#hasRows && slice.total !== this.#total, before = view.top;
    if (slice.total !== this.#total) {
      this.#total = slice.total;
      this.#measure();
    }
    if (isAtEnd && isGrown && !slice.atLeast) view.moveTo(view.end);
    // Of another filter's rows, there are fewer than where the reader stood.
    else if (at < 0 && before > view.end) view.moveTo(0);
    else view.moveTo(before && before + (this.sorting === undefined ? by * view.height : 0));
    // A mirror stands where the page stands, as far as it can tell.
    if (this.isMirror && was.from !== slice.from) view.moveTo(slice.from && (slice.from + slice.ids.length / 3) * view.height);
    if (!this.#hasRows && !this.isMirror && (this.#kept = this.windowView.reading.firstRow(this.#name))) this.#sought = undefined;
    this.#hasRows = true;
    this.#showEmpty();
    this.#return();
    this.#follow(was, now, by);
    // Where nothing is seen of this slice, the former one still says where the reader is.
    if (!was.ids.length || slice.ids.length && slice.from < view.last && slice.from + slice.ids.length > view.first) this.#was = { from: slice.from, ids: [...slice.ids] };
    this.#keep();
    this.draw();
    if (this.sorting === undefined) this.acts?.moved();
  }

  get #name() { return JSON.stringify([this.owner.model, this.owner.data.id]); }

  /** Remembers for a reload where it stands. */
  #keep() {
    const { view, slice: { from, ids } } = this;
    if (!this.#kept && !this.isMirror) this.windowView.reading.showsRows(this.#name, view.top ? [ids[view.first - from], view.top / view.height] : undefined);
  }

  /** Stands at the app's row, or where it stood before a reload, as soon as that row is here; in the place of one that has gone, there is another. */
  #return() {
    const { view, slice: { from, ids } } = this;
    if (view.room <= 0) return;
    const sought = ids.indexOf(this.#sought ?? "");
    if (sought >= 0) {
      this.#sought = undefined;
      view.moveTo((from + sought) * view.height - view.room / 3);
    }
    if (!this.#kept) return;
    const [id, place] = this.#kept, at = ids.indexOf(id ?? "");
    view.moveTo((at < 0 ? place : from + at + place % 1) * view.height);
    if (at >= 0 || view.first >= from && view.first < from + ids.length) this.#kept = undefined;
  }

  /** The keyboard's cell goes with its row; if that is gone, to its neighbour. @param {{from: number, ids: string[]}} was @param {Map<string, number>} now @param {number} by */
  #follow(was, now, by) {
    const { cursor, slice: { from, ids } } = this;
    if (cursor.index < 0) return;
    if (cursor.id === undefined) return this.settleCursor();
    const index = now.get(cursor.id);
    if (index !== undefined) return void (cursor.index = index);
    const at = was.ids.indexOf(cursor.id), expected = cursor.index + by;
    // It may only be beyond what is here.
    if (at < 0 || ids.length && (expected < from || expected > from + ids.length)) return void (cursor.index = expected);
    const heir = was.ids.slice(at + 1).find((id) => now.has(id)) ?? was.ids.slice(0, at).findLast((id) => now.has(id)) ?? ids[0];
    const focused = this.focused;
    cursor.id = heir;
    cursor.index = now.get(heir) ?? -1;
    if (!this.space.contains(focused)) return;
    this.editor?.end();
    this.windowView.say(words.rowGone);
    this.acts?.focus();
  }

  /** The cell gets the id of its row once that is here. */
  settleCursor() {
    const { cursor, slice } = this;
    cursor.id = slice.ids[cursor.index - slice.from];
    if (cursor.id !== undefined && this.focused && !this.editor) this.acts?.focus();
  }

  /** Most frames of scrolling need nothing: the browser moves what is drawn. */
  #scrolled() {
    const { view } = this, { top } = view;
    if (!this.grid.clientHeight) return;
    clearTimeout(this.#timers.rest);
    if (view.isScaled) this.#timers.rest = setTimeout(() => this.#settle(), waits.rest);
    if (view.scrolled() || view.first < this.#drawn.first || view.last > this.#drawn.last) this.soon();
    if (view.top !== top) this.acts?.scrolled();
    if (Math.abs(view.top - top) >= 1) this.#kept = this.#sought = undefined;
    this.#keep();
    this.editor?.place();
    if (view.top !== top) this.#say();
    this.ask(view.top === 0 && top > 0 && !!this.slice.fresh);
  }

  /** Once scrolling rests, the scrollbar says the truth again. */
  #settle() {
    this.view.moveTo(this.view.top);
    this.soon();
  }

  soon() { this.#frame ||= requestAnimationFrame(() => this.draw()); }

  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    // Where it stands is not known before it has a height.
    if (this.#kept && this.view.room <= 0) return;
    this.isDrawing = true;
    const { view, cursor, rows, space, slice: { from, ids, rows: data } } = this;
    /** @type {Map<string, number>} */
    const wanted = new Map();
    const spare = this.isPrinting ? Infinity : spareRows;
    const first = Math.max(from, view.first - spare), last = Math.min(from + ids.length, view.last + spare);
    this.#drawn = { first, last };
    // The row with the focus stays in the page wherever the rest is, until another has the focus.
    const held = rows.get(this.editor?.cell.id ?? this.focused?.closest(".space > .row")?.getAttribute("data-row") ?? "");
    const heldAt = held ? (held.id === cursor.id ? cursor.index : held.index) : NaN;
    if (held && heldAt < first) wanted.set(held.id, heldAt);
    for (let index = first; index < last; index++) if (!wanted.has(ids[index - from])) wanted.set(ids[index - from], index);
    if (held && heldAt >= last && !wanted.has(held.id)) wanted.set(held.id, heldAt);
    for (const [id, row] of rows) {
      if (wanted.has(id)) continue;
      if (this.editor?.cell.id === id) this.editor.end();
      rows.delete(id);
      row.remove();
    }
    let before = space.firstChild;
    for (const [id, index] of wanted) {
      const row = rows.get(id) ?? (data[id] && new Row(this, id, data[id]));
      if (!row) continue;
      rows.set(id, row);
      row.place(index, view.place(index));
      // Nodes are in the order of the rows: screen readers and copying go by it.
      if (row.node === before) before = before.nextSibling;
      else if (row.node.isConnected && "moveBefore" in space) /** @type {any} */ (space).moveBefore(row.node, before);
      else this.#insert(row.node, before);
    }
    this.#late(view.first < from || Math.min(view.last, view.full / view.height) > from + ids.length, !!this.slice.loading);
    this.tabStop();
    this.editor?.place();
    this.isDrawing = false;
  }

  /** @param {HTMLElement} node @param {Node | null} before */
  #insert(node, before) {
    const focused = this.focused, holds = node.contains(focused);
    this.space.insertBefore(node, before);
    if (holds) focused?.focus({ preventScroll: true });
  }

  /** Rows that are missing show as lines at once, as bars after a moment. So long, those of another filter are dim. @param {boolean} isMissing @param {boolean} isLoading */
  #late(isMissing, isLoading) {
    const show = (/** @type {boolean} */ isLate) => {
      attribute(this.space, "data-late", isLate);
      attribute(this.grid, "aria-busy", isLate && "true");
    };
    attribute(this.space, "data-missing", isMissing || isLoading && !this.slice.ids.length);
    attribute(this.space, "data-former", isLoading && !isMissing);
    if (isMissing || isLoading) return void (this.#timers.late ||= setTimeout(show, waits.skeleton, true));
    clearTimeout(this.#timers.late);
    this.#timers.late = 0;
    show(false);
  }

  /** Asks for the rows around the view, if half a view beyond it is not here. @param {boolean} [isForced] */
  ask(isForced = false) {
    const { view, slice: { from, ids, total, atLeast } } = this, seen = view.last - view.first;
    this.#mustAsk ||= isForced;
    // A mirror shows the rows of the page that it mirrors.
    if (!this.#hasRows || view.room <= 0 || this.isMirror) return;
    const beyond = Math.max(0, Math.min(seen, (mostAsked - seen) >> 1)), half = beyond >> 1;
    const isHere = Math.max(0, view.first - half) >= from && Math.min(atLeast ? Infinity : total, view.last + half) <= from + ids.length;
    // What was wished before has come meanwhile, unless that is a row elsewhere.
    if (isHere && !this.#mustAsk) {
      if (this.#asked && this.#sought === undefined) this.wish({ from: undefined, count: undefined, anchor: undefined, to: undefined });
      this.#asked = "";
      return;
    }
    // By this row the server knows how far the page's numbers are from its own.
    const { from: start, ids: known } = this.#was, place = clamp(view.first - start, 0, known.length - 1);
    const anchor = known.length ? { anchor: { id: known[place], index: start + place } } : {};
    const wish = { from: Math.max(0, view.first - beyond), count: Math.min(mostAsked, seen + 2 * beyond), ...anchor, to: this.#kept?.[0] ?? this.#sought };
    // What the server has not given to the same question, it does not have.
    const asked = JSON.stringify([wish.from, wish.count, from, ids.length, total]);
    const hold = this.#mustAsk && this.acts?.isHeld ? { hold: true } : {};
    if (asked === this.#asked && !this.#mustAsk) return;
    this.#asked = asked;
    this.#mustAsk = false;
    this.wish({ ...wish, ...hold });
  }

  /** @param {number} index */
  scrollTo(index) {
    this.view.moveTo(index * this.view.height);
    this.soon();
    this.ask();
  }

  #say() {
    const { pill, problem, slice: { waiting, fresh, problem: reason }, view } = this, wrong = reason === "" ? words.rowsUnread : reason;
    const text = waiting ? words.orderHolds(waiting) : fresh && view.top > 0 ? words.newRows(fresh) : "";
    if (pill.textContent !== text) {
      pill.dataset.kind = waiting ? "hold" : "new";
      pill.textContent = text;
      pill.hidden = !text;
    }
    attribute(this.node, "data-stale", !!wrong);
    if (problem.hidden === !wrong && (!wrong || problem.firstChild?.textContent === wrong)) return;
    problem.hidden = !wrong;
    problem.replaceChildren(h("span", { textContent: wrong }), h("button", { className: "button", textContent: words.again, onclick: () => this.wish({ fresh: true }) }));
    if (wrong) this.windowView.say(wrong);
  }

  /** A step of colour, taken off with the next patch: a tick costs one paint. A fade would cost thirty. @param {HTMLElement} node @param {string} [trend] */
  flash(node, trend) {
    attribute(node, "data-flash", trend ?? true);
    this.#flashed.set(node, performance.now());
  }

  #unflash() {
    const old = performance.now() - waits.flash;
    for (const [node, since] of this.#flashed) {
      if (since > old) continue;
      this.#flashed.delete(node);
      attribute(node, "data-flash", false);
    }
    clearTimeout(this.#timers.flash);
    this.#timers.flash = setTimeout(() => { if (this.#flashed.size) this.#unflash(); }, waits.flash + 50);
  }

  // Columns.

  /** @param {number} at @param {number} width */
  widen(at, width) {
    const { id, min = leastWidth, max = mostWidth } = this.columns[at], { customization } = this;
    this.wanted = { ...customization, widths: { ...customization.widths, [id]: Math.round(clamp(width, min, max)) } };
    this.arrangeColumns();
  }

  /** This browser keeps the columns so, or as the app has them. @param {ColumnCustomization} [customization] */
  keep(customization) {
    this.wanted = undefined;
    keepColumns(this, this.kept = customization);
  }

  /** What the server shows in a cell. @param {string} id @param {number} at */
  valueOf(id, at) { return this.slice.rows[id]?.cells[this.columns[at]?.cell]; }

  /** A cell that stands elsewhere. @param {string} id of the row @param {number} at */
  cell(id, at) { return new Cell(this, id, this.columns[at], at, false); }

  /** @returns {HTMLElement | undefined} */
  nodeOf({ index, id, column } = this.cursor, which = 0) {
    return index < 0 ? this.heads[column] : this.rows.get(id ?? "")?.cells[column]?.stop(which);
  }

  /** One tab stop for the whole table. */
  tabStop() {
    const first = [...this.rows.values()].find(({ index }) => index >= this.view.top / this.view.height);
    const node = this.nodeOf() ?? first?.cells[this.cursor.column]?.stop() ?? this.heads[this.cursor.column];
    if (this.#stop && this.#stop !== node) this.#stop.tabIndex = -1;
    this.#stop = node;
    if (node) node.tabIndex = 0;
  }

  /** Whether a row is shown as selected, as soon as its user has said so. @param {string} id */
  isSelected(id) {
    return this.acts?.chosen?.is(id) ?? !!this.slice.rows[id]?.selected;
  }
}

elements.table = {
  make(view) {
    view.state.table = new Table(view);
    return view.state.table.node;
  },
  set: {
    // They are the grid's, in `update`.
    label() {},
    disabled() {},
    children(view, children) {
      const { table } = view.state;
      (table.children ??= view.list(table.empty)).show(children);
    },
  },
  done({ state: { table } }) {
    table.update();
    table.start();
  },
  end: ({ state }) => state.table.stop(),
};
