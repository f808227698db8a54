/** @typedef {import("./table.js").Table} Table */

/** Milliseconds that a row must have been under a pointer before a press means it: nobody sees it and presses sooner. */
const untilSeen = 400;

/** Takes back presses on a row that has come under a resting pointer just before. */
export class RestingPointer {
  /** In the browser's pixels; none outside the rows. */
  #y = NaN;
  /** The row under the pointer, and when it has come there by itself. @type {string | undefined} */
  #row;
  #since = -Infinity;
  #isEarly = false;

  /** @param {Table} table @param {AbortSignal} signal */
  constructor(table, signal) {
    this.table = table;
    const { grid, space } = table;
    grid.addEventListener("pointermove", ({ pointerType, clientY, target }) => {
      this.#y = pointerType === "mouse" && space.contains(/** @type {Node} */ (target)) ? clientY : NaN;
      this.look();
    }, { signal });
    grid.addEventListener("pointerleave", () => { this.#y = NaN; }, { signal });
    // What a key asks for, no pointer has pressed.
    grid.addEventListener("keydown", () => { this.#isEarly = false; }, { capture: true, signal });
    for (const name of ["pointerdown", "mousedown", "click", "dblclick", "contextmenu"]) {
      grid.addEventListener(name, (event) => {
        if (name === "pointerdown") this.#isEarly = performance.now() - this.#since < untilSeen;
        // A key presses without a pointer.
        if (!this.#isEarly || !(/** @type {MouseEvent} */ (event).detail || name === "pointerdown" || name === "contextmenu")) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      }, { capture: true, signal });
    }
  }

  /** The pointer or the user's own scrolling has brought another row under it. */
  look() {
    const row = this.#under;
    if (row !== this.#row) [this.#row, this.#since] = [row, -Infinity];
  }

  /** The rows have changed. */
  check() {
    const row = this.#under;
    if (row !== this.#row) [this.#row, this.#since] = [row, performance.now()];
  }

  get #under() {
    const { grid, head, view, slice: { ids, from } } = this.table;
    if (Number.isNaN(this.#y)) return undefined;
    const y = this.#y - grid.getBoundingClientRect().top - head.offsetHeight;
    return ids[Math.floor((view.top + y) / view.height) - from];
  }
}
