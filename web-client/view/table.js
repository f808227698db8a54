import { attribute, focusables, focusedAround, h, tokens, unique, write } from "./dom.js";
import { elements } from "./elements.js";
import { isComposing } from "./fields.js";
import { isApple } from "./key-names.js";
import { menuItems, popup } from "./popup.js";
import { View } from "./view.js";
import { words } from "./words.js";

/*
 * A table whose rows are on the server. The page has a slice of them, a small document of its own: the page says which rows it
 * looks at, and the server keeps the slice up to date. The server decides the order, the page the place: what a reader looks at
 * does not move by a pixel when rows come and go above it. A row is known by its id; its index is of the moment.
 */

/** Beyond this height, scrolling is scaled: Firefox cuts elements at 17,895,697 px and draws nothing moved beyond 8,947,848. */
const tallest = 8_000_000;
/** The most rows of a request, and the rows drawn beyond each edge. */
const mostAsked = 200, spareRows = 12;
/** Below these widths of a table, its rows are cards, and columns of priority 2 and 3 are left out. */
const narrow = 480, roomFor = { 2: 640, 3: 928 };
/** Milliseconds. */
const waits = { first: 1000, skeleton: 150, typed: 700, hold: 30_000, flash: 450 };
/** The widths in pixels of a column for which the app says none, and the step of a key. */
const leastWidth = 40, usualLeast = 96, mostWidth = 1200, widening = 16;

/** @typedef {{id: string, title: string, width?: number, min?: number, max?: number, align?: string, priority?: number, pinned?: boolean, sorts?: boolean, edits?: boolean, flashes?: boolean, footer?: string}} Column */
/** @typedef {{cells: any[], tone?: string, selected?: boolean, gone?: boolean}} RowData */
/** @typedef {{from: number, total: number, ids: string[], rows: Record<string, RowData>, waiting?: number, fresh?: number, menu?: {id: string, children: any[]}, problem?: string}} SliceTree */

const controlled = "button, a[href], input, select, textarea, summary, [tabindex]";

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
/** @param {any} cell @returns {string} */
const textOf = (cell) => (typeof cell === "string" ? cell : cell?.text ?? "");

/** Where the table stands, in pixels of all its rows, also where the browser's own scrolling is shorter. */
class Viewport {
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

  /** Once scrolling rests, the scrollbar says the truth again. */
  settle() { if (this.isScaled) this.moveTo(this.top); }

