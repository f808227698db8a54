/** Whether an event of this name is one that a control, or an element of the app's own, tells of itself. @param {string} name */
export const isControls = (name) => /^(input|change|submit|selection|focus|blur|files|custom:.*)$/.test(name);

/**
 * Controls whose last event is not yet in the document. They keep what the user made of them;
 * otherwise the document wins.
 */
export class Fields {
  /** @type {Set<View>} */
  #open = new Set();
  applied = 0;
  /** The last event that told where the focus went. */
  #went = 0;
  #settles = false;
  /** Those that the document has moved the focus to or from since. @type {Set<View>} */
  #late = new Set();

  /** @param {View} view */
  busy(view) {
    return view.own.composing || this.#open.has(view);
  }

  /** While typing, one event is under way at a time; the next carries all that was typed since. @param {View} view */
  typed(view) {
    view.own.committed = undefined;
    view.own.held = "input";
    this.#open.add(view);
    if (!(view.own.last > this.applied)) this.#forward(view);
  }

  /** @param {View} view */
  changed(view) {
    const value = view.own.read();
    if (view.own.committed === value) return;
    view.own.held = false;
    this.#open.add(view);
    view.own.last = view.tell("change", value);
    view.own.committed = value;
  }

  /** The caret, where the server follows it: told when what was typed has been answered. @param {View} view */
  moved(view) {
    const { from, to } = caret(view.control);
    const { selection } = view.data;
    if (!this.busy(view) && selection.from === from && selection.to === to) return;
    view.own.held ||= "selection";
    this.#open.add(view);
    if (!(view.own.last > this.applied)) this.#forward(view);
  }

  /** @param {View} view @param {"focus" | "blur"} name */
  went(view, name) {
    this.#went = view.tell(name) ?? this.#went;
  }

  /** Whether who walks on is ahead of what the document says of the focus. It is said again then. @param {View} view */
  isAhead(view) {
    const ahead = !this.#settles && this.#went > this.applied;
    if (ahead) this.#late.add(view);
    return ahead;
  }

  /** What was typed goes out before any other event. */
  flush() {
    for (const view of this.#open) if (view.own.held) this.#forward(view);
  }

  /** @param {number} applied */
  answered(applied) {
    this.applied = applied;
    for (const view of this.#open) {
      if (view.own.last > applied) continue;
      if (view.own.held) this.#forward(view);
      else if (this.#open.delete(view)) settle(view);
    }
    if (this.#went > applied) return;
    const late = [...this.#late];
    this.#late.clear();
    this.#settles = true;
    for (const view of late) view.update(["focused"]);
    this.#settles = false;
  }

  /** @param {View} view */
  #forward(view) {
    const { own, control } = view;
    const name = own.held;
    own.held = false;
    own.last = view.tell(name, name === "input" ? own.read() : caret(control));
  }
}

/** What is selected, counted in Unicode scalars. @param {HTMLInputElement} control */
function caret({ value, selectionStart, selectionEnd }) {
  const count = (/** @type {number | null} */ units) => Array.from(value.slice(0, units ?? 0)).length;
  return { from: count(selectionStart), to: count(selectionEnd) };
}

/** @param {HTMLInputElement} control @param {{from?: number, to?: number}} [range] */
export function mark(control, { from, to } = {}) {
  const now = caret(control);
  if (from === undefined || (now.from === from && now.to === to)) return;
  const units = (/** @type {number | undefined} */ count) => [...control.value].slice(0, count).join("").length;
  control.setSelectionRange(units(from), units(to));
}

/** The document wins, unless the user is ahead of it. @param {View} view */
export function settle(view) {
  if (view.scope.stage.fields.busy(view)) return;
  view.own.write(view.data);
  view.own.committed = view.own.read();
}

/**
 * Wires a control to events: `input` while it is being changed (if `live`), `change`, and on a line of text `submit`.
 * @param {View} view @param {boolean} live
 */
export function listen(view, live) {
  const { control, scope: { stage: { fields } } } = view;
  control.addEventListener("compositionstart", () => { view.own.composing = true; });
  control.addEventListener("compositionend", () => {
    view.own.composing = false;
    if (live) fields.typed(view);
  });
  control.oninput = () => { if (live && !view.own.composing) fields.typed(view); };
  control.onchange = () => fields.changed(view);
  control.addEventListener("selectionchange", () => view.own.follows?.moved(view));
  control.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.isComposing || !view.data.type.endsWith("Field")) return;
    event.preventDefault();
    fields.changed(view);
    view.tell("submit", view.own.read());
    control.form?.requestSubmit();
  };
}
