import { attribute, focusables, focusedAround, h, unique, write } from "./dom.js";
import { isComposing } from "./fields.js";
import { isApple } from "./key-names.js";
import { script } from "./optional.js";
import { menuItems, popup } from "./popup.js";
import { RestingPointer } from "./resting-pointer.js";
import { View } from "./view.js";
import { words } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Cell} Cell */
/** @typedef {import("./table.js").Column} Column */

/** Milliseconds until a new word begins that is typed to find a row, and the step of a key that widens a column. */
const untilTyped = 700, widening = 16;
/** Pixels after which a press on a heading is a drag. */
const leastDrag = 6;
/** Milliseconds after which an order is no longer held for someone who does not move. */
const untilRest = 30_000;
/** Milliseconds that the rows of an answer may take after it. */
const untilRows = 1000;

/** The id of the entry that the page adds to the menu of a row. Those of elements have at most 64 characters. */
const downloadItem = "download".padEnd(65);

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
/** @param {any} cell @returns {string} */
const textOf = (cell) => (typeof cell === "string" ? cell : cell?.text ?? "");

/** The text of a cell, or of the elements in it. @param {any} cell @returns {string} */
const wholeText = (cell) =>
  (typeof cell === "string" ? cell : [Array.isArray(cell?.text) ? cell.text.map(wholeText).join("") : cell?.text, ...(cell?.children ?? []).map(wholeText)].filter(Boolean).join(" "));
/** As it is compared: upper and lower case and accents count alike. @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** A field in the place of a cell's text. It is the page's until the server has taken the text. */
export class Editor {
  note = h("p", { id: unique(), className: "refusal", role: "alert", hidden: true });
  #isSent = false;
  #isOver = false;

  /** @param {Table} table @param {Cell} cell */
  constructor(table, cell) {
    this.table = table;
    this.cell = cell;
    this.was = this.#now;
    this.field = h("input", { className: "editor", value: this.was, ariaLabel: cell.column.title });
  }

  /** The text that the server shows. */
  get #now() { return textOf(this.table.valueOf(this.cell.id, this.cell.at)); }

  start() {
    const { field, cell: { node }, table } = this;
    node.replaceChildren(field);
    attribute(node, "data-edited", true);
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
    table.windowView.ifRefused(event, (message) => {
      refusal = message;
      return !this.#isOver;
    });
    table.windowView.whenAnswered(event, () => {
      this.#isSent = field.readOnly = false;
      // Its user has been told of a value that has come meanwhile.
      this.was = this.#now;
      if (refusal) this.#refuse(refusal);
      else this.end();
    });
  }

  /** @param {string} message */
  #refuse(message) {
    const { field, note } = this;
    field.ariaInvalid = message ? "true" : null;
    attribute(field, "aria-describedby", !!message && note.id);
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
    cell.show(table.valueOf(cell.id, cell.at) ?? this.was, false);
    if (hadFocus) table.acts?.focus();
  }
}

