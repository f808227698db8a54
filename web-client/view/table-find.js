import { h } from "./dom.js";
import { isComposing } from "./fields.js";
import { words } from "./words.js";

/** The field by which a user finds a row of a table, wherever it is: the browser's own finds only those that are drawn. */
export class Finder {
  field = h("input", { type: "search", className: "sought", ariaLabel: words.findInRows, placeholder: words.findInRows, maxLength: 256, autocomplete: "off" });
  /** Is also said. */
  note = h("span", { className: "note", ariaHidden: "true" });
  node = h("div", { className: "find", role: "search" }, this.field, this.note, h("button", { className: "button", type: "button", textContent: "✕", ariaLabel: words.close, onclick: () => this.close() }));

  /** @param {import("./table-acts.js").Acts} acts */
  constructor(acts) {
    this.acts = acts;
    const { node, field } = this;
    node.onkeydown = (event) => this.#key(event);
    // As in the rows, the order holds, so that what is found stays where it is.
    node.addEventListener("focusin", () => acts.holds({ focus: true }));
    node.addEventListener("focusout", (event) => acts.left(event));
    field.oninput = () => { this.note.textContent = ""; };
  }

  open() {
    const { table } = this.acts;
    if (!this.node.isConnected) table.grid.before(this.node);
    this.field.focus();
    this.field.select();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, shiftKey, target } = event;
    if (isComposing(event) || key !== "Escape" && (key !== "Enter" || target !== this.field)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Escape") return this.close();
    this.acts.holds({ focus: true });
    if (this.field.value) this.acts.find({ text: this.field.value, ...(shiftKey && { back: true }) }, (found) => this.#show(found));
  }

  /** @param {Found} found */
  #show({ index, incomplete }) {
    const { table } = this.acts;
    if (!this.node.isConnected) return;
    const text = index === undefined ? (incomplete ? words.searchGivenUp : words.noRowFound) : words.rowFound(index + 1, table.slice.total);
    if (index !== undefined) this.acts.arrive(index);
    this.note.textContent = text;
    table.windowView.say(text);
  }

  /** The row that was found has the focus, as soon as it is here. */
  close() {
    const { table } = this.acts, { grid } = table;
    if (!table.nodeOf()) {
      grid.tabIndex = -1;
      grid.focus({ preventScroll: true });
    } else this.acts.focus();
    this.node.remove();
  }
}
