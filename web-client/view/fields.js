import { attribute, h, unique } from "./dom.js";
import { carried, gainsSeparators, over, scalars, standardLimit } from "./text-edit.js";
import { words } from "./words.js";

/** Whether this is an event of a control or a custom element. @param {string} name */
export const isControls = (name) => /^(input|change|submit|edit|selection|focus|blur|files|custom:.*)$/.test(name);

/** Whether a key belongs to a composition. WebKit sends the Enter that ends one after its end. @param {KeyboardEvent} event */
export const isComposing = ({ isComposing, keyCode }) => isComposing || keyCode === 229;

/**
 * Controls whose last event is not yet in the document, or whose edit goes on. They keep the user's value;
 * otherwise the document wins.
 */
export class Fields {
  /** @type {Set<View>} */
  #open = new Set();
  /** Those whose edits go on. @type {Set<View>} */
  #editing = new Set();
  /** Controls by the events that the server may refuse. @type {Map<number | undefined, View>} */
  #told = new Map();
  applied = 0;
  /** The last event about the focus. */
  #went = 0;
  #settles = false;
  /** Controls that the document has moved the focus to or from since. @type {Set<View>} */
  #late = new Set();

  /** Whether the document must not change what the control shows. @param {View} view */
  busy(view) {
    const { state } = view;
    return state.composing || state.refused || state.editing && !state.isText || this.#open.has(view) && !this.#isAnswered(view);
  }

