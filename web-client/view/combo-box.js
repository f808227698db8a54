import { textual } from "./controls.js";
import { anchor, attribute, focusedAround, h, unique, write } from "./dom.js";
import { elements } from "./elements.js";
import { isComposing } from "./fields.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

/** A suggestion. @type {Kind} */
const suggestion = {
  make(view) {
    view.state.words = h("span");
    view.state.detail = h("span", { className: "detail" });
    const node = h("li", { role: "option", id: unique() }, view.state.words, view.state.detail);
    node.onclick = () => { if (view.parent) choose(view.parent, view.data); };
    return node;
  },
  set: {
    text: ({ state }, text) => write(state.words, text),
    detail: ({ state }, text) => write(state.detail, text),
  },
};

/** A choice of several, which can be taken back. @type {Kind} */
const chip = {
  make(view) {
    view.state.words = h("span");
    const remove = h("button", { onclick: () => view.parent?.tell("remove", view.data.id) }, icon("xmark"));
    view.control = remove;
    return h("span", { className: "chip" }, view.state.words, remove);
  },
  set: {
    text(view, text) {
      write(view.state.words, text);
      view.control.ariaLabel = words.remove(text);
    },
  },
};

/** @param {View} view @param {{id: string, text: string}} option */
function choose(view, { id, text }) {
  const { control, state, data, scope: { windowView: { fields } } } = view;
  control.value = data.chosen ? "" : text;
  fields.changed(view, { id });
  state.committed = control.value;
  closeList(view);
}

/** The suggestion that Return would choose. @param {View} view @returns {View | undefined} */
const marked = ({ state }) => state.options.views[state.at];

/** @param {View} view @param {number} at */
function mark(view, at) {
  const { state, control } = view;
  state.at = at;
  for (const { node } of state.options.views) node.ariaSelected = "false";
  const node = marked(view)?.node;
  if (node) node.ariaSelected = "true";
  attribute(control, "aria-activedescendant", node?.id);
  node?.scrollIntoView({ block: "nearest" });
}

/** @param {View} view */
function closeList({ state, control }) {
  if (state.list.matches(":popover-open")) state.list.hidePopover();
  control.ariaExpanded = "false";
  attribute(control, "aria-activedescendant", undefined);
}

/** What the list says besides its options. @param {any} data */
const remark = ({ searching, failed, options, more }) =>
  searching ? words.searching : failed ? words.notSearched : !options ? "" : more ? words.moreFound(more) : options.length ? "" : words.nothingFound;

/** Shows the suggestions to what is typed now, while the field has the focus. @param {View} view */
function suggest(view) {
  const { state, control, data } = view;
  const text = remark(data);
  write(state.remark, text);
  const isOpen = control === focusedAround(control) && (data.options || text) && !state.closed;
  if (!isOpen) return closeList(view);
  if (data.query !== state.query) mark(view, data.options?.length && data.query === control.value ? 0 : -1);
  else mark(view, Math.min(state.at, state.options.views.length - 1));
  state.query = data.query;
  const host = view.node.closest("dialog") ?? view.scope.windowView.main;
  if (state.list.parentNode !== host) host.append(state.list);
  if (!state.list.matches(":popover-open")) state.list.showPopover();
  control.ariaExpanded = "true";
  const rect = control.getBoundingClientRect();
  state.list.style.minWidth = `${rect.width}px`;
  anchor(state.list, rect);
}

/** @param {View} view @param {KeyboardEvent} event */
function pressed(view, event) {
  const { state, control, data, scope: { windowView: { fields } } } = view;
  const { key } = event;
  const isOpen = control.ariaExpanded === "true", count = state.options.views.length;
  if (isComposing(event)) return;
  if (key === "ArrowDown" || key === "ArrowUp") {
    event.preventDefault();
    state.closed = false;
    if (isOpen && count) mark(view, (Math.max(state.at, key === "ArrowUp" ? 0 : -1) + (key === "ArrowUp" ? -1 : 1) + count) % count);
    else if (data.options) suggest(view);
    else fields.asks(view);
  } else if (key === "Enter" && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const option = isOpen && marked(view);
    if (option) return choose(view, option.data);
    fields.changed(view);
    if (!state.refused) control.form?.requestSubmit();
  } else if (key === "Backspace" && !control.value && data.chosen?.length) {
    view.tell("remove", data.chosen.at(-1).id);
  }
}

const field = textual("text-field combo-box", ({ state }) => {
  const input = h("input", { type: "text", role: "combobox", autocomplete: "off", ariaAutoComplete: "list", ariaExpanded: "false" });
  state.list = h("div", { className: "menu suggestions", popover: "manual" });
  return input;
});

/** The field, its list, and the chips of what was chosen. @type {Kind} */
elements.comboBox = {
  ...field,
  make(view) {
    const node = field.make(view);
    const { state, control } = view;
    const list = h("ul", { role: "listbox", id: unique() });
    state.remark = h("p", { role: "status" });
    state.list.append(list, state.remark);
    state.options = view.parts(list, suggestion);
    state.chips = h("span", { className: "chips" });
    state.chosen = view.parts(state.chips, chip);
    // They are no part of the field's name.
    attribute(control, "aria-labelledby", state.words.id ||= unique());
    // Behind the field, whose label would otherwise belong to a button.
    control.after(state.chips);
    attribute(control, "aria-controls", list.id);
    const keydown = control.onkeydown;
    control.onkeydown = (/** @type {KeyboardEvent} */ event) => { pressed(view, event); keydown?.(event); };
    control.addEventListener("input", () => { state.closed = false; });
    control.addEventListener("focus", () => suggest(view));
    control.addEventListener("blur", () => closeList(view));
    // The focus stays in the field.
    state.list.onmousedown = (/** @type {Event} */ event) => event.preventDefault();
    state.list.ontoggle = (/** @type {ToggleEvent} */ { newState }) => {
      if (newState !== "closed" || control.ariaExpanded !== "true") return;
      // By Escape.
      state.closed = true;
      closeList(view);
    };
    return node;
  },
  set: {
    ...field.set,
    options: ({ state, data }, options = []) => {
      state.options.show(options);
      state.list.firstChild.ariaLabel = data.label;
    },
    chosen: ({ state }, chosen) => state.chosen.show(chosen),
  },
  done(view) {
    field.done?.(view);
    view.scope.windowView.later(() => suggest(view));
  },
  end: ({ state }) => state.list.remove(),
};