  /** Where a row stands in the browser's pixels. @param {number} index */
  place(index) { return clamp(index * this.height - this.#shift, -2 * this.height, this.reach + this.height); }
}

/** A cell of a row: a text, or elements. */
class Cell {
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
    this.show(data);
  }

  /** @param {RowData} data */
  show(data, isChange = false) {
    attribute(this.node, "data-tone", data.tone);
    attribute(this.node, "data-gone", !!data.gone);
    attribute(this.node, "aria-disabled", data.gone && "true");
    this.select();
    for (const at of this.table.shown) this.cells[at].show(data.cells[at], isChange);
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

/** A field in the place of a cell's text. It is the page's until the server has taken the text. */
class Editor {
  note = h("p", { id: unique(), className: "refusal", role: "alert", hidden: true });
  #isSent = false;
  #isOver = false;

  /** @param {Table} table @param {Cell} cell */
  constructor(table, cell) {
    this.table = table;
    this.cell = cell;
    this.was = textOf(table.slice.rows[cell.id]?.cells[cell.at]);
    this.field = h("input", { className: "editor", value: this.was, ariaLabel: cell.column.title });
  }

  start() {
    const { field, cell: { node }, table } = this;
    node.replaceChildren(field);
    table.node.append(this.note);
    field.onkeydown = (event) => {
      if (isComposing(event) || !/^(Enter|Escape)$/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") this.#commit();
      else this.end();
    };
    field.oninput = () => this.#refuse("");
    // The focus that goes with the whole browser comes back.
    field.onblur = () => { if (!table.isDrawing && document.hasFocus()) this.#commit(); };
    field.focus();
    field.select();
  }

  /** By `was`, the server sees that the value has changed meanwhile. */
  #commit() {
    const { field, table, was, cell: { id, column } } = this, text = field.value;
    if (this.#isSent || this.#isOver) return;
    if (text === was) return this.end();
    if (field.ariaInvalid && focusedAround(field) !== field) return;
    const event = table.send("edit", { id, column: column.id, text, was });
    if (event === undefined) return;
    this.#isSent = field.readOnly = true;
    let refusal = "";
    table.windowView.ifRefused(event, (message) => { refusal = message; });
    table.windowView.whenAnswered(event, () => {
      this.#isSent = field.readOnly = false;
      if (refusal) this.#refuse(refusal);
      else this.end();
    });
  }

  /** @param {string} message */
  #refuse(message) {
    const { field, note } = this;
    field.ariaInvalid = message ? "true" : null;
    attribute(field, "aria-describedby", message && note.id);
    write(note, message);
    note.hidden = !message;
    this.place();
  }

  /** The message stays at the field. */
  place() {
    if (this.note.hidden) return;
    const place = this.table.node.getBoundingClientRect(), { left, right, bottom, top } = this.field.getBoundingClientRect();
    const { note } = this, isLast = bottom + note.offsetHeight > place.bottom;
    note.style.insetBlockStart = `${(isLast ? top - note.offsetHeight : bottom) - place.top}px`;
    note.style.insetInlineStart = `${Math.max(0, this.table.isRightToLeft ? place.right - right : left - place.left)}px`;
  }

  end() {
    if (this.#isOver) return;
    this.#isOver = true;
    const { table, cell, field } = this, hadFocus = focusedAround(field) === field;
    table.editor = undefined;
    this.note.remove();
    cell.end();
    cell.show(table.slice.rows[cell.id]?.cells[cell.at] ?? this.was, false);
    if (hadFocus) table.focus();
  }
}

/** One table: its element is in the document of `owner`, its rows are in the slice. */
class Table {
  /** @type {SliceTree} */
  slice = { from: 0, total: 0, ids: [], rows: {} };
  /** @type {Map<string, Row>} */
  rows = new Map();
  /** @type {Column[]} */
  columns = [];
  /** The numbers of the columns for which there is room. @type {number[]} */
  shown = [];
  /** @type {Editor | undefined} */
  editor;
  isDrawing = false;
  isStarted = false;
  /** The cell of the keyboard: index −1 is the header. Its row is known by id, and `index` follows it. @type {{index: number, column: number, id?: string}} */
  cursor = { index: 0, column: 0 };

  head = h("div", { className: "head row", role: "row" });
  space = h("div", { className: "space", role: "rowgroup" });
  foot = h("div", { className: "foot row", role: "row" });
  grid = h("div", { className: "view", role: "grid" }, this.head, this.space, this.foot);
  pill = h("button", { className: "pill", hidden: true });
  problem = h("p", { className: "problem", hidden: true });
  /** Is as high as a row. */
  probe = h("i");
  node = h("div", { className: "data-table" }, this.problem, this.grid, this.pill, this.probe);

  /** By the number of the column. @type {HTMLElement[]} */
  #heads = [];
  /** The widths that the user has set, by column. @type {Map<string, number>} */
  #widths = new Map();
  /** What the columns are made of, to see that they have changed. */
  #layout = "";
  #isCards = false;
  /** The order that was last drawn, in which the anchor is. @type {{from: number, ids: string[]}} */
  #was = { from: 0, ids: [] };
  #total = 0;
  #hasRows = false;
  #drawn = { first: 0, last: 0 };
  #hold = { pointer: false, focus: false, isSent: false, at: 0, x: NaN, y: NaN };
  #frame = 0;
  /** @type {Record<string, number>} */
  #timers = {};
  /** @type {Map<HTMLElement, number>} */
  #flashed = new Map();
  #typed = "";
  /** The last request, which is not repeated. */
  #asked = "";
  /** What the user has selected, until the server has answered. @type {{is: (id: string) => boolean, event: number | undefined} | undefined} */
  #chosen;
  /** The other end of a range. @type {string | undefined} */
  #pivot;
  /** The user's own sort is under way. @type {number | undefined} */
  #sorting;
  /** The menu that the user has asked for, and the open one. @type {{id: string, rect: any} | undefined} */
  #menuAsked;
  /** @type {View | undefined} */
  #menu;
  #isPressed = false;
  /** @type {HTMLElement | undefined} */
  #stop;
  #ending = new AbortController();

  /** @param {View} owner */
  constructor(owner) {
    this.owner = owner;
    this.windowView = owner.scope.windowView;
    this.view = new Viewport(this.grid, this.space);
    this.watch = new ResizeObserver(() => this.resize());
  }

  get isRightToLeft() { return getComputedStyle(this.grid).direction === "rtl"; }
  get #isMirror() { return this.windowView.isMirror; }
  get #focused() { return /** @type {HTMLElement | null} */ (this.grid.contains(focusedAround(this.grid)) ? focusedAround(this.grid) : null); }

  start() {
    const { signal } = this.#ending;
    /** @type {(node: EventTarget, heard: Record<string, (event: any) => void>) => void} */
    const on = (node, heard) => { for (const name in heard) node.addEventListener(name, heard[name], { signal }); };
    on(this.grid, {
      scroll: () => this.#scrolled(),
      scrollend: () => {
        this.view.settle();
        this.#soon();
      },
      keydown: (event) => this.#key(event),
      pointerdown: (event) => this.#pressed(event),
      mousedown: (event) => this.#touched(event),
      click: (event) => this.#clicked(event),
      dblclick: ({ target }) => this.#activate(target),
      contextmenu: (event) => this.#askMenu(event),
      focusin: ({ target }) => this.#arrived(target),
      focusout: ({ relatedTarget }) => { if (!this.space.contains(relatedTarget)) this.#leaves({ focus: false }); },
    });
    on(this.node, {
      pointermove: (event) => this.#pointed(event),
      pointerleave: () => this.#leaves({ pointer: false }),
    });
    on(this.pill, { click: () => this.#answerPill() });
    on(document, { visibilitychange: () => { if (document.hidden) this.#release(); } });
    for (const name of ["pointerup", "pointercancel"]) {
      on(window, { [name]: () => {
        this.#isPressed = false;
        if (this.#menuAsked) this.#showMenu();
      } });
    }
    for (const node of [this.node, this.grid, this.probe]) this.watch.observe(node);
    this.windowView.tables.add(this);
    const slice = this.windowView.delegate.rows?.(this.owner.model, this.owner.data.id);
    if (slice) this.#take(slice);
    else this.#timers.first = setTimeout(() => this.#wish({ fresh: true }), waits.first);
  }

  stop() {
    const { model, data: { id } } = this.owner;
    this.#ending.abort();
    this.watch.disconnect();
    this.windowView.tables.delete(this);
    if (![...this.windowView.tables].some((/** @type {any} */ { owner }) => owner?.model === model && owner.data.id === id)) this.windowView.delegate.forgetRows?.(model, id);
    cancelAnimationFrame(this.#frame);
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#menu?.end();
    for (const row of this.rows.values()) row.remove();
  }

  /** An event of the table, which one of a disabled one is not. @param {string} name @param {object} value */
  send(name, value) {
    return this.owner.data.disabled ? undefined : this.owner.send(name, value);
  }

  /** @param {RowsWish} wish */
  #wish(wish) {
    this.windowView.delegate.rows?.(this.owner.model, this.owner.data.id, wish);
  }

  /** The element of the document has changed. */
  update() {
    const { data } = this.owner;
    this.columns = data.columns ?? [];
    const marks = {
      "aria-multiselectable": data.selection === "many" && "true", "aria-label": data.label, "aria-colcount": this.columns.length,
      "aria-readonly": this.columns.some(({ edits }) => edits) ? false : "true", "aria-disabled": data.disabled && "true",
    };
    for (const [name, value] of Object.entries(marks)) attribute(this.grid, name, value);
    this.#arrangeColumns();
    this.columns.forEach(({ id, sorts }, at) => {
      /** @type {{column: string, order: string}[]} */
      const sort = data.sort ?? [], place = sort.findIndex(({ column }) => column === id), head = this.#heads[at];
      if (!head) return;
      attribute(head, "aria-sort", place >= 0 ? (sort[place].order === "reverse" ? "descending" : "ascending") : sorts && "none");
      attribute(head, "data-place", place >= 0 && sort.length > 1 && place + 1);
    });
    for (const row of this.rows.values()) row.select();
    this.resize();
  }

  /** The slice of a table has changed. @param {RowsChange} change */
  hears({ model, element, slice, isFirst, trails }) {
    if (model !== this.owner.model || element !== this.owner.data.id) return;
    this.#take(slice, trails, isFirst);
  }

  /** @param {SliceTree} slice @param {Trail[]} [trails] what a patch has touched @param {boolean} [isFirst] */
  #take(slice, trails, isFirst = !trails) {
    clearTimeout(this.#timers.first);
    this.slice = slice;
    if (trails) this.#touch(trails);
    else for (const [id, row] of this.rows) if (slice.rows[id]) row.show(slice.rows[id]);
    if (!trails || trails.some(([[, part]]) => part !== "rows")) this.#arrange();
    this.#showMenu();
    this.#say();
    if (isFirst) this.#asked = "";
    this.#ask(isFirst);
  }

  /** @param {Trail[]} trails */
  #touch(trails) {
    this.#unflash();
    const { views } = this.owner.scope;
    for (const trail of trails) {
      const [[, part], [, id] = [], , [, at] = []] = /** @type {any[]} */ (trail);
      const row = part === "rows" && this.rows.get(id), data = this.slice.rows[id];
      if (part === "menu") {
        const [holder, key] = trail.findLast(([holder]) => views.has(holder)) ?? [];
        views.get(holder)?.update(new Set([key]));
      }
      if (!row || !data) continue;
      const [holder, key] = trail.slice(4).findLast(([holder]) => views.has(holder)) ?? [];
      if (holder) {
        views.get(holder)?.update(new Set([key]));
        row.cells[at]?.settle();
      } else if (at !== undefined) row.cells[at]?.show(data.cells[at], true);
      else row.show(data, true);
    }
    this.#tabStop();
  }

  /** The columns that there is room for, and their widths. */
  #arrangeColumns() {
    const { columns, node } = this, width = this.grid.clientWidth || Infinity;
    this.#isCards = width < narrow;
    const least = this.#isCards ? 1 : width < roomFor[2] ? 1 : width < roomFor[3] ? 2 : 3;
    const shown = columns.flatMap(({ priority = 0 }, at) => (priority <= least ? at : []));
    attribute(node, "data-cards", this.#isCards);
    const layout = JSON.stringify([columns, shown]);
    if (layout !== this.#layout) {
      const focused = !!this.#focused;
      this.#layout = layout;
      this.shown = shown;
      this.editor?.end();
      this.#makeColumns();
      if (focused) this.focus();
    }
    let whole = 0;
    const tracks = shown.map((at) => {
      const { id, width: wide, min, max, pinned } = columns[at], own = this.#widths.get(id) ?? wide;
      const least = own === undefined ? min ?? usualLeast : clamp(own, min ?? leastWidth, max ?? mostWidth);
      if (pinned) node.style.setProperty(`--pinned-${at}`, `${whole}px`);
      whole += least;
      return own === undefined ? `minmax(${least}px, ${max ? `${max}px` : "1fr"})` : `${least}px`;
    });
    node.style.setProperty("--columns", tracks.join(" "));
    node.style.setProperty("--width", `${whole}px`);
  }

  #makeColumns() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    const { columns, shown } = this;
    this.#heads = [];
    this.head.replaceChildren(...shown.map((at) => {
      const { title, id, sorts } = columns[at], node = cellNode("columnheader", columns[at], at, h("span", { textContent: title }), h("i", { className: "grip" }));
      if (!title) node.ariaLabel = id;
      attribute(node, "data-sorts", !!sorts);
      return this.#heads[at] = node;
    }));
    this.foot.replaceChildren(...shown.map((at) => cellNode("gridcell", columns[at], at, columns[at].footer ?? "")));
    this.foot.hidden = !columns.some(({ footer }) => footer);
    attribute(this.node, "data-sorts", columns.some(({ sorts }) => sorts));
    attribute(this.head, "aria-rowindex", 1);
    if (!shown.includes(this.cursor.column)) this.cursor.column = shown[0] ?? 0;
  }

  resize() {
    this.#measure();
    this.#soon();
    this.#ask();
  }

  #measure() {
    const { view, grid, head, foot, node } = this, row = this.probe.offsetHeight;
    if (!row) return;
    this.#arrangeColumns();
    const height = this.#isCards ? Math.round(row * 1.5) : row;
    node.style.setProperty("--height", `${height}px`);
    node.style.setProperty("--natural", `${Math.min(this.slice.total * height + head.offsetHeight + foot.offsetHeight + 2, tallest)}px`);
    view.resize(this.slice.total, height, grid.clientHeight - head.offsetHeight - foot.offsetHeight);
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
    const at = this.#focused && own >= 0 && isSeen(was.ids[own], own) ? own : was.ids.findIndex(isSeen);
    const by = at < 0 ? 0 : (now.get(was.ids[at]) ?? 0) - was.from - at;
    attribute(this.grid, "aria-rowcount", slice.total + (this.foot.hidden ? 1 : 2));
    attribute(this.foot, "aria-rowindex", slice.total + 2);
    const isGrown = this.#hasRows && slice.total !== this.#total, before = view.top;
    if (slice.total !== this.#total) {
      this.#total = slice.total;
      this.#measure();
    }
    if (isAtEnd && isGrown) view.moveTo(view.end);
    else view.moveTo(before && before + (this.#sorting === undefined ? by * view.height : 0));
    // A mirror stands where the page stands, as far as it can tell.
    if (this.#isMirror && was.from !== slice.from) view.moveTo(slice.from && (slice.from + slice.ids.length / 3) * view.height);
    this.#hasRows = true;
    this.#follow(was, now, by);
    // Where nothing is seen of this slice, the former one still says where the reader is.
    if (!was.ids.length || slice.ids.length && slice.from < view.last && slice.from + slice.ids.length > view.first) this.#was = { from: slice.from, ids: [...slice.ids] };
    this.#draw();
  }

  /** The keyboard's cell goes with its row; if that is gone, to its neighbour. @param {{from: number, ids: string[]}} was @param {Map<string, number>} now @param {number} by */
  #follow(was, now, by) {
    const { cursor, slice: { from, ids } } = this;
    if (cursor.index < 0) return;
    if (cursor.id === undefined) return this.#settleCursor();
    const index = now.get(cursor.id);
    if (index !== undefined) return void (cursor.index = index);
    const at = was.ids.indexOf(cursor.id), expected = cursor.index + by;
    // It may only be beyond what is here.
    if (at < 0 || ids.length && (expected < from || expected > from + ids.length)) return void (cursor.index = expected);
    const heir = was.ids.slice(at + 1).find((id) => now.has(id)) ?? was.ids.slice(0, at).findLast((id) => now.has(id)) ?? ids[0];
    const focused = this.#focused;
    cursor.id = heir;
    cursor.index = now.get(heir) ?? -1;
    if (!this.space.contains(focused)) return;
    this.editor?.end();
    this.windowView.say(words.rowGone);
    this.focus();
  }

  /** The cell gets the id of its row once that is here. */
  #settleCursor() {
    const { cursor, slice } = this;
    cursor.id = slice.ids[cursor.index - slice.from];
    if (cursor.id !== undefined && this.#focused && !this.editor) this.focus();
  }

  /** Most frames of scrolling need nothing: the browser moves what is drawn. */
  #scrolled() {
    const { view } = this, { top } = view;
    if (view.scrolled() || view.first < this.#drawn.first || view.last > this.#drawn.last) this.#soon();
    if (view.top !== top && this.#hold.isSent) this.#hold.at = performance.now();
    this.editor?.place();
    if (view.top !== top) this.#say();
    this.#ask(view.top === 0 && top > 0 && !!this.slice.fresh);
  }

  #soon() { this.#frame ||= requestAnimationFrame(() => this.#draw()); }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.isDrawing = true;
    const { view, cursor, rows, space, slice: { from, ids, rows: data } } = this;
    /** @type {Map<string, number>} */
    const wanted = new Map();
    const first = Math.max(from, view.first - spareRows), last = Math.min(from + ids.length, view.last + spareRows);
    this.#drawn = { first, last };
    // The row with the focus stays in the page wherever the rest is, until another has the focus.
    const held = rows.get(this.editor?.cell.id ?? this.#focused?.closest(".space > .row")?.getAttribute("data-row") ?? "");
    const heldAt = held ? (held.id === cursor.id ? cursor.index : held.index) : NaN;
    if (held && heldAt < first) wanted.set(held.id, heldAt);
    for (let index = first; index < last; index++) if (!wanted.has(ids[index - from])) wanted.set(ids[index - from], index);
    if (held && heldAt >= last && !wanted.has(held.id)) wanted.set(held.id, heldAt);
    for (const [id, row] of rows) {
      if (wanted.has(id)) continue;
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
    this.#late(view.first < from || Math.min(view.last, view.full / view.height) > from + ids.length);
    this.#tabStop();
    this.editor?.place();
    this.isDrawing = false;
  }

  /** @param {HTMLElement} node @param {Node | null} before */
  #insert(node, before) {
    const focused = this.#focused, holds = node.contains(focused);
    this.space.insertBefore(node, before);
    if (holds) focused?.focus({ preventScroll: true });
  }

  /** Rows that are missing show as lines at once, as bars after a moment. @param {boolean} isMissing */
  #late(isMissing) {
    const show = (/** @type {boolean} */ isLate) => {
      attribute(this.space, "data-late", isLate);
      attribute(this.grid, "aria-busy", isLate && "true");
    };
    attribute(this.space, "data-missing", isMissing);
    if (isMissing) return void (this.#timers.late ||= setTimeout(show, waits.skeleton, true));
    clearTimeout(this.#timers.late);
    this.#timers.late = 0;
    show(false);
  }

  /** Asks for the rows around the view, if half a view beyond it is not here. @param {boolean} [isForced] */
  #ask(isForced = false) {
    const { view, slice: { from, ids, total } } = this, seen = view.last - view.first;
    // Whoever watches sees what the page sees.
    if (!this.#hasRows || view.room <= 0 || this.#isMirror) return;
    const beyond = Math.max(0, Math.min(seen, (mostAsked - seen) >> 1)), half = beyond >> 1;
    const isHere = Math.max(0, view.first - half) >= from && Math.min(total, view.last + half) <= from + ids.length;
    if (isHere && !isForced) return;
    // By this row the server knows how far the page's numbers are from its own.
    const { from: start, ids: known } = this.#was, place = clamp(view.first - start, 0, known.length - 1);
    const anchor = known.length ? { anchor: { id: known[place], index: start + place } } : {};
    const wish = { from: Math.max(0, view.first - beyond), count: Math.min(mostAsked, seen + 2 * beyond), ...anchor };
    // What the server has not given to the same question, it does not have.
    const asked = JSON.stringify([wish.from, wish.count, from, ids.length, total]);
    if (asked === this.#asked && !isForced) return;
    this.#asked = asked;
    this.#wish({ ...wish, ...(isForced && this.#hold.isSent && { hold: true }) });
  }

  /** @param {number} index */
  #scrollTo(index) {
    this.view.moveTo(index * this.view.height);
    this.#soon();
    this.#ask();
  }

  // Order holds while someone points at the rows, or has the focus in them.

  /** @param {PointerEvent} event */
  #pointed({ pointerType, target, screenX: x, screenY: y }) {
    const hold = this.#hold, isOther = x !== hold.x || y !== hold.y;
    if (pointerType !== "mouse" || !isOther) return;
    Object.assign(hold, { x, y });
    const node = /** @type {Element} */ (target);
    if (this.space.contains(node) || node === this.pill && hold.pointer) this.#holds({ pointer: true });
    else this.#leaves({ pointer: false });
  }

  /** @param {{pointer?: boolean, focus?: boolean}} change */
  #holds(change) {
    const hold = Object.assign(this.#hold, change, { at: performance.now() });
    if (hold.isSent || this.#isMirror) return;
    hold.isSent = true;
    this.#wish({ hold: true });
    this.#timers.hold = setTimeout(() => this.#rest(), waits.hold);
  }

  /** Without a movement, the hold ends; not while something is open. */
  #rest() {
    const left = this.editor || this.#menu ? waits.hold : this.#hold.at + waits.hold - performance.now();
    if (left <= 0) this.#release();
    else this.#timers.hold = setTimeout(() => this.#rest(), left);
  }

  /** Leaving ends a hold, and begins none. @param {{pointer?: boolean, focus?: boolean}} change */
  #leaves(change) {
    const { pointer, focus, isSent } = Object.assign(this.#hold, change);
    if (isSent && !pointer && !focus && !this.#menu && !this.editor) this.#release();
  }

  /** Shows the order of now; the next movement holds it again. */
  #release() {
    clearTimeout(this.#timers.hold);
    if (this.#hold.isSent) this.#wish({ hold: false });
    this.#hold.isSent = false;
  }

  #answerPill() {
    const isNew = this.pill.dataset.kind === "new";
    this.#release();
    if (!isNew) return;
    this.view.moveTo(0);
    this.#soon();
    this.#ask(true);
  }

  #say() {
    const { pill, problem, slice: { waiting, fresh, problem: wrong }, view } = this;
    const text = waiting ? words.orderHolds(waiting) : fresh && view.top > 0 ? words.newRows(fresh) : "";
    pill.dataset.kind = waiting ? "hold" : "new";
    if (pill.textContent !== text) pill.textContent = text;
    pill.hidden = !text;
    attribute(this.node, "data-stale", !!wrong);
    if (problem.hidden === !wrong && (!wrong || problem.firstChild?.textContent === wrong)) return;
    problem.hidden = !wrong;
    problem.replaceChildren(h("span", { textContent: wrong }), h("button", { className: "button", textContent: words.again, onclick: () => this.#wish({ fresh: true }) }));
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
  #widen(at, width) {
    const { id, min = leastWidth, max = mostWidth } = this.columns[at];
    this.#widths.set(id, Math.round(clamp(width, min, max)));
    this.#arrangeColumns();
  }

  /** @param {PointerEvent} event @param {number} at */
  #drag({ target, clientX: start, pointerId }, at) {
    const grip = /** @type {HTMLElement} */ (target), width = this.#heads[at].offsetWidth, sign = this.isRightToLeft ? -1 : 1;
    grip.setPointerCapture(pointerId);
    grip.onpointermove = ({ clientX }) => this.#widen(at, width + sign * (clientX - start));
    grip.onlostpointercapture = () => { grip.onpointermove = null; };
  }

  /** @param {number} at */
  #fit(at) {
    const words = /** @type {HTMLElement} */ (this.#heads[at].firstChild);
    // A cell is never narrower than its column, so for the measure the column is as narrow as it can be.
    this.#widen(at, 0);
    this.#widen(at, Math.max(words.scrollWidth + 40, ...[...this.rows.values()].map(({ cells }) => cells[at].node.scrollWidth + 2)));
  }

  /** @param {number} at @param {boolean} add */
  #sort(at, add) {
    const { id, sorts } = this.columns[at];
    if (!sorts) return;
    const event = this.#sorting = this.send("sort", { column: id, ...(add && { add }) });
    // What one has sorted, one sees from its start.
    this.windowView.whenAnswered(event, () => {
      if (this.#sorting !== event) return;
      this.#sorting = undefined;
      if (!this.space.contains(this.#focused)) this.#scrollTo(0);
    });
  }

  // The pointer.

  /** @param {EventTarget | null} target @returns {{id?: string, index: number, column: number} | undefined} */
  #cellAt(target) {
    const node = /** @type {Element} */ (target).closest(".cell"), row = /** @type {HTMLElement | null | undefined} */ (node?.parentElement);
    if (!node || !row || row === this.foot) return;
    const id = row.dataset.row, column = Number(node.ariaColIndex) - 1;
    return { id, column, index: row === this.head ? -1 : this.rows.get(id ?? "")?.index ?? -1 };
  }

  /** Whether a control in a cell takes this, and not the row. @param {Element} target */
  #isControls(target) {
    const control = target.closest("button, a, input, select, textarea, label, summary, .component");
    return !!control && this.grid.contains(control);
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    this.#isPressed = true;
    const cell = this.#cellAt(event.target), { className } = /** @type {Element} */ (event.target);
    if (!cell || event.button || className !== "grip") return;
    this.#drag(event, cell.column);
    event.preventDefault();
  }

  /** With Shift, rows are selected and not their text. @param {MouseEvent} event */
  #touched(event) {
    const { target } = event, cell = this.#cellAt(target);
    if (!cell || !event.shiftKey || cell.index < 0 || this.#isControls(/** @type {Element} */ (target))) return;
    event.preventDefault();
    Object.assign(this.cursor, cell);
    this.focus();
  }

  /** @param {PointerEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target), cell = this.#cellAt(target), { selection, opens } = this.owner.data;
    if (!cell || target.className === "grip" || event.detail > 1 || this.#isControls(target)) return;
    if (cell.index < 0) return this.#sort(cell.column, event.shiftKey);
    if (selection) this.#select(event, cell.id);
    else if (opens && event.pointerType === "touch") this.#open(cell.id);
  }

  /** @param {EventTarget | null} target */
  #activate(target) {
    const node = /** @type {Element} */ (target), cell = this.#cellAt(node);
    if (cell && cell.index < 0 && node.className === "grip") return this.#fit(cell.column);
    if (!cell || cell.index < 0 || this.#isControls(node)) return;
    if (this.columns[cell.column].edits) this.#edit(cell);
    else this.#open(cell.id);
  }

  /** @param {string} [id] */
  #open(id) {
    if (this.owner.data.opens && this.#isThere(id)) this.send("open", { id });
  }

  /** Whether a row takes events: not one that has gone, although the order holds it. @param {string} [id] */
  #isThere(id) {
    return id !== undefined && !this.slice.rows[id]?.gone;
  }

  // Selection, which is said by ids: the server knows the rows in between, also those that no page has.

  /** @param {string} id */
  isSelected(id) {
    return this.#chosen ? this.#chosen.is(id) : !!this.slice.rows[id]?.selected;
  }

  /** @param {{shiftKey?: boolean, ctrlKey?: boolean, metaKey?: boolean}} keys @param {string} [id] */
  #select({ shiftKey, ctrlKey, metaKey }, id = this.cursor.id) {
    const { selection } = this.owner.data;
    if (!selection || id === undefined || !this.#isThere(id)) return;
    const many = selection === "many", { ids } = this.slice;
    if (shiftKey && many && this.#pivot !== undefined) {
      const ends = [ids.indexOf(this.#pivot), ids.indexOf(id)].sort((one, other) => one - other);
      const between = new Set(ids.slice(Math.max(0, ends[0]), ends[1] + 1));
      this.#choose({ from: this.#pivot, to: id }, (one) => between.has(one));
      return;
    }
    this.#pivot = id;
    if (many && (ctrlKey || metaKey)) {
      const was = this.isSelected(id), before = this.#snapshot();
      this.#choose({ toggle: id }, (one) => (one === id ? !was : before(one)));
    } else this.#choose({ only: id }, (one) => one === id);
  }

  /** What is selected now, whatever comes. */
  #snapshot() {
    const selected = new Set(this.slice.ids.filter((id) => this.isSelected(id)));
    return (/** @type {string} */ id) => selected.has(id);
  }

  /** Shows a selection at once, until the server has answered. @param {object} value @param {(id: string) => boolean} is */
  #choose(value, is) {
    const event = this.send("select", value);
    if (event === undefined) return;
    const chosen = this.#chosen = { is, event }, show = () => { for (const row of this.rows.values()) row.select(); };
    show();
    this.windowView.whenAnswered(event, () => {
      if (this.#chosen !== chosen) return;
      this.#chosen = undefined;
      show();
    });
  }

  // Menus.

  /** @param {MouseEvent} event */
  #askMenu(event) {
    const target = /** @type {Element} */ (event.target), cell = this.#cellAt(target), { menu } = this.owner.data;
    if (!menu || !cell?.id || cell.index < 0 || target.closest(".editor") || !this.#isThere(cell.id)) return;
    event.preventDefault();
    event.stopPropagation();
    Object.assign(this.cursor, cell);
    this.focus();
    if (this.send("menu", { id: cell.id }) === undefined) return;
    const { clientX: x, clientY: y } = event;
    this.#menuAsked = { id: cell.id, rect: x || y ? { left: x, top: y, bottom: y } : target.getBoundingClientRect() };
  }

  /** Shows the menu that the slice has, or closes the one that it has no more. */
  #showMenu() {
    const { menu } = this.slice, shown = this.#menu, asked = this.#menuAsked;
    if (shown && menu?.id !== shown.data.id) {
      this.#menu = undefined;
      shown.state.popup?.hidePopover();
      shown.end();
    } else if (shown && menu) return void (shown.data !== menu && shown.adopt(menu));
    const row = menu && this.rows.get(menu.id);
    // A menu that opens under a finger or a button that is down would be closed by their release.
    if (!menu || !(this.#isMirror ? row : asked?.id === menu.id && !this.#isPressed)) return;
    this.#menuAsked = undefined;
    const { owner, node } = this, { id } = menu;
    const view = this.#menu = new View(menu, { make: () => node, set: { children: menuItems("children") } }, {}, owner.scope, owner.model, owner);
    view.relay = (event) => owner.send("cell", { id, ...event });
    popup(view, "children", asked?.rect ?? row?.node.getBoundingClientRect());
    view.state.popup.addEventListener("toggle", (/** @type {ToggleEvent} */ { newState }) => {
      if (newState !== "closed" || this.#menu !== view) return;
      this.#menu = undefined;
      view.end();
      this.send("menu", {});
      this.#leaves({});
    });
  }

  // Editing.

  /** @param {{id?: string, column: number}} place */
  #edit({ id, column }) {
    const cell = this.#isThere(id) && !this.owner.data.disabled && !this.#isMirror && this.rows.get(id ?? "")?.cells[column];
    if (!cell || this.editor && this.editor.cell === cell) return;
    this.editor?.end();
    Object.assign(this.cursor, { id, column, index: this.rows.get(cell.id)?.index });
    this.editor = new Editor(this, cell);
    this.editor.start();
  }

  // The keyboard.

  /** @param {EventTarget | null} target */
  #arrived(target) {
    const cell = this.#cellAt(target);
    if (!cell || this.isDrawing) return;
    Object.assign(this.cursor, cell);
    this.#tabStop();
    if (cell.index >= 0) this.#holds({ focus: true });
    else this.#leaves({ focus: false });
  }

  get #place() { return this.shown.indexOf(this.cursor.column); }

  /** @param {number} index @param {number} place of the column among those shown @param {string} [id] */
  #goTo(index, place, id) {
    const { view, slice, cursor, shown } = this;
    const least = this.head.offsetHeight ? -1 : 0;
    Object.assign(cursor, { index: clamp(index, least, Math.max(least, slice.total - 1)), column: shown[clamp(place, 0, shown.length - 1)], id });
    const top = cursor.index * view.height, bottom = top + view.height - view.room;
    if (cursor.index >= 0 && (top < view.top || bottom > view.top)) this.#scrollTo((top < view.top ? top : bottom) / view.height);
    if (cursor.index < 0) this.focus();
    else this.#settleCursor();
  }

  /** @returns {HTMLElement | undefined} */
  #nodeOf({ index, id, column } = this.cursor, which = 0) {
    return index < 0 ? this.#heads[column] : this.rows.get(id ?? "")?.cells[column]?.stop(which);
  }

  /** Puts the focus where the cursor is. */
  focus(which = 0) {
    this.#draw();
    const node = this.#nodeOf(this.cursor, which);
    // A column that is pinned is seen wherever the others are.
    if (node) this.windowView.focus(node, { preventScroll: true });
    const cell = node?.closest(".cell");
    if (cell && !cell.hasAttribute("data-pinned") && this.grid.scrollWidth > this.grid.clientWidth) this.#reveal(cell);
    this.#tabStop();
  }

  /** Scrolls sideways until a cell is seen beside those that are pinned. @param {Element} cell */
  #reveal(cell) {
    const { left, right } = cell.getBoundingClientRect(), box = this.grid.getBoundingClientRect();
    const pinned = this.#heads.reduce((sum, head) => sum + (head.dataset.pinned === undefined ? 0 : head.offsetWidth), 0);
    const [start, end] = this.isRightToLeft ? [0, pinned] : [pinned, 0];
    const by = left < box.left + start ? left - box.left - start : Math.max(0, right - box.right + end);
    if (by) this.grid.scrollLeft += by;
  }

  /** One tab stop for the whole table. */
  #tabStop() {
    const first = [...this.rows.values()].find(({ index }) => index >= this.view.top / this.view.height);
    const node = this.#nodeOf() ?? first?.cells[this.cursor.column]?.stop() ?? this.#heads[this.cursor.column];
    if (this.#stop && this.#stop !== node) this.#stop.tabIndex = -1;
    this.#stop = node;
    if (node) node.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event, target = /** @type {HTMLElement} */ (event.target);
    if (isComposing(event) || altKey || this.editor?.field === target || target.matches("textarea, select, input:not([type=checkbox], [type=radio])")) return;
    // What a control in a cell does with a key, it does.
    if (/^( |Enter)$/.test(key) && this.#isControls(target)) return;
    const { cursor } = this, was = cursor.id;
    if (key !== "Escape" && key !== "Tab" && this.space.contains(target)) this.#holds({ focus: true });
    const act = (isApple ? metaKey : ctrlKey) ? this.#modKeys[key] : ctrlKey || metaKey ? undefined : this.#keys[key] ?? (key.length === 1 && (() => this.#type(key)));
    if (!act || act(event) === false) return;
    event.preventDefault();
    if (!shiftKey || cursor.index < 0 || !/^(Arrow(Up|Down)|Page|Home|End)/.test(key)) return;
    this.#pivot ??= was;
    this.#select(event);
  }

  /** @param {number} rows */
  #step(rows) {
    const { index } = this.cursor;
    if (index < 0 && rows > 0) return this.#goTo(Math.ceil(this.view.top / this.view.height), this.#place);
    this.#goTo(Math.abs(rows) > 1 ? Math.max(0, index + rows) : index + rows, this.#place);
  }

  /** @param {number} sign @param {KeyboardEvent} event */
  #side(sign, { shiftKey, target }) {
    const { index, column, id } = this.cursor, step = this.isRightToLeft ? -sign : sign;
    if (index < 0 && shiftKey) return this.#widen(column, this.#heads[column].offsetWidth + widening * step);
    // First through the controls of a cell.
    const node = /** @type {Element} */ (target).closest(".cell");
    const controls = node && index >= 0 ? focusables(node).filter((one) => one !== node) : [];
    const next = controls.indexOf(/** @type {HTMLElement} */ (target)) + step;
    if (controls.length > 1 && controls[next]) return void controls[next].focus();
    this.#goTo(index, this.#place + step, id);
    if (step < 0) this.focus(-1);
  }

  get #pageful() { return Math.max(2, Math.floor(this.view.room / this.view.height) - 1); }

  /** @type {Record<string, (event: KeyboardEvent) => unknown>} */
  #keys = {
    ArrowUp: () => this.#step(-1), ArrowDown: () => this.#step(1),
    ArrowLeft: (event) => this.#side(-1, event), ArrowRight: (event) => this.#side(1, event),
    PageUp: () => this.#step(-this.#pageful), PageDown: () => this.#step(this.#pageful),
    Home: () => this.#goTo(this.cursor.index, 0, this.cursor.id), End: () => this.#goTo(this.cursor.index, Infinity, this.cursor.id),
    Enter: ({ target, shiftKey }) => (this.cursor.index < 0 ? this.#sort(this.cursor.column, shiftKey) : this.#activate(target)),
    F2: () => this.columns[this.cursor.column]?.edits && this.cursor.index >= 0 && this.#edit(this.cursor),
    " ": ({ shiftKey }) => (this.cursor.index < 0 ? this.#sort(this.cursor.column, shiftKey) : this.#select({ shiftKey, ctrlKey: !shiftKey })),
    Escape: () => {
      this.#release();
      return false;
    },
  };

  /** @type {Record<string, (event: KeyboardEvent) => unknown>} */
  #modKeys = {
    Home: () => this.#goTo(0, this.#place), End: () => this.#goTo(this.slice.total - 1, this.#place),
    " ": () => this.#select({ ctrlKey: true }),
    a: () => {
      if (this.owner.data.selection !== "many") return false;
      this.#choose({ all: true }, () => true);
      this.windowView.say(words.selectedRows(this.slice.total));
    },
  };

  /** Goes to the next row here that begins with what is typed, unless the letter is an app's key. @param {string} key */
  #type(key) {
    const { cursor, slice: { from, ids, rows } } = this;
    if (cursor.index < 0 || !this.#typed && (key === " " || this.windowView.root.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}" i]`))) return false;
    clearTimeout(this.#timers.typed);
    this.#timers.typed = setTimeout(() => { this.#typed = ""; }, waits.typed);
    const isRepeated = [...this.#typed].every((one) => one === key), typed = this.#typed + key, sought = (isRepeated ? key : typed).toLocaleLowerCase();
    const at = cursor.index - from + (isRepeated ? 1 : 0);
    const begins = (/** @type {string} */ id) => this.shown.map((column) => textOf(rows[id]?.cells[column])).find(Boolean)?.toLocaleLowerCase().startsWith(sought);
    const found = [...ids.slice(Math.max(0, at)), ...ids.slice(0, Math.max(0, at))].find(begins);
    this.#typed = typed;
    if (found === undefined) return false;
    this.#goTo(from + ids.indexOf(found), this.#place, found);
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
    children() {},
  },
  done({ state: { table } }) {
    table.update();
    if (table.isStarted) return;
    table.isStarted = true;
    table.start();
  },
  end: ({ state }) => state.table.stop(),
};
