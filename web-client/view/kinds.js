import { components } from "./components.js";
import { asAttribute, attribute, h, place, tokens, unique, write } from "./dom.js";
import { icon, symbol } from "./icons.js";
import { presentation } from "./presentations.js";
import { words } from "./words.js";

/** Shows a model in a node of this view, or in the view's own node. @param {string} [place] @returns {Setter} */
export const slot = (place) => (view, id) => {
  const host = place ? view.state[place] : view.node;
  const node = id === undefined ? "" : view.scope.model(id).node;
  if (host.firstChild === node) return;
  host.replaceChildren(node);
  if (node) view.scope.windowView.later(() => view.scope.windowView.reading.returned(node));
};

/** The motion of what changes in its place, from the side where it comes from. @param {boolean} isNext */
const nudge = (isNext) => ({ name: "nudge", by: isNext ? 16 : -16 });

/** An entry of a stack's path with its back button, which moves with it. @type {Kind} */
const page = {
  make({ state, parent }) {
    const onclick = () => parent?.send("back", { depth: parent.data.path.length - 2 });
    state.back = h("button", { className: "back", ariaLabel: words.back, onclick }, icon("chevron-left"));
    return h("div", { className: "page" }, state.back);
  },
  set: {
    model({ node, state, scope }, id) {
      const shown = scope.model(id).node;
      if (node.lastChild !== shown) node.replaceChildren(state.back, shown);
    },
  },
  // The visible page stays until it has moved away.
  remove({ node, parent }) {
    if (parent?.state.shown === node) node.inert = true;
    else node.remove();
  },
};

/** One tab: its button, and the panel it shows. @type {Kind} */
const tab = {
  make(view) {
    const { parent, scope } = view;
    view.state.panel = h("div", { id: unique(), className: "panel", role: "tabpanel" });
    view.state.words = h("span");
    const node = h("button", { id: unique(), className: "tab", role: "tab" }, view.state.words);
    attribute(node, "aria-controls", view.state.panel.id);
    attribute(view.state.panel, "aria-labelledby", node.id);
    node.onclick = () => scope.windowView.send({ model: view.model, name: "selectTab", value: { id: view.data.id } });
    parent?.state.panels.append(view.state.panel);
    return node;
  },
  set: {
    title: ({ state }, title) => write(state.words, title),
    icon: symbol,
    model: slot("panel"),
  },
  remove({ node, state }) {
    node.remove();
    state.panel.remove();
  },
};

/** @param {KeyboardEvent} event */
function walk(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLElement[]} */ ([...list.children]);
  const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
  const on = getComputedStyle(list).direction === "rtl" ? -1 : 1;
  const ways = { ArrowRight: at + on, ArrowLeft: at - on, Home: 0, End: -1 };
  const to = ways[/** @type {keyof ways} */ (event.key)];
  if (to === undefined) return;
  event.preventDefault();
  const next = all.at(to % all.length);
  next?.focus();
  next?.click();
}