/** What the user does with a table: sorts, selects, opens, edits, by pointer and by keyboard. All of it is said by ids. */
export class Acts {
  /** What the user has selected, until the server's rows say so. @type {{is: (id: string) => boolean, isAnswered: boolean} | undefined} */
  chosen;
  /** The panel of a row. @type {import("./table-columns.js").RowRest | undefined} */
  more;
  /** The open menu, and the one that the user has asked for. @type {View | undefined} */
  menu;
  /** @type {{id: string, rect: any} | undefined} */
  #menuAsked;
  /** The menu of the slice that is shown. @type {any} */
  #menuShown;
  /** The other end of a range. @type {string | undefined} */
  #pivot;
  /** What is typed to find a row. */
  #typed = "";
  #pause = 0;
  #isPressed = false;
  /** Shows the menu of a column: one that opens under a button that is down would be closed by its release. @type {(() => void) | undefined} */
  #onRelease;
  #hold = { pointer: false, focus: false, isSent: false, at: 0, x: NaN, y: NaN };
  #resting = 0;
  /** @type {RestingPointer | undefined} */
  #pointer;
  /** What the app has been told of the columns. @type {ColumnCustomization | undefined} */
  #said;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {AbortSignal} signal */
  start(signal) {
    // The first to hear of a press.
    this.#pointer = new RestingPointer(this.table, signal);
    /** @type {Record<string, (event: any) => void>} */
    const heard = {
      keydown: (event) => this.#key(event),
      // A key that is held widens on.
      keyup: () => this.keepColumns(),
      pointerdown: (event) => this.#pressed(event),
      mousedown: (event) => this.#touched(event),
      click: (event) => this.#clicked(event),
      dblclick: ({ target }) => this.#activate(target),
      contextmenu: (event) => this.#askMenu(event),
    };
    const { grid, node, pill } = this.table;
    for (const name in heard) grid.addEventListener(name, heard[name], { signal });
    grid.addEventListener("focusin", ({ target }) => this.#arrived(target), { signal });
    for (const each of [grid, pill]) each.addEventListener("focusout", (event) => this.left(/** @type {FocusEvent} */ (event)), { signal });
    node.addEventListener("pointermove", (event) => this.#pointed(event), { signal });
    node.addEventListener("pointerleave", () => this.leaves({ pointer: false }), { signal });
    pill.addEventListener("click", () => this.#answerPill(), { signal });
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.release(); }, { signal });
    for (const name of ["beforeprint", "afterprint"]) addEventListener(name, () => this.#print(name === "beforeprint"), { signal });
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => {
        this.#isPressed = false;
        if (this.#menuAsked) this.showMenu();
        this.#onRelease?.();
        this.#onRelease = undefined;
      }, { signal });
    }
  }

  /** Only rows that are here can be printed. Which ones is said where there are others. @param {boolean} isPrinting */
  #print(isPrinting) {
    const { table, table: { slice: { from, ids, total } } } = this;
    table.isPrinting = isPrinting;
    table.draw();
    attribute(table.node, "data-printed", isPrinting && ids.length < total && words.rowsHere(from + 1, from + ids.length, total));
  }

  stop() {
    clearTimeout(this.#pause);
    clearTimeout(this.#resting);
    // It asks for nothing any more.
    const { more } = this;
    this.more = undefined;
    more?.close();
    this.menu?.end();
  }

  /** @param {PointerEvent} event @param {number} at */
  #drag({ target, clientX: start, pointerId }, at) {
    const grip = /** @type {HTMLElement} */ (target), width = this.table.heads[at].offsetWidth, sign = this.table.isRightToLeft ? -1 : 1;
    grip.setPointerCapture(pointerId);
    grip.onpointermove = ({ clientX }) => this.table.widen(at, width + sign * (clientX - start));
    grip.onlostpointercapture = () => {
      grip.onpointermove = null;
      this.keepColumns();
    };
  }

  /** @param {number} at */
  #fit(at) {
    const title = /** @type {HTMLElement} */ (this.table.heads[at].firstChild);
    // A cell is never narrower than its column, so for the measure the column is as narrow as it can be.
    this.table.widen(at, 0);
    this.table.widen(at, Math.max(title.offsetWidth + 40, ...[...this.table.rows.values()].map(({ cells }) => cells[at].node.scrollWidth + 2)));
    this.keepColumns();
  }

  /** Keeps what its user wants of the columns: with the app if that has a place for it, else in this browser. */
  keepColumns() {
    const { table } = this, { wanted } = table;
    if (!wanted || wanted === this.#said) return;
    if (!table.owner.data.customization) {
      table.keep(Object.keys(wanted).length ? wanted : undefined);
      return table.update();
    }
    this.#said = wanted;
    const event = table.send("columns", wanted);
    table.update();
    table.windowView.whenAnswered(event, () => {
      if (table.wanted !== wanted) return;
      table.wanted = undefined;
      table.update();
    });
  }

  /** Has the server make a file of all rows, which the page then saves. */
  download() { this.table.owner.send("download"); }

  get downloadText() { return words.downloadAs(String(this.table.owner.data.downloads ?? "").toUpperCase()); }

  /** @param {number} at @param {boolean} add */
  #sort(at, add) {
    const { id, sorts } = this.table.columns[at];
    if (!sorts) return;
    const event = this.table.sorting = this.table.send("sort", { column: id, ...(add && { add }) });
    if (event === undefined) return;
    // What one has sorted, one sees from its start.
    this.table.windowView.whenAnswered(event, () => {
      if (this.table.sorting !== event) return;
      this.table.sorting = undefined;
      if (!this.table.space.contains(this.table.focused)) this.table.scrollTo(0);
    });
  }

