import { components } from "./components.js";
import { attribute, h, place, shown, tokens, unique, write } from "./dom.js";
import { presentation } from "./presentations.js";
import { glyph } from "./symbols.js";
import { words } from "./words.js";

/** Shows a model in a node of this view, or in the view's own node. @param {string} [place] @returns {Setter} */
export const slot = (place) => (view, id) => {
  const host = place ? view.own[place] : view.node;
  const node = id === undefined ? "" : view.scope.model(id).node;
  if (host.firstChild !== node) host.replaceChildren(node);
};

/** An entry of a stack's path with its back button, which moves with it. @type {Kind} */
const page = {
  make({ own, parent }) {
    const onclick = () => parent?.send("back", { depth: parent.data.path.length - 2 });
    own.back = h("button", { className: "back", ariaLabel: words.back, onclick });
    return h("div", { className: "page" }, own.back);
  },
  set: {
    model({ node, own, scope }, id) {
      const shown = scope.model(id).node;
      if (node.lastChild !== shown) node.replaceChildren(own.back, shown);
    },
  },
  // The visible page stays until it has moved away.
  remove({ node, parent }) {
    if (parent?.own.shown === node) node.inert = true;
    else node.remove();
  },
};

/** One tab: its button, and the panel it shows. @type {Kind} */
const tab = {
  make(view) {
    const { parent, scope } = view;
    view.own.panel = h("div", { id: unique(), className: "panel", role: "tabpanel" });
    const node = h("button", { id: unique(), className: "tab", role: "tab" });
    attribute(node, "aria-controls", view.own.panel.id);
    attribute(view.own.panel, "aria-labelledby", node.id);
    node.onclick = () => scope.stage.send({ model: view.model, name: "selectTab", value: { id: view.data.id } });
    parent?.own.panels.append(view.own.panel);
    return node;
  },
  set: {
    title: ({ node }, title) => write(node, title),
    icon: shown("data-glyph", glyph),
    model: slot("panel"),
  },
  remove({ node, own }) {
    node.remove();
    own.panel.remove();
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
      const { own } = view;
      own.title = h("h1", { tabIndex: -1, className: "unseen" });
      own.toolbar = h("div", { className: "toolbar" });
      view.body = h("div", { className: "content" });
      return h("section", { className: "screen" }, h("header", {}, own.title, own.toolbar), view.body);
    },
    set: {
      title: ({ own }, title) => {
        write(own.title, title);
        own.title.classList.toggle("unseen", !title);
      },
      toolbar: (view, items) => (view.own.items ??= view.list(view.own.toolbar)).show(items),
      body: (view, items) => (view.children ??= view.list(view.body ?? view.node)).show(items),
    },
  },
  stack: {
    make(view) {
      const { own } = view;
      own.pages = h("div", { className: "pages" });
      own.path = view.parts(own.pages, page);
      return h("div", { className: "stack" }, own.pages);
    },
    set: {
      path: ({ own }, path) => own.path.show(path),
      tabBar: shown("data-bar", (bar) => bar && `${bar.hidden ? "hidden" : ""} ${bar.animated ? "" : "still"}`),
    },
    done(view) {
      const { own: { path: { views }, top }, own, data: { options } } = view;
      // On the page, not on the stack: a page that leaves keeps its look until it is gone.
      for (const [index, { node }] of views.entries()) {
        node.inert = index < views.length - 1;
        attribute(node, "data-deep", index > 0);
        if (!node.inert) attribute(node, "data-options", tokens(options));
      }
      const now = views.at(-1), gone = top && !views.includes(top), back = gone && own.known.includes(now);
      view.scope.stage.motion.show(view, "path", now?.node, { back, gone, transition: own.known && (back ? top : now)?.data.transition });
      own.top = now;
      own.known = [...views];
    },
  },
  tabs: {
    make(view) {
      const { own } = view;
      own.list = h("div", { className: "tab-list", role: "tablist", onkeydown: walk });
      own.panels = h("div", { className: "panels" });
      own.tabs = view.parts(own.list, tab);
      own.gone = new AbortController();
      const node = h("div", { className: "tabs" }, own.panels, own.list);
      // The order of focus follows the layout: first on a wide page, as in style.css.
      const wide = matchMedia("(width > 50rem)");
      const arrange = () => place(node, own.list, wide.matches ? own.panels : null);
      wide.addEventListener("change", arrange, { signal: own.gone.signal });
      arrange();
      return node;
    },
    set: { tabs: ({ own }, tabs) => own.tabs.show(tabs) },
    end: ({ own }) => own.gone.abort(),
    done({ own, data, scope: { stage } }) {
      for (const tab of own.tabs.views) {
        const selected = tab.data.id === data.selected;
        tab.node.ariaSelected = String(selected);
        tab.node.tabIndex = selected ? 0 : -1;
        tab.own.panel.inert = !selected;
        if (!selected || tab.own.panel === tab.parent.own.shown) continue;
        stage.motion.show(tab.parent, "selected", tab.own.panel);
        // A long bar scrolls.
        stage.later(() => { own.list.scrollLeft = tab.node.offsetLeft - (own.list.clientWidth - tab.node.offsetWidth) / 2; });
      }
    },
  },
  switched: {
    make: () => h("div", { className: "switched" }),
    set: {
      child(view, id) {
        const node = id === undefined ? undefined : view.scope.model(id).node;
        if (node === view.own.shown) return;
        if (node) view.node.append(node);
        view.scope.stage.motion.show(view, "child", node, { gone: true });
      },
    },
  },
  split: {
    make(view) {
      view.own.sidebar = h("nav", { className: "sidebar" });
      view.own.detail = h("div", { className: "detail" });
      const onclick = () => view.send("back", { depth: 0 });
      return h("div", { className: "split" }, h("button", { className: "back", ariaLabel: words.back, onclick }),
        view.own.sidebar, view.own.detail);
    },
    set: { sidebar: slot("sidebar"), detail: slot("detail") },
    done: ({ node, data }) => attribute(node, "data-detail", data.detail !== undefined),
  },
  // The stage gives it a scope of its own, because the same document may be in several places.
  shared: {
    make: () => h("div", { className: "shared" }),
    set: { document: (view, id) => view.scope.stage.place(view, id) },
    end: (view) => view.scope.stage.place(view),
  },
  custom: components,
  unknown: {
    make({ data, scope }) {
      scope.stage.report(data.kind);
      return h("div", { className: "placeholder", textContent: words.unknown(data.kind) });
    },
  },
};

/** Members that any model may have. @type {Record<string, Setter>} */
export const everyModel = {
  presented(view, presented) {
    view.own.presented ??= view.parts(view.scope.stage.layers, presentation);
    view.own.presented.show(presented ? [presented] : []);
  },
};
