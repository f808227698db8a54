import { focusedAround } from "./dom.js";

/** The number of elements whose scroll positions are kept, and of tables whose rows are. */
const mostScrolled = 200, mostTables = 20;

/** Where the user is in the window: what is scrolled how far, and the focused field with its caret. It survives a reload. */
export class ReadingPlace {
  /** What has been scrolled, with where it was last. @type {Map<Element, [top: number, left: number]>} */
  #scrolled = new Map();
  /** The first row that each table shows, with its index and the part of it that is above. @type {Map<string, [id: string | null | undefined, index: number]>} */
  #rows = new Map();

  /** @param {HTMLElement} root @param {AbortSignal} [signal] */
  constructor(root, signal) {
    this.root = root;
    root.addEventListener("scroll", ({ target }) => {
      if (!(target instanceof Element)) return;
      const { scrollTop, scrollLeft } = target;
      this.#scrolled.delete(target);
      this.#scrolled.set(target, [scrollTop, scrollLeft]);
      const [oldest] = this.#scrolled.keys();
      if (this.#scrolled.size > mostScrolled) this.#scrolled.delete(oldest);
    }, { capture: true, passive: true, signal });
  }

  /** A table shows rows from this one on; none at its top. @param {string} table @param {[id: string | null | undefined, index: number]} [place] */
  showsRows(table, place) {
    this.#rows.delete(table);
    if (place) this.#rows.set(table, place);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > mostTables) this.#rows.delete(oldest);
  }

  /** @param {string} table */
  firstRow(table) {
    return this.#rows.get(table);
  }

  /** As JSON. */
  get saved() {
    const focused = /** @type {HTMLInputElement | null} */ (focusedAround(this.root));
    const isInside = focused && focused !== document.body && this.root.contains(focused);
    const caret = isInside && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : [];
    return { scrolled: [...this.#scrolled].flatMap(([node, place]) => (node.isConnected ? [[placeOf(node), ...place]] : [])), rows: [...this.#rows], focused: isInside ? [placeOf(focused), ...caret] : [] };
  }

  /** What is shown again stands where it stood. @param {Node} node */
  returned(node) {
    for (const [scrolled, [top, left]] of this.#scrolled) if (node.contains(scrolled)) scrolled.scrollTo(left, top);
  }

  /** Returns to the place from before a reload. @param {{scrolled?: any[], rows?: any[], focused?: any[]}} saved */
  restore({ scrolled = [], rows = [], focused: [name, from, to] = [] }) {
    this.#rows = new Map(rows);
    const node = /** @type {HTMLInputElement | null} */ (name && nodeAt(this.root, name));
    if (node && node !== focusedAround(this.root)) node.focus({ preventScroll: true });
    if (node && typeof from === "number") node.setSelectionRange(from, to);
    for (const [name, top, left] of scrolled) nodeAt(this.root, name)?.scrollTo(left, top);
  }

}

/** The model and the element that contain a node, and its position among the nodes of its kind there. @param {Element} node */
function placeOf(node) {
  const owner = ownerOf(node);
  const kind = node.className ? `.${CSS.escape(node.classList[0])}` : node.localName;
  return [owner?.closest("[data-model]")?.getAttribute("data-model"), owner?.getAttribute("data-element"), kind, owner ? sameKind(owner, kind).indexOf(node) : 0];
}

/** @param {Element} node */
const ownerOf = (node) => node.closest("[data-element]") ?? node.closest("[data-model]");

/** The nodes of a kind that belong to an element or, outside of any, to a model. @param {Element} owner @param {string} kind */
const sameKind = (owner, kind) =>
  [owner, ...owner.querySelectorAll(kind)].filter((node) => node.matches(kind) && ownerOf(node) === owner);

/** @param {HTMLElement} root @param {[string | null, string | null, string, number]} name */
function nodeAt(root, [model, element, kind, at]) {
  const screen = root.querySelector(`[data-model="${CSS.escape(model ?? "")}"]`);
  const owner = element === null ? screen : [...screen?.querySelectorAll(`[data-element="${CSS.escape(element)}"]`) ?? []]
    .find((node) => node.closest("[data-model]") === screen);
  return owner && sameKind(owner, kind)[at];
}
