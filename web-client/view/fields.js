/** Whether this is an event of a control or a custom element. @param {string} name */
export const isControls = (name) => /^(input|change|submit|selection|focus|blur|files|custom:.*)$/.test(name);

/**
 * Controls whose last event is not yet in the document. They keep the user's value;
 * otherwise the document wins.
 */
export class Fields {
  /** @type {Set<View>} */
  #open = new Set();
  applied = 0;
  /** The last event about the focus. */
  #went = 0;
  #settles = false;
  /** Controls that the document has moved the focus to or from since. @type {Set<View>} */
  #late = new Set();

  /** @param {View} view */
  busy(view) {
    return view.state.composing || this.#open.has(view) && !this.#isAnswered(view);
  }

  /** Whether the document has all of a draft, whose edit goes on. @param {View} view */
  #isAnswered({ state, data }) {
    return data.draft !== undefined && !state.held && !(state.last > this.applied);
  }

  /**
   * While the user types, one event is sent at a time; the next contains everything typed since. A field with
   * `live: false` sends nothing until the edit ends.
   * @param {View} view
   */
  typed(view) {
    const { state, data } = view;
    state.committed = undefined;
    state.edited = data.live === false || data.draft !== undefined;
    this.#open.add(view);
    if (data.live === false) return;
    state.held = "input";
    if (!(state.last > this.applied)) this.#forward(view);
  }

  /** @param {View} view */
  changed(view) {
    view.state.edited = false;
    const value = view.state.read();
    if (view.state.committed === value) return;
    view.state.held = false;
    this.#open.add(view);
    view.state.last = view.tell("change", value);
    view.state.committed = value;
  }

  /** Reports the caret, if the server tracks it, after the typed text is answered. @param {View} view */
  moved(view) {
    const { from, to } = caret(view.control);
    const { selection } = view.data;
    if (!this.busy(view) && selection.from === from && selection.to === to) return;
    view.state.held ||= "selection";
    this.#open.add(view);
    if (!(view.state.last > this.applied)) this.#forward(view);
  }

  /** @param {View} view @param {"focus" | "blur"} name */
  went(view, name) {
    this.#went = view.tell(name) ?? this.#went;
  }

  /** Whether the user has moved the focus since the document's last change of it, which is then repeated. @param {View} view */
  isAhead(view) {
    const ahead = !this.#settles && this.#went > this.applied;
    if (ahead) this.#late.add(view);
    return ahead;
  }

  /** Sends typed text before any other event. @param {(view: View) => boolean} ends whether the edit of this field ends with it */
  flush(ends) {
    for (const view of this.#open) {
      if (view.state.edited && ends(view)) this.changed(view);
      else if (view.state.held) this.#forward(view);
    }
  }

  /** The end of an edit: the browser reports no change of a text that was changed back. @param {View} view */
  left(view) {
    if (view.state.edited || view.data.draft) this.changed(view);
  }

  /** Whether the user is still in the field. Its edit goes on in another tab or app, since the server has the draft. @param {View} view */
  goesOn({ control, data }) {
    return data.draft !== undefined && control.getRootNode().activeElement === control;
  }

  /** @param {number} applied */
  answered(applied) {
    this.applied = applied;
    for (const view of this.#open) {
      const { state, control, data } = view;
      if (state.last > applied || (state.edited && data.live === false && control.isConnected)) continue;
      if (state.held) this.#forward(view);
      else if (state.edited && control.isConnected || this.#open.delete(view)) settle(view);
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
    const { state, control } = view;
    const name = state.held;
    state.held = false;
    state.last = view.tell(name, name === "input" ? state.read() : caret(control));
  }
}

/** The selection in Unicode scalars. @param {HTMLInputElement} control */
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
  if (view.scope.windowView.fields.busy(view)) return;
  const { state, data } = view;
  state.write(data);
  // A draft is not yet in the model.
  state.committed = data.draft ? undefined : state.read();
}

/**
 * Connects a control to events: `input` while it changes (if `live`), `change`, and for single-line text `submit`.
 * @param {View} view @param {boolean} live
 */
export function listen(view, live) {
  const { control, scope: { windowView: { fields } } } = view;
  control.addEventListener("compositionstart", () => { view.state.composing = true; });
  control.addEventListener("compositionend", () => {
    view.state.composing = false;
    if (live) fields.typed(view);
  });
  control.oninput = () => { if (live && !view.state.composing) fields.typed(view); };
  control.onchange = () => { if (!fields.goesOn(view)) fields.changed(view); };
  control.addEventListener("blur", () => { if (!fields.goesOn(view)) fields.left(view); });
  control.addEventListener("selectionchange", () => view.state.follows?.moved(view));
  control.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.isComposing || !view.data.type.endsWith("Field")) return;
    event.preventDefault();
    fields.changed(view);
    view.tell("submit", view.state.read());
    control.form?.requestSubmit();
  };
}
