import { asAttribute, attribute, h, unique, write } from "./dom.js";
import { checkText, isComposing, listen, note, settle, showText } from "./fields.js";
import { scalars } from "./text-edit.js";
import { words } from "./words.js";

const given = (/** @type {string} */ name) => asAttribute(name, undefined, "control");

/** @type {Setter} */
const label = (view, text) => write(view.state.words, text);

/** A unit inside the field, for which its text makes room. @param {string} side @returns {Setter} */
const unit = (side) => ({ state, control }, text = "") => {
  if (!state[side]) control.after(state[side] = h("span", { className: `unit ${side}` }));
  write(state[side], text);
  control.style.setProperty(`--${side}`, `${scalars(text) + 1}ch`);
};

/** @type {Record<string, Setter>} */
const members = {
  label,
  placeholder: given("placeholder"),
  keyboard: given("inputmode"),
  autocomplete: given("autocomplete"),
  min: given("min"),
  max: given("max"),
  step: given("step"),
  writers(view, writers = []) {
    const others = writers.filter((/** @type {{user: string}} */ { user }) => user !== view.scope.windowView.user);
    const names = others.map((/** @type {{name?: string}} */ { name }) => name ?? words.someone).join(", ");
    note(view, "writers", "status", names && words.writing(names, others.length));
  },
  prefix: unit("prefix"),
  suffix: unit("suffix"),
  selection: ({ state, scope }, range) => { state.follows = range && scope.windowView.fields; },
};

/**
 * A control with its label. `read` and `write` convert between the control and its element.
 * @param {string} className @param {(view: View) => HTMLElement} make @param {(control: any) => Json} read
 * @param {(control: any, data: any) => void} write @param {boolean} [live] @returns {Kind}
 */
const control = (className, make, read, write, live = false) => ({
  make(view) {
    view.control = make(view);
    view.state.words = h("span");
    view.state.read = () => read(view.control);
    view.state.write = (/** @type {any} */ data) => write(view.control, data);
    listen(view, live);
    return h("label", { className: `field ${className}` }, view.state.words, view.control);
  },
  set: members,
  done: settle,
});

const value = (/** @type {HTMLInputElement} */ control) => control.value;
const number = (/** @type {HTMLInputElement} */ control) => control.valueAsNumber;

const putValue = (/** @type {any} */ control, /** @type {any} */ data) => { control.value = data.value ?? ""; };

/** @param {string} type @returns {(view: View) => HTMLElement} */
const input = (type) => ({ data }) => h("input", { type: data.as ?? type });

/**
 * A field for text. It has no `maxlength`: browsers count otherwise, and cut what is too long without a word.
 * @param {string} className @param {(view: View) => HTMLElement} make @param {(view: View) => void} [show] @returns {Kind}
 */
export const textual = (className, make, show = showText) => {
  const kind = control(className, make, value, () => {}, true);
  return {
    ...kind,
    make(view) {
      const node = kind.make(view);
      Object.assign(view.state, { isText: true, check: () => checkText(view), write: () => show(view) });
      return node;
    },
  };
};

/** A date or time, which is typed part by part: it is sent when its user rests, or the edit ends, but at once if it is picked. */
const date = control("date", (view) => {
  const node = /** @type {HTMLInputElement} */ (input("date")(view));
  const { state } = view;
  state.check = () => {
    const { badInput, rangeUnderflow, rangeOverflow } = node.validity;
    return badInput ? words.incomplete : (rangeUnderflow || rangeOverflow) && (node.validationMessage || words.invalid);
  };
  node.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") view.scope.windowView.fields.changed(view);
    else if (!/^(Tab|Escape|Shift|Control|Alt|Meta)$/.test(key)) state.keyed = state.editing = true;
  });
  node.addEventListener("pointerdown", () => { state.keyed = false; });
  node.addEventListener("input", () => {
    const { fields } = view.scope.windowView;
    if (!state.keyed) return;
    fields.typed(view);
    clearTimeout(state.resting);
    state.resting = setTimeout(() => fields.rested(view), 1500);
  });
  return node;
}, value, putValue);

/** @param {View} view @param {number} way */
function step(view, way) {
  const { min = -Infinity, max = Infinity, step = 1 } = view.data;
  // Rounds to the digits of the operands, without floating-point noise.
  view.state.value = Math.max(min, Math.min(max, Number((view.state.value + way * step).toPrecision(15))));
  show(view);
  view.scope.windowView.fields.changed(view);
}

/** @param {View} view */
function show({ state, data: { min = -Infinity, max = Infinity } }) {
  state.output.value = String(state.value);
  // Not `disabled`, which would remove the focus.
  state.less.ariaDisabled = String(state.value <= min);
  state.more.ariaDisabled = String(state.value >= max);
}