/** @type {Record<string, Kind>} */
export const kinds = {
  screen: {
    make(view) {
      const { state } = view;
      state.title = h("h1", { tabIndex: -1, className: "unseen" });
      state.toolbar = h("div", { className: "toolbar" });
      view.body = h("div", { className: "content" });
      return h("section", { className: "screen" }, h("header", {}, state.title, state.toolbar), view.body);
    },
    set: {
      title: ({ state }, title) => {
        write(state.title, title);
        state.title.classList.toggle("unseen", !title);
      },
      width: asAttribute("data-width"),
      toolbar: (view, items) => (view.state.items ??= view.list(view.state.toolbar)).show(items),
      body: (view, items) => (view.children ??= view.list(view.body ?? view.node)).show(items),
    },
  },
  stack: {
    make(view) {
      const { state } = view;
      state.pages = h("div", { className: "pages" });
      state.path = view.parts(state.pages, page);
      return h("div", { className: "stack" }, state.pages);
    },
    set: {
      path: ({ state }, path) => state.path.show(path),
      tabBar: asAttribute("data-bar", (bar) => bar && `${bar.hidden ? "hidden" : ""} ${bar.animated ? "" : "still"}`),
    },
    done(view) {
      const { state: { path: { views }, top }, state, data: { options } } = view;
      // On the page, not on the stack: a page that leaves keeps its look until it is gone.
      for (const [index, { node }] of views.entries()) {
        node.inert = index < views.length - 1;
        attribute(node, "data-deep", index > 0);
        if (!node.inert) attribute(node, "data-options", tokens(options));
      }
      const now = views.at(-1), gone = top && !views.includes(top), back = gone && state.known.includes(now);
      view.scope.windowView.motion.show(view, "path", now?.node, { back, gone, transition: state.known && (back ? top : now)?.data.transition });
      state.top = now;
      state.known = [...views];
    },
  },
  tabs: {
    make(view) {
      const { state } = view;
      state.list = h("div", { className: "tab-list", role: "tablist", onkeydown: walk });
      state.panels = h("div", { className: "panels" });
      state.tabs = view.parts(state.list, tab);
      state.gone = new AbortController();
      const node = h("div", { className: "tabs" }, state.panels, state.list);
      // The order of focus follows the layout: first on a wide page, as in style.css.
      const wide = matchMedia("(width > 50rem)");
      const arrange = () => place(node, state.list, wide.matches ? state.panels : null);
      wide.addEventListener("change", arrange, { signal: state.gone.signal });
      arrange();
      return node;
    },
    set: { tabs: ({ state }, tabs) => state.tabs.show(tabs) },
    end: ({ state }) => state.gone.abort(),
    done({ state, data, scope: { windowView } }) {
      const before = state.tabs.views.findIndex((/** @type {View} */ tab) => tab.state.panel === state.shown);
      for (const [at, tab] of state.tabs.views.entries()) {
        const selected = tab.data.id === data.selected;
        tab.node.ariaSelected = String(selected);
        tab.node.tabIndex = selected ? 0 : -1;
        tab.state.panel.inert = !selected;
        if (!selected || tab.state.panel === tab.parent.state.shown) continue;
        windowView.motion.show(tab.parent, "selected", tab.state.panel, { usually: nudge(at > before) });
        // A long bar scrolls.
        windowView.later(() => { state.list.scrollLeft = tab.node.offsetLeft - (state.list.clientWidth - tab.node.offsetWidth) / 2; });
      }
    },
  },
  switched: {
    make: () => h("div", { className: "switched" }),
    set: {
      child(view, id) {
        const node = id === undefined ? undefined : view.scope.model(id).node;
        if (node === view.state.shown) return;
        if (node) {
          view.node.append(node);
          view.scope.windowView.later(() => view.scope.windowView.reading.returned(node));
        }
        view.scope.windowView.motion.show(view, "child", node, { gone: true });
      },
    },
  },
  split: {
    make(view) {
      view.state.sidebar = h("nav", { className: "sidebar" });
      view.state.detail = h("div", { className: "detail" });
      const onclick = () => view.send("back", { depth: 0 });
      return h("div", { className: "split" }, h("button", { className: "back", ariaLabel: words.back, onclick }, icon("chevron-left")),
        view.state.sidebar, view.state.detail);
    },
    set: { sidebar: slot("sidebar") },
    done(view) {
      const { node, state, data: { detail }, scope } = view, { shown } = state, { windowView } = scope;
      const coming = detail === undefined ? undefined : scope.model(detail).node;
      attribute(node, "data-detail", !!coming);
      // What was shown stays until it has moved away.
      if (shown && shown !== coming) shown.inert = true;
      if (coming) coming.inert = false;
      if (coming && coming.parentNode !== state.detail) {
        state.detail.append(coming);
        windowView.later(() => windowView.reading.returned(coming));
      }
      // As in style.css, the detail of a narrow page lies over the sidebar.
      const isOver = !(coming && shown) && matchMedia("(width <= 50rem)").matches;
      windowView.motion.show(view, "detail", coming, { gone: true, back: !coming, ...(isOver ? { usually: { name: "push" }, base: state.sidebar } : { usually: nudge(true) }) });
    },
  },
  // The window gives it a scope of its own, because the same document may be in several places.
  shared: {
    make: () => h("div", { className: "shared" }),
    set: { document: (view, id) => view.scope.windowView.place(view, id) },
    end: (view) => view.scope.windowView.place(view),
  },
  custom: components,
  unknown: {
    make({ data, scope }) {
      scope.windowView.report(data.kind);
      return h("div", { className: "placeholder", textContent: words.unknown(data.kind) });
    },
  },
};

/** Members that any model may have. @type {Record<string, Setter>} */
export const everyModel = {
  presented(view, presented) {
    view.state.presented ??= view.parts(view.scope.windowView.layers, presentation);
    view.state.presented.show(presented ? [presented] : []);
  },
};