  /** Whether the document has all of a draft, whose edit goes on. @param {View} view */
  #isAnswered({ state, data }) {
    return data.draft !== undefined && !state.held && !(state.last > this.applied);
  }

  /**
   * While the user types, one event is sent at a time; the next contains everything typed since. A field with
   * `live: false` sends nothing until the edit ends, nor does one whose text can't be accepted.
   * @param {View} view
   */
  typed(view) {
    const { state, data } = view;
    if (state.isText && state.base === state.read() && !state.refused) return void (state.held = false);
    state.committed = undefined;
    state.editing = true;
    state.edited = data.live === false || data.draft !== undefined || !!state.keyed;
    state.held = false;
    refuse(view, state.isText && state.check());
    this.#open.add(view);
    this.#editing.add(view);
    if (data.live === false || state.keyed || state.refused) return;
    state.held = "input";
    if (!(state.last > this.applied)) this.#forward(view);
  }

  /** The edit has ended, with what was typed or with a choice. @param {View} view @param {Json} [choice] */
  changed(view, choice) {
    const { state } = view;
    state.edited = state.editing = state.keyed = false;
    state.kept = undefined;
    this.#editing.delete(view);
    const value = choice ?? state.read(), reason = choice ? "" : state.check?.();
    // What was refused stays refused until it is another text.
    if (!reason && state.committed === value) return;
    refuse(view, reason);
    if (reason) return;
    state.held = false;
    this.#open.add(view);
    this.#tell(view, "change", value);
    state.committed = value;
  }

  /** A field is asked what it suggests to the text that it has. @param {View} view */
  asks(view) {
    if (!(view.state.last > this.applied)) this.#tell(view, "input", view.state.read());
  }

  /** A date that was typed whole is sent before its edit ends, or refused. @param {View} view */
  rested(view) {
    const { state } = view;
    const value = state.read();
    if (!state.keyed || state.committed === value || !/^([1-9]\d{3}-|\d\d:)/.test(value)) return;
    refuse(view, state.check());
    if (state.refused) return;
    this.#tell(view, "change", value);
    state.committed = value;
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
      const { state } = view;
      if (state.edited && ends(view)) this.changed(view);
      else if (state.held) this.#forward(view);
    }
  }

  /** The user does something else, so that from here on the document says what the fields show. */
  endEdits() {
    for (const view of this.#editing) {
      view.state.editing = view.state.edited;
      settle(view);
    }
    this.#editing.clear();
  }

  /** The end of an edit: the browser reports no change of a text that was changed back. @param {View} view */
  left(view) {
    const { state, data, control } = view;
    if (state.edited || data.draft || state.kept !== undefined || control.validity?.badInput) this.changed(view);
    state.editing = false;
    this.#editing.delete(view);
    settle(view);
  }

  /** Whether the user is still in the field. Its edit goes on in another tab or app, since the server has the draft. @param {View} view */
  goesOn({ control, data, state }) {
    return (data.draft !== undefined || state.keyed) && control.getRootNode().activeElement === control;
  }

  /** A server that was restarted may not have the last events of an edit, which are sent again. @param {number} applied */
  attached(applied) {
    this.applied = applied;
    for (const view of this.#editing) if (view.state.last > applied) this.#open.add(view);
  }

  /** @param {number} applied */
  answered(applied) {
    this.applied = applied;
    for (const [event] of this.#told) if (event === undefined || event <= applied) this.#told.delete(event);
    for (const view of this.#open) {
      const { state, control, data } = view;
      if (state.last > applied || (state.edited && data.draft === undefined && control.isConnected)) continue;
      // What the app has made of a text is shown when its edit has ended.
      if (state.editing && state.sent) state.kept = data.text === state.read() ? undefined : data.text;
      state.sent = false;
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

  /** The server has refused an event. @param {number} event @param {string} message @returns whether it is said at its field */
  refused(event, message) {
    const view = this.#told.get(event);
    if (!view) return false;
    refuse(view, message || words.invalid);
    // A text stays as it was typed; any other control shows the document's value again.
    if (!view.state.check) view.state.refused = false;
    return true;
  }

  /** @param {View} view */
  #forward(view) {
    const { state, control } = view;
    const name = state.held;
    state.held = false;
    if (name === "input") this.#tell(view, name, state.read());
    else state.last = view.tell(name, caret(control));
  }

  /** @param {View} view @param {string} name @param {Json} value */
  #tell(view, name, value) {
    const { state } = view;
    state.sent = name === "input" && state.isText;
    const event = state.last = view.tell(name, value, overWhat(view, value));
    this.#told.set(event, view);
    if (event === undefined && view.data.id !== undefined && state.check) refuse(view, words.tooLong);
  }
}

/** Over which text a text was typed: others may have changed it since. @param {View} view @param {Json} text */
export function overWhat({ state, data }, text) {
  if (typeof text !== "string") return;
  const was = state.base ?? "";
  state.base = text;
  if (state.isText && data.text !== undefined && data.live !== false && data.draft === undefined) return over(was, text);
}

/** Says at a field why what it has is not accepted, or takes that back. @param {View} view @param {string | false} [reason] */
function refuse(view, reason) {
  view.state.refused = !!reason;
  note(view, "refusal", "alert", reason || "");
  markInvalid(view);
}

/** Whether the client or the app does not accept what the field has. @param {View} view */
const markInvalid = ({ control, state, data }) => attribute(control, "aria-invalid", !!(state.refused || data.problem) && "true");

/** Says at a field, or in a form, what the app objects to. @type {Setter} */
export function problem(view, text) {
  const { control, node, state, scope: { windowView } } = view;
  if (control && state.words) {
    note(view, "refusal problem", "status", text ?? "");
    markInvalid(view);
    if (text) windowView.objected(view);
  } else if (text && node.localName === "form") {
    state.banner ??= h("p", { className: "banner", role: "alert" });
    state.banner.textContent = text;
    if (!state.banner.isConnected) node.prepend(state.banner);
  } else {
    state.banner?.remove();
  }
}

/** What to know for filling a control in. @type {Setter} */
export function help(view, text) {
  if (view.control && view.state.words) note(view, "help", "", text ?? "");
  else attribute(view.node, "aria-description", text);
}

/** Whether a control has to be filled in. @type {Setter} */
export function required({ control, node, state }, isRequired) {
  attribute(control ?? node, "aria-required", isRequired && "true");
  attribute(state.words ?? node, "data-required", isRequired && words.required);
}

/** Shows a note at a field, or none. @param {View} view @param {string} className @param {string} role @param {string} text */
export function note({ state, control, node }, className, role, text) {
  const notes = state.notes ??= {};
  if (!text && !notes[className]) return;
  notes[className] ??= h("span", { className: `note ${className}`, id: unique(), role: role || null });
  notes[className].textContent = text;
  if (text) node.append(notes[className]);
  else notes[className].remove();
  const ids = Object.values(notes).flatMap(({ id, parentNode }) => (parentNode ? id : [])).join(" ");
  attribute(control, "aria-describedby", ids || undefined);
  // A note is inside the label, of whose text it is no part.
  if (!state.words?.textContent) return;
  const name = [state.words, state.prefix, state.suffix].flatMap((part) => (part ? part.id ||= unique() : [])).join(" ");
  attribute(control, "aria-labelledby", ids || state.chips ? name : undefined);
}

/** Why a text can't be accepted. @param {View} view */
export const checkText = ({ control, data }) => {
  const excess = scalars(control.value) - (data.maxLength ?? standardLimit);
  return excess > 0 && words.excess(excess);
};

/** The selection in Unicode scalars. @param {HTMLInputElement} control */
function caret({ value, selectionStart, selectionEnd }) {
  const count = (/** @type {number | null} */ units) => scalars(value.slice(0, units ?? 0));
  return { from: count(selectionStart), to: count(selectionEnd) };
}

/** @param {HTMLInputElement} control @param {{from?: number, to?: number}} [range] */
function mark(control, { from, to } = {}) {
  const now = caret(control);
  if (from === undefined || (now.from === from && now.to === to)) return;
  const units = (/** @type {number | undefined} */ count) => [...control.value].slice(0, count).join("").length;
  control.setSelectionRange(units(from), units(to));
}

/**
 * Shows a text with the caret behind the character that it stood behind. While its edit goes on, a field keeps what was typed
 * and shows what others type; what the app has made of it is shown when the edit ends, but for separators that it adds.
 * @param {View} view
 */
export function showText({ control, state, data }) {
  const { typed, text = "", selection } = data;
  const { value } = control;
  const isKept = state.editing && typed === undefined && text === state.kept && text !== value;
  if (isKept && !gainsSeparators(value, text)) return;
  const shown = state.editing && typed !== undefined && !gainsSeparators(typed, text) ? typed : text;
  state.base = shown;
  if (shown !== value) {
    state.kept = undefined;
    const { selectionStart: from, selectionEnd: to } = control;
    control.value = shown;
    if (from !== null && control === control.getRootNode().activeElement) {
      control.setSelectionRange(carried(value, shown, from), carried(value, shown, to ?? from));
    }
  }
  mark(control, selection);
}

/** The document wins, unless the user is ahead of it. @param {View} view */
export function settle(view) {
  if (view.scope.windowView.fields.busy(view)) return;
  const { state, data } = view;
  state.write(data);
  // A draft is not yet in the model, nor is a text that the app has made another of.
  state.committed = data.draft || state.isText && state.editing && state.read() !== data.text ? undefined : state.read();
}

/**
 * Connects a control to events: `input` while it changes (if `live`), `change`, and for single-line text `submit`.
 * @param {View} view @param {boolean} live
 */
export function listen(view, live) {
  const { control, state, scope: { windowView: { fields } } } = view;
  control.addEventListener("compositionstart", () => { state.composing = true; });
  control.addEventListener("compositionend", () => {
    state.composing = false;
    // What was composed has been sent as it came, unless its end has changed it.
    if (live && state.base !== state.read()) fields.typed(view);
    else settle(view);
  });
  control.oninput = () => { if (live) fields.typed(view); };
  // Between the parts of a date, the focus is nowhere for a moment.
  control.onchange = () => { if (!state.keyed && !fields.goesOn(view)) fields.changed(view); };
  control.addEventListener("blur", () => { if (!fields.goesOn(view)) fields.left(view); });
  control.addEventListener("selectionchange", () => state.follows?.moved(view));
  control.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const { type, submits } = view.data;
    const isChord = event.ctrlKey || event.metaKey;
    // Return with Ctrl or ⌘ may be the key of a button.
    if (event.key !== "Enter" || isComposing(event) || !(isChord ? submits : type.endsWith("Field"))) return;
    event.preventDefault();
    fields.changed(view);
    if (state.refused) return;
    const text = state.read();
    view.tell("submit", text, overWhat(view, text));
    control.form?.requestSubmit();
  };
}