/** @type {Kind} */
const stepper = {
  make(view) {
    const { state } = view;
    state.words = h("span");
    state.output = h("output");
    state.less = h("button", { textContent: "−", onclick: () => step(view, -1) });
    state.more = h("button", { textContent: "+", onclick: () => step(view, 1) });
    state.read = () => state.value;
    state.write = (/** @type {any} */ data) => {
      state.value = data.value ?? 0;
      show(view);
    };
    return (view.control = h("fieldset", { className: "field stepper" }, state.words, state.output, state.less, state.more));
  },
  set: {
    label(view, text) {
      label(view, text);
      attribute(view.node, "aria-label", text);
      view.state.less.ariaLabel = `${text ?? ""} −`;
      view.state.more.ariaLabel = `${text ?? ""} +`;
    },
  },
  done: settle,
};

/** The options of a picker. @type {Kind} */
const choice = {
  make(view) {
    const { state, parent } = view;
    state.words = h("span");
    view.control = h("input", { type: parent?.data.multiple ? "checkbox" : "radio", name: parent?.state.group });
    return h("label", {}, view.control, state.words);
  },
  set: { text: label, id: ({ control }, id) => { control.value = id; } },
};

/** @type {Kind} */
const option = { make: ({ state }) => (state.words = h("option")), set: { text: label, id: asAttribute("value") } };

/** A choice of options, side by side or in a column. @type {Kind} */
const choices = {
  make(view) {
    const { state } = view;
    state.words = h("legend");
    state.group = unique();
    const body = h("div");
    state.options = view.parts(body, choice);
    const { type, as = type === "pageControl" ? "dots" : "radio", multiple } = view.data;
    const node = h("fieldset", { className: `field ${as}` }, state.words, body);
    view.control = node;
    state.read = () => {
      const ids = [...node.querySelectorAll("input")].flatMap(({ checked, value }) => (checked ? value : []));
      return multiple ? ids : type === "pageControl" ? Number(ids[0]) : ids[0];
    };
    state.write = (/** @type {any} */ data) => {
      const chosen = [data.value ?? []].flat().map(String);
      for (const input of node.querySelectorAll("input")) input.checked = chosen.includes(input.value);
    };
    node.onchange = () => view.scope.windowView.fields.changed(view);
    return node;
  },
  set: {
    label,
    count: ({ state }, count) => state.options.show(Array.from({ length: count }, (_, at) => ({ id: String(at), text: String(at + 1) }))),
    options: ({ state }, options) => state.options.show(options),
  },
  done: settle,
};

const select = control("select", (view) => {
  const node = h("select");
  view.state.options = view.parts(node, option);
  return node;
}, value, putValue);

/** @type {Kind} */
const menu = {
  ...select,
  set: {
    ...members,
    options: ({ state }, options) => state.options.show(options),
  },
};

/** Chooses the kind by `as`, once, when the view is created. @param {View} view */
const picker = ({ data }) => (data.multiple || data.as === "segmented" || data.as === "radio" ? choices : menu);

/** Shows how much of what may be written is. @param {View} view */
const count = (view) => note(view, "count", "", view.data.maxLength ? `${scalars(view.control.value)} / ${view.data.maxLength}` : "");

/** @type {Record<string, Kind>} */
export const controls = {
  textField: textual("text-field", (view) => {
    const node = input("text")(view);
    if (view.data.as) Object.assign(node, { placeholder: words.search, ariaLabel: view.data.label ? null : words.search });
    node.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!view.data.steps || !way || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (view.state.editing) view.scope.windowView.fields.changed(view);
      view.send("step", way);
    });
    return node;
  }),
  // Its text is never in a document, so there is nothing to write back.
  secureField: textual("text-field", input("password"), ({ control, data, state }) => { if (data.filled === false && !state.editing) control.value = ""; }),
  textArea: textual("text-field", (view) => {
    const node = h("textarea", { rows: 4 });
    node.addEventListener("input", () => count(view));
    return node;
  }, (view) => {
    showText(view);
    count(view);
  }),
  toggle: control(
    "toggle",
    () => h("input", { type: "checkbox", role: "switch" }),
    (input) => input.checked,
    (input, data) => { input.checked = data.value === true; },
  ),
  slider: control("slider", () => h("input", { type: "range", step: "any" }), number, (input, data) => { input.value = data.value ?? 0; }, true),
  datePicker: date,
  colorPicker: control("color", input("color"), value, putValue, true),
  pageControl: choices,
  stepper,
  picker: {
    make: (view) => (view.kind = picker(view)).make(view),
  },
};
