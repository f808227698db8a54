import { asAttribute, attribute, h, write } from "./dom.js";
import { elements, rows } from "./elements.js";
import { icon, symbol } from "./icons.js";
import { words } from "./words.js";

/** Shows a text in the part of the view with this name. @param {string} name @returns {Setter} */
const part = (name) => ({ state }, text) => write(state[name], text);

/** @param {View} view */
async function copied({ state, data, scope: { windowView } }) {
  try {
    await navigator.clipboard.writeText(data.text);
  } catch {
    // Without the permission, or in a page that is not secure, the text is selected for the user to copy.
    getSelection()?.selectAllChildren(state.words);
    return;
  }
  const sign = icon("check-lg");
  state.copy.replaceChildren(sign);
  windowView.say(words.copied);
  setTimeout(() => { if (sign.isConnected) state.copy.replaceChildren(icon("clipboard")); }, 2000);
}

Object.assign(elements, /** @type {Record<string, Kind>} */ ({
  code: {
    make(view) {
      const { state } = view;
      state.words = h("code");
      state.language = h("span");
      state.copy = h("button", { className: "button", title: words.copy, ariaLabel: words.copy, onclick: () => copied(view) }, icon("clipboard"));
      return h("div", { className: "code" }, h("div", {}, state.language, state.copy), h("pre", { tabIndex: 0 }, state.words));
    },
    set: { text: part("words"), language: part("language") },
  },
  quote: { make: () => h("blockquote") },
  points: {
    make: ({ data }) => h(data.start === undefined ? "ul" : "ol", { className: "points" }),
    set: { children: rows("li"), start: asAttribute("start") },
  },
  labeled: {
    make(view) {
      view.state.words = h("span");
      view.body = h("div");
      return h("div", { className: "labeled" }, view.state.words, view.body);
    },
    set: { text: part("words") },
  },
  bubble: {
    make(view) {
      view.state.words = h("span");
      view.body = h("div");
      return h("div", { className: "bubble" }, view.state.words, view.body);
    },
    set: { text: part("words"), own: asAttribute("data-own", Boolean) },
    done({ node, data: { own, text } }) {
      const isUnsaid = own && !text;
      attribute(node, "role", isUnsaid && "group");
      attribute(node, "aria-label", isUnsaid && words.you);
    },
  },
  disclosure: {
    make(view) {
      view.state.words = h("span");
      view.body = h("div");
      const node = h("details", {}, h("summary", {}, icon("chevron-right"), view.state.words), view.body);
      node.ontoggle = () => { if (view.data.value !== undefined && view.data.value !== node.open) view.tell("change", node.open); };
      return node;
    },
    set: {
      text: part("words"),
      value: ({ node }, isOpen) => { if (isOpen !== undefined) /** @type {HTMLDetailsElement} */ (node).open = isOpen; },
    },
  },
  inspector: {
    make(view) {
      view.body = h("div", { className: "vstack" });
      const close = h("button", { className: "button", title: words.close, ariaLabel: words.close, onclick: () => view.tell("change", false) }, icon("xmark"));
      return h("aside", { className: "inspector" }, h("div", {}, close, view.body));
    },
    set: { open: ({ node }, isOpen) => { node.hidden = !isOpen; } },
  },
  unavailable: {
    make(view) {
      const { state } = view;
      state.words = h("h2");
      state.description = h("p");
      view.body = h("div", { className: "hstack" });
      return h("div", { className: "unavailable" }, state.words, state.description, view.body);
    },
    set: { text: part("words"), description: part("description"), symbol },
  },
}));