  // The pointer.

  /** Whether a control in a cell takes this, and not the row. @param {Element} target */
  #isControls(target) {
    const control = target.closest("button, a, input, select, textarea, label, summary, .component");
    return !!control && this.table.grid.contains(control);
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    this.#isPressed = true;
    const cell = this.cellAt(event.target), { className } = /** @type {Element} */ (event.target);
    if (!cell || event.button) return;
    if (className === "grip") {
      this.#drag(event, cell.column);
      event.preventDefault();
    } else if (cell.index < 0 && event.pointerType === "mouse" && !this.table.owner.data.disabled) this.#dragHeading(event, cell.column);
  }

  /** A press on a heading that moves takes the column along. @param {PointerEvent} event @param {number} at */
  #dragHeading({ clientX: start }, at) {
    const waiting = new AbortController(), { signal } = waiting, head = this.table.heads[at];
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => waiting.abort(), { signal });
    window.addEventListener("pointermove", async ({ clientX }) => {
      if (Math.abs(clientX - start) < leastDrag) return;
      waiting.abort();
      try {
        const { dragHeading } = await script("table-columns");
        if (this.#isPressed && this.table.heads[at] === head) dragHeading(this, at);
      } catch (error) {
        console.warn(error);
      }
    }, { signal });
  }

  /** With Shift, rows are selected and not their text. @param {MouseEvent} event */
  #touched(event) {
    const { target } = event, cell = this.cellAt(target);
    if (!cell || !event.shiftKey || cell.index < 0 || this.#isControls(/** @type {Element} */ (target))) return;
    event.preventDefault();
    Object.assign(this.table.cursor, cell);
    this.focus();
  }

  /** @param {PointerEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target), cell = this.cellAt(target), { selection, opens } = this.table.owner.data;
    const more = target.closest(".rest > button");
    if (more) return this.#showRest(more.closest(".row"), more);
    if (!cell || target.className === "grip" || event.detail > 1 || this.#isControls(target)) return;
    if (cell.index < 0) return this.#sort(cell.column, event.shiftKey);
    const isTouch = event.pointerType === "touch";
    // A finger has no keys: each tap adds a row, or takes it out.
    if (selection) this.#select(isTouch && selection === "many" ? { ctrlKey: true } : event, cell.id);
    else if (opens && isTouch) this.#open(cell.id);
  }

  /** What the first column says of a row. @param {string} id */
  titleOf(id) { return wholeText(this.table.valueOf(id, this.table.shown[0])); }

  /** What a row has more. @param {Element | null} row @param {Element} beside */
  async #showRest(row, beside) {
    const { table } = this, id = row?.getAttribute("data-row") ?? "", { left, top, bottom } = beside.getBoundingClientRect();
    const place = table.rows.get(id);
    if (!table.hasMore || !place) return;
    // The focus comes back to this row.
    Object.assign(table.cursor, { id, index: place.index });
    table.tabStop();
    try {
      const { RowRest } = await script("table-columns");
      this.more?.close();
      this.more = new RowRest(this, id, { left, top, bottom });
    } catch (error) {
      console.warn(error);
    }
  }

  /** @param {EventTarget | null} target */
  #activate(target) {
    const node = /** @type {Element} */ (target), cell = this.cellAt(node);
    if (cell && cell.index < 0 && node.className === "grip") return this.#fit(cell.column);
    if (!cell || cell.index < 0 || this.#isControls(node)) return;
    if (this.table.columns[cell.column].edits) this.#edit(cell);
    else this.#open(cell.id);
  }

  /** @param {string} [id] */
  #open(id) {
    if (this.table.owner.data.opens && this.#isThere(id)) this.table.send("open", { id });
  }

  /** Whether a row takes events: not one that has gone, although the order holds it. @param {string} [id] */
  #isThere(id) {
    return id !== undefined && !this.table.slice.rows[id]?.gone;
  }

  // Selection, which is said by ids: the server knows the rows in between, also those that no page has.

  /** @param {{shiftKey?: boolean, ctrlKey?: boolean, metaKey?: boolean}} keys @param {string} [id] */
  #select({ shiftKey, ctrlKey, metaKey }, id = this.table.cursor.id) {
    const { selection } = this.table.owner.data;
    if (!selection || id === undefined || !this.#isThere(id)) return;
    const many = selection === "many", { ids } = this.table.slice;
    if (shiftKey && many && this.#pivot !== undefined) {
      const ends = [ids.indexOf(this.#pivot), ids.indexOf(id)].sort((one, other) => one - other);
      const between = new Set(ids.slice(Math.max(0, ends[0]), ends[1] + 1));
      this.#choose({ from: this.#pivot, to: id }, (one) => between.has(one));
      return;
    }
    this.#pivot = id;
    if (many && (ctrlKey || metaKey)) {
      const was = this.table.isSelected(id), before = this.#snapshot();
      this.#choose({ toggle: id }, (one) => (one === id ? !was : before(one)));
    } else this.#choose({ only: id }, (one) => one === id);
  }

  /** What is selected now, whatever comes. */
  #snapshot() {
    const selected = new Set(this.table.slice.ids.filter((id) => this.table.isSelected(id)));
    return (/** @type {string} */ id) => selected.has(id);
  }

  /** Shows a selection at once, until the rows of the server's answer have come: they follow it. @param {object} value @param {(id: string) => boolean} is */
  #choose(value, is) {
    const event = this.table.send("select", value);
    if (event === undefined) return;
    /** @type {NonNullable<typeof this.chosen>} */
    const chosen = this.chosen = { is, isAnswered: false };
    this.#showChosen();
    this.table.windowView.whenAnswered(event, () => {
      chosen.isAnswered = true;
      setTimeout(() => { if (this.chosen === chosen) this.hearsRows(); }, untilRows);
    });
  }

  #showChosen() { for (const row of this.table.rows.values()) row.select(); }

  /** Rows have come. @param {boolean} [isFirst] */
  hearsRows(isFirst) {
    this.more?.update(isFirst);
    if (!this.chosen?.isAnswered) return;
    this.chosen = undefined;
    this.#showChosen();
  }

  // Menus.

  /** @param {MouseEvent} event */
  #askMenu(event) {
    const target = /** @type {Element} */ (event.target), cell = this.cellAt(target), { menu, disabled } = this.table.owner.data;
    const { clientX: x, clientY: y } = event, rect = x || y ? { left: x, top: y, bottom: y } : target.getBoundingClientRect();
    if (cell && cell.index < 0 && !disabled) {
      event.preventDefault();
      event.stopPropagation();
      Object.assign(this.table.cursor, cell);
      this.focus();
      const show = async () => {
        try {
          const { showColumns } = await script("table-columns");
          showColumns(this, cell.column, rect);
        } catch (error) {
          console.warn(error);
        }
      };
      if (this.#isPressed) this.#onRelease = show;
      else show();
      return;
    }
    if (!menu || disabled || !cell?.id || cell.index < 0 || target.closest(".editor") || !this.#isThere(cell.id)) return;
    event.preventDefault();
    event.stopPropagation();
    Object.assign(this.table.cursor, cell);
    this.focus();
    this.table.wish({ menu: cell.id });
    this.#menuAsked = { id: cell.id, rect };
  }

  /** A row's menu, with what the table offers for all rows. @param {any} menu */
  #withDownload(menu) {
    this.#menuShown = menu;
    if (!this.table.owner.data.downloads) return menu;
    return { ...menu, children: [...menu.children, { type: "button", id: downloadItem, text: this.downloadText }] };
  }

  /** Shows the menu that the slice has, or closes the one that it has no more. */
  showMenu() {
    const { menu } = this.table.slice, shown = this.menu, asked = this.#menuAsked;
    if (shown && menu?.id !== shown.data.id) {
      this.menu = undefined;
      shown.state.popup?.hidePopover();
      shown.end();
    } else if (shown && menu) {
      if (this.#menuShown !== menu) shown.adopt(this.#withDownload(menu));
      return;
    }
    // A menu that opens under a finger or a button that is down would be closed by their release.
    if (!menu || asked?.id !== menu.id || this.#isPressed) return;
    const { owner, node } = this.table, { id } = menu;
    const view = this.menu = new View(this.#withDownload(menu), { make: () => node, set: { children: menuItems("children") } }, {}, owner.scope, owner.model, owner);
    view.relay = (event) => (event.element === downloadItem ? owner.send("download") : this.table.send("cell", { id, ...event }));
    popup(view, "children", asked?.rect);
    view.state.popup.addEventListener("toggle", (/** @type {ToggleEvent} */ { newState }) => {
      if (newState !== "closed" || this.menu !== view) return;
      this.menu = undefined;
      view.end();
      // Not if its user has asked for the menu of another row meanwhile.
      if (this.#menuAsked === asked) {
        this.#menuAsked = undefined;
        this.table.wish({ menu: "" });
      }
      this.leaves({});
    });
  }

  // Editing.

  /** @param {{id?: string, column: number}} place */
  #edit({ id, column }) {
    const cell = this.#isThere(id) && !this.table.owner.data.disabled && !this.table.isMirror && this.table.rows.get(id ?? "")?.cells[column];
    if (!cell || this.table.editor && this.table.editor.cell === cell) return;
    this.table.editor?.end();
    Object.assign(this.table.cursor, { id, column, index: this.table.rows.get(cell.id)?.index });
    this.table.editor = new Editor(this.table, cell);
    this.table.editor.start();
  }

  // The keyboard.

  get #place() { return this.table.shown.indexOf(this.table.cursor.column); }

  /** @param {number} index @param {number} place of the column among those shown @param {string} [id] */
  #goTo(index, place, id) {
    const { view, slice, cursor, shown } = this.table;
    const least = this.table.head.offsetHeight ? -1 : 0;
    Object.assign(cursor, { index: clamp(index, least, Math.max(least, slice.total - 1)), column: shown[clamp(place, 0, shown.length - 1)], id });
    const top = cursor.index * view.height, bottom = top + view.height - view.room;
    if (cursor.index >= 0 && (top < view.top || bottom > view.top)) this.table.scrollTo((top < view.top ? top : bottom) / view.height);
    if (cursor.index < 0) this.focus();
    else this.table.settleCursor();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event, target = /** @type {HTMLElement} */ (event.target);
    if (altKey && key === "ArrowDown" && this.table.cursor.index >= 0 && target.role !== "columnheader") {
      event.preventDefault();
      return void this.#showRest(target.closest(".row"), target);
    }
    if (isComposing(event) || altKey || this.table.editor?.field === target || target.matches("textarea, select, input:not([type=checkbox], [type=radio])")) return;
    // The keyboard is at a row that has not come, and the focus still in another one.
    if (/^( |Enter)$/.test(key) && this.table.cursor.index >= 0 && this.table.cursor.id === undefined) return event.preventDefault();
    // What a control in a cell does with a key, it does.
    if (/^( |Enter)$/.test(key) && this.#isControls(target)) return;
    const { cursor } = this.table, was = cursor.id;
    if (key !== "Escape" && key !== "Tab" && this.table.space.contains(target)) this.holds({ focus: true });
    const act = (isApple ? metaKey : ctrlKey) ? this.#modKeys[key] : ctrlKey || metaKey ? undefined : this.#keys[key] ?? (key.length === 1 && (() => this.#type(key)));
    if (!act || act(event) === false) return;
    event.preventDefault();
    if (!shiftKey || cursor.index < 0 || !/^(Arrow(Up|Down)|Page|Home|End)/.test(key)) return;
    this.#pivot ??= was;
    this.#select(event);
  }

  /** @param {number} rows */
  #step(rows) {
    const { index } = this.table.cursor;
    if (index < 0 && rows > 0) return this.#goTo(Math.ceil(this.table.view.top / this.table.view.height), this.#place);
    this.#goTo(Math.abs(rows) > 1 ? Math.max(0, index + rows) : index + rows, this.#place);
  }

  /** @param {number} sign @param {KeyboardEvent} event */
  #side(sign, { shiftKey, target }) {
    const { index, column, id } = this.table.cursor, step = this.table.isRightToLeft ? -sign : sign;
    if (index < 0 && shiftKey) return this.table.widen(column, this.table.heads[column].offsetWidth + widening * step);
    // First through the controls of a cell.
    const node = /** @type {Element} */ (target).closest(".cell");
    const controls = node && index >= 0 ? focusables(node).filter((one) => one !== node) : [];
    const next = controls.indexOf(/** @type {HTMLElement} */ (target)) + step;
    if (controls.length > 1 && controls[next]) return void controls[next].focus();
    this.#goTo(index, this.#place + step, id);
    if (step < 0) this.focus(-1);
  }

  get #pageful() { return Math.max(2, Math.floor(this.table.view.room / this.table.view.height) - 1); }

  /** @type {Record<string, (event: KeyboardEvent) => unknown>} */
  #keys = {
    ArrowUp: () => this.#step(-1), ArrowDown: () => this.#step(1),
    ArrowLeft: (event) => this.#side(-1, event), ArrowRight: (event) => this.#side(1, event),
    PageUp: () => this.#step(-this.#pageful), PageDown: () => this.#step(this.#pageful),
    Home: () => this.#goTo(this.table.cursor.index, 0, this.table.cursor.id), End: () => this.#goTo(this.table.cursor.index, Infinity, this.table.cursor.id),
    Enter: ({ target, shiftKey }) => (this.table.cursor.index < 0 ? this.#sort(this.table.cursor.column, shiftKey) : this.#activate(target)),
    F2: () => this.table.columns[this.table.cursor.column]?.edits && this.table.cursor.index >= 0 && this.#edit(this.table.cursor),
    " ": ({ shiftKey }) => (this.table.cursor.index < 0 ? this.#sort(this.table.cursor.column, shiftKey) : this.#select({ shiftKey, ctrlKey: !shiftKey })),
    Escape: () => {
      this.release();
      return false;
    },
  };

  // Copying.

  /** Takes the texts that were asked for. @type {((copied: Copied) => void) | undefined} */
  #awaitsCopy;

  /** Copies the row of the keyboard, or the selection that it is in, also rows that are not here. A browser believes the key for as long as the server may take. */
  #copy() {
    const { cursor: { id, index }, windowView } = this.table;
    // A text that the user has marked is the browser's to copy. On a page without https, there is no clipboard for this.
    if (id === undefined || index < 0 || !getSelection()?.isCollapsed || !navigator.clipboard?.write) return false;
    /** @type {Promise<Copied>} */
    const copied = new Promise((resolve) => { this.#awaitsCopy = resolve; });
    const part = async (/** @type {string} */ type, /** @type {(rows: string[][]) => string} */ text) => new Blob([text((await copied).rows)], { type });
    const asTable = (/** @type {string[][]} */ rows) =>
      h("table", {}, ...rows.map((line, at) => h("tr", {}, ...line.map((text) => h(at ? "td" : "th", { textContent: text }))))).outerHTML;
    navigator.clipboard.write([new ClipboardItem({
      "text/plain": part("text/plain", (rows) => rows.map((line) => line.map((text) => text.replace(/[\t\n]/g, " ")).join("\t")).join("\n")),
      "text/html": part("text/html", asTable),
    })]).then(async () => {
      const { rows, count } = await copied, copiedRows = Math.max(0, rows.length - 1);
      windowView.say(copiedRows < count ? words.copiedSome(copiedRows, count) : words.copiedRows(copiedRows));
    }, console.warn);
    this.table.wish({ copy: id });
  }

  /** @param {Copied} copied */
  copied(copied) { this.#awaitsCopy?.(copied); }

  /** @type {Record<string, (event: KeyboardEvent) => unknown>} */
  #modKeys = {
    c: () => this.#copy(),
    Home: () => this.#goTo(0, this.#place), End: () => this.#goTo(this.table.slice.total - 1, this.#place),
    " ": () => this.#select({ ctrlKey: true }),
    a: () => {
      if (this.table.owner.data.selection !== "many") return false;
      this.#choose({ all: true }, () => true);
      this.table.windowView.say(words.selectedRows(this.table.slice.total));
    },
    f: () => {
      if (this.table.windowView.root.querySelector('[aria-keyshortcuts="Control+f" i], [aria-keyshortcuts="Meta+f" i]')) return false;
      this.#openFinder();
    },
  };

  // Finding rows, also those that are not here.

  /** @type {import("./table-find.js").Finder | undefined} */
  #finder;
  /** Takes the row that was sought. @type {((found: Found) => void) | undefined} */
  #awaitsFound;
  /** The row that was found last, which may still have to come. @type {Found} */
  #found = {};

  async #openFinder() {
    try {
      const { Finder } = await script("table-find");
      (this.#finder ??= new Finder(this)).open();
    } catch (error) {
      console.warn(error);
    }
  }

  /** Searches from the row of the keyboard on. @param {{text?: string, prefix?: string, back?: true}} sought @param {(found: Found) => void} then */
  find(sought, then) {
    const { index, id } = this.table.cursor, after = id ?? (index === this.#found.index ? this.#found.id : undefined);
    this.#awaitsFound = then;
    this.table.wish({ find: { ...sought, ...(after !== undefined && { after }) } });
  }

  /** @param {Found} found */
  found(found) {
    this.#found = found;
    this.#awaitsFound?.(found);
  }

  /** The keyboard goes to a row, but the focus only if it is in the table. @param {number} index */
  arrive(index) {
    this.#goTo(index, this.#place);
    this.table.tabStop();
  }

  /** Goes to the next row that begins with what is typed, unless the letter is an app's key. @param {string} key */
  #type(key) {
    const { cursor, slice: { from, ids, rows, total } } = this.table, { index } = cursor;
    if (index < 0 || !this.#typed && (key === " " || this.table.windowView.root.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}" i]`))) return false;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => { this.#typed = ""; }, untilTyped);
    const isRepeated = [...this.#typed].every((one) => one === key), typed = this.#typed + key, prefix = isRepeated ? key : typed, sought = folded(prefix);
    this.#typed = typed;
    const at = index - from + (isRepeated ? 1 : 0), isWhole = ids.length === total;
    const begins = (/** @type {string} */ id) => folded(rows[id]?.cells.map(wholeText).find(Boolean) ?? "").startsWith(sought);
    const found = at >= 0 && ids.slice(at).find(begins) || (isWhole ? ids.slice(0, Math.max(0, at)).find(begins) : undefined);
    if (found) return this.#goTo(from + ids.indexOf(found), this.#place, found);
    if (isWhole) return false;
    this.find({ prefix }, (found) => { if (found.index !== undefined && cursor.index === index) this.arrive(found.index); });
  }

  // The focus.

  /** @param {EventTarget | null} target @returns {{id?: string, index: number, column: number} | undefined} */
  cellAt(target) {
    const node = /** @type {Element} */ (target).closest(".cell"), row = /** @type {HTMLElement | null | undefined} */ (node?.parentElement);
    if (!node || !row || row === this.table.foot) return;
    const id = row.dataset.row, column = Number(node.ariaColIndex) - 1;
    return { id, column, index: row === this.table.head ? -1 : this.table.rows.get(id ?? "")?.index ?? -1 };
  }

  /** @param {EventTarget | null} target */
  #arrived(target) {
    const cell = this.cellAt(target);
    if (!cell || this.table.isDrawing) return;
    Object.assign(this.table.cursor, cell);
    this.table.tabStop();
    if (cell.index >= 0) this.holds({ focus: true });
    else this.leaves({ focus: false });
  }

  /** Puts the focus where the cursor is. */
  focus(which = 0) {
    this.table.draw();
    const node = this.table.nodeOf(this.table.cursor, which);
    // A column that is pinned is seen wherever the others are.
    if (node) this.table.windowView.focus(node, { preventScroll: true });
    const cell = node?.closest(".cell");
    if (cell && !cell.hasAttribute("data-pinned") && this.table.grid.scrollWidth > this.table.grid.clientWidth) this.#reveal(cell);
    this.table.tabStop();
  }

  /** Scrolls sideways until a cell is seen beside those that are pinned. @param {Element} cell */
  #reveal(cell) {
    const { left, right } = cell.getBoundingClientRect(), box = this.table.grid.getBoundingClientRect();
    const pinned = this.table.heads.reduce((sum, head) => sum + (head.dataset.pinned === undefined ? 0 : head.offsetWidth), 0);
    const [start, end] = this.table.isRightToLeft ? [0, pinned] : [pinned, 0];
    const by = left < box.left + start ? left - box.left - start : Math.max(0, right - box.right + end);
    if (by) this.table.grid.scrollLeft += by;
  }

  // Order holds while someone points at the rows, or has the focus in them.

  get isHeld() { return this.#hold.isSent; }

  /** Scrolling is a movement, too. */
  scrolled() {
    this.#hold.at = performance.now();
    this.#pointer?.look();
  }

  /** Rows have come, gone or moved, not by the user's own sort. */
  moved() { this.#pointer?.check(); }

  /** @param {PointerEvent} event */
  #pointed({ pointerType, target, screenX: x, screenY: y }) {
    const hold = this.#hold, isOther = x !== hold.x || y !== hold.y;
    if (pointerType !== "mouse" || !isOther) return;
    Object.assign(hold, { x, y });
    const node = /** @type {Element} */ (target);
    if (this.table.space.contains(node) || node === this.table.pill && hold.pointer) this.holds({ pointer: true });
    else this.leaves({ pointer: false });
  }

  /** @param {FocusEvent} event */
  left({ relatedTarget }) {
    const to = /** @type {Node | null} */ (relatedTarget), { pill, space } = this.table;
    if (to !== pill && !space.contains(to) && !this.#finder?.node.contains(to)) this.leaves({ focus: false });
  }

  /** @param {{pointer?: boolean, focus?: boolean}} change */
  holds(change) {
    const hold = Object.assign(this.#hold, change, { at: performance.now() });
    if (hold.isSent || this.table.isMirror) return;
    hold.isSent = true;
    this.table.wish({ hold: true });
    this.#resting = setTimeout(() => this.#rest(), untilRest);
  }

  /** Without a movement, the hold ends; not while something is open. */
  #rest() {
    const left = this.table.editor || this.menu ? untilRest : this.#hold.at + untilRest - performance.now();
    if (left <= 0) this.release();
    else this.#resting = setTimeout(() => this.#rest(), left);
  }

  /** Leaving ends a hold, and begins none. @param {{pointer?: boolean, focus?: boolean}} change */
  leaves(change) {
    const { pointer, focus, isSent } = Object.assign(this.#hold, change);
    if (isSent && !pointer && !focus && !this.menu && !this.table.editor) this.release();
  }

  /** Shows the order of now; the next movement holds it again. */
  release() {
    clearTimeout(this.#resting);
    if (this.#hold.isSent) this.table.wish({ hold: false });
    this.#hold.isSent = false;
  }

  #answerPill() {
    const isNew = this.table.pill.dataset.kind === "new";
    if (focusedAround(this.table.pill) === this.table.pill) this.focus();
    this.release();
    if (!isNew) return;
    this.table.view.moveTo(0);
    this.table.soon();
    this.table.ask(true);
  }
}
