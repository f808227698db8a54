import { draggable } from "./detents.js";
import { anchor, asAttribute, attribute, h, unique, write } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

/** The custom kinds of presentation. @type {Set<string>} */
export const presentations = new Set();

/** Declares a custom kind of presentation, a `dialog` with the class `name` for the app's style sheet. @param {string} name */
export const definePresentation = (name) => { presentations.add(name); };

/** Whether it is a question, which has no model and sends events for its presenter. @param {{data: any}} view */
export const isInline = ({ data }) => data.as === "alert" || data.as === "dialog";

/** Sends a layer's event, which is one of a model without an element. @param {View} view @param {string} name @param {Json} value */
const say = ({ scope, model: presenter }, name, value, model = presenter) => scope.windowView.send({ model, name, value });

/** Asks the server to dismiss a layer, which is closed only when the server says so. @param {View} view @returns {number | undefined} the event */
const dismiss = (view) => view.scope.windowView.openLayers.close(view);

/** Gives it the height from the document, a share of the window's or pixels, unless a finger holds it. @param {View} view */
function fit({ node, state, data: { detents = [], detent = detents[0] } }) {
  if (!state.held && !state.over) node.style.height = /^[\d.]+(%|px)$/.test(detent) ? detent.replace("%", "dvh") : "";
}

/** @param {View} view */
function raise(view) {
  const { node, state, data, parent, scope } = view;
  const dialog = /** @type {HTMLDialogElement} */ (node);
  if (state.over || dialog.open || !dialog.isConnected) return;
  // Layers are drawn from the inside out and opened from the outside in, so its place among the nodes follows later.
  if (node.nextSibling) node.parentNode?.append(node);
  dialog.showModal();
  scope.windowView.openLayers.opened(view);
  move(view);
  const name = data.source && CSS.escape(data.source);
  const source = name && parent?.node.querySelector(`[data-source="${name}"], [data-element="${name}"]`);
  if (source && innerWidth > 600 && /popover|dialog/.test(data.as)) anchor(node, source.getBoundingClientRect());
}

/** Animates the layer if it has a transition; otherwise its style does. @param {View} view @param {() => void} [gone] */
function move({ node, data, parent, scope: { windowView: { motion } } }, gone) {
  const animation = motion.animation(parent?.data, "presented");
  const way = animation?.transition ?? (gone && data.transition?.back || data.transition);
  const still = motion.reduced || animation?.name === "none";
  attribute(node, "data-still", !!(still || way || animation));
  if (still || !(way || animation)) return false;
  if (gone) {
    // Once closed it covers nothing, but stays on top while it moves away.
    node.popover = "manual";
    node.showPopover();
  }
  motion.move(node, way ?? { name: /sheet|cover/.test(data.as) ? "cover" : "opacity" }, animation ?? {}, !!gone, null, gone);
  return true;
}

/** A button of a question. @type {Kind} */
const action = {
  make({ data, parent }) {
    const onclick = () => parent && (data.id === undefined ? dismiss(parent) : say(parent, "action", { id: data.id }));
    return h("button", { className: "button", autofocus: data.role === "cancel", onclick });
  },
  set: { label: ({ node }, label) => write(node, label), role: asAttribute("data-role") },
};

/** @param {View} view */
function content(view) {
  const { state } = view;
  if (isInline(view)) {
    state.title = h("h2", { id: unique() });
    state.message = h("p", { id: unique() });
    const actions = h("div", { className: "actions" });
    state.actions = view.parts(actions, action);
    return [state.title, state.message, actions];
  }
  state.layer = h("div", { className: "layer" });
  state.close = h("button", { className: "dismiss", ariaLabel: words.close, onclick: () => dismiss(view) }, icon("xmark"));
  state.grabber = h("button", { className: "grabber", ariaLabel: words.resize, hidden: true });
  const pick = (/** @type {string} */ id) => say(view, "detent", { id }, view.data.model);
  state.grabber.onclick = () => {
    const { detents, detent = detents[0] } = view.data;
    pick(detents[(detents.indexOf(detent) + 1) % detents.length]);
  };
  state.drag = (/** @type {HTMLElement} */ node) => draggable(node, state, () => view.data, (detent, then) =>
    view.scope.windowView.whenAnswered(detent === undefined ? dismiss(view) : pick(detent), then), () => fit(view));
  return [state.grabber, state.layer, state.close];
}

/** A layer above a model: sheet, cover, popover, alert or dialog. @type {Kind} */
export const presentation = {
  make(view) {
    const { data, state, scope: { windowView } } = view;
    const node = h("dialog", { className: data.as }, h("div", { className: "surface" }, ...content(view)));
    if (data.as === "sheet") state.drag(node);
    if (isInline(view)) {
      attribute(node, "role", "alertdialog");
      attribute(node, "aria-describedby", state.message.id);
    }
    // The browser itself closes no layer, because one request of its user may close several: see Layers.
    attribute(node, "closedby", "none");
    node.oncancel = (event) => { if (event.target === node) event.preventDefault(); };
    // A browser may close it anyway; if the server still presents it, it is opened again.
    node.onclose = () => raise(view);
    node.onpointerdown = ({ target }) => { state.outside = target === node; };
    node.onclick = ({ target }) => { if (state.outside && target === node && data.as !== "alert") windowView.openLayers.close(); };
    // Before its content, so that a layer presented by this one opens above it.
    windowView.later(() => raise(view));
    return node;
  },
  set: {
    model: ({ state, scope }, id) => state.layer?.replaceChildren(...(id === undefined ? [] : [scope.model(id).node])),
    title: ({ state }, title) => state.title && write(state.title, title),
    titleVisibility: ({ state }, shown) => state.title?.classList.toggle("unseen", shown === "hidden"),
    message: ({ state }, message) => state.message && write(state.message, message),
  },
  done(view) {
    const { node, state, data } = view;
    const { detents = [], detent = detents[0] } = data;
    attribute(node, "data-detent", detent);
    fit(view);
    if (state.title) attribute(node, "aria-labelledby", data.title?.length ? state.title.id : state.message.id);
    // A question without buttons gets an *OK*.
    state.actions?.show(data.actions?.length ? data.actions : [{ label: words.ok }]);
    if (!state.grabber) return;
    state.grabber.hidden = detents.length < 2;
    state.close.hidden = data.as !== "sheet" || data.dismissible === false;
  },
  async remove(view) {
    const { node, state } = view;
    const dialog = /** @type {HTMLDialogElement} */ (node);
    state.over = true;
    view.scope.windowView.openLayers.closed(view);
    dialog.close();
    // It is still to be seen, and nothing to be read or pressed any more.
    node.inert = true;
    if (node.isConnected && move(view, () => node.remove())) return;
    await Promise.allSettled(node.getAnimations().map(({ finished }) => finished));
    node.remove();
  },
};
