import { components } from "./components.js";
import { controls } from "./controls.js";
import { asAttribute, attribute, focusedAround, h, isElsewhere, safe, tokens, write } from "./dom.js";
import { help, problem, required } from "./fields.js";
import { showPicture } from "./files.js";
import { icon, symbol } from "./icons.js";
import { shortcut } from "./key-names.js";
import { menuItems, popup } from "./popup.js";
import { endTime, setTime } from "./relative-time.js";
import { words } from "./words.js";

/** @type {Setter} */
const caption = (view, text) => write(view.state.words, text);

/** A button or link: its label is a text or children. @param {string} className @param {string} [sign] an icon behind the label @returns {Kind} */
const pressed = (className, sign) => ({
  make(view) {
    view.state.words = h("span");
    // With an address it can also be opened in another window.
    const node = h(safe(view.data.url) ? "a" : "button", { className }, view.state.words);
    if (sign) node.append(icon(sign));
    node.onclick = (event) => {
      if (node instanceof HTMLAnchorElement) {
        if (isElsewhere(event, node)) return;
        event.preventDefault();
      }
      view.tell("tap");
    };
    return node;
  },
  set: { text: caption, symbol, role: asAttribute("data-role"), url: asAttribute("href", safe) },
});

/** @param {string} className @returns {Kind} */
const box = (className) => ({
  make: () => h("div", { className }),
  set: {
    spacing: ({ node }, points) => node.style.setProperty("--gap", points === undefined ? "" : `${points / 16}rem`),
    align: asAttribute("data-align"),
    axis: asAttribute("data-axis"),
    columns: ({ node }, columns) => node.style.setProperty("--columns", columns ? `repeat(${Number(columns)}, minmax(0, 1fr))` : ""),
  },
});

/** Rows, each in a node of its own. @param {string} wrap @returns {Setter} */
export const rows = (wrap) => (view, children) =>
  (view.children ??= view.list(view.body ?? view.node, wrap)).show(children);

/** Its contents are in a node of their own, which pushes them up as it grows while their end is in sight. @param {View} view @param {HTMLElement} node */
function stayAtEnd(view, node) {
  let isAtEnd = true;
  node.role = "log";
  view.body = h("div", { className: "vstack" });
  node.append(view.body);
  node.addEventListener("scroll", () => { isAtEnd = node.scrollHeight - node.scrollTop - node.clientHeight < 8; });
  view.state.watch = new ResizeObserver(() => { if (isAtEnd) node.scrollTop = node.scrollHeight; });
  view.state.watch.observe(node);
  view.state.watch.observe(view.body);
}

/** A row of such a table: its children are the cells. @type {Kind} */
const row = { make: () => h("tr"), set: { children: rows("td") } };

/** A table in running text, whose rows are in the document. @type {Kind} */
const tabular = {
  make(view) {
    view.state.head = h("tr");
    view.body = h("tbody");
    view.control = h("table", {}, h("thead", {}, view.state.head), view.body);
    const node = h("div", { className: "table" }, view.control);
    // A table that is too wide scrolls in place, by keyboard too.
    view.state.watch = new ResizeObserver(() => attribute(node, "tabindex", node.scrollWidth > node.clientWidth && "0"));
    view.state.watch.observe(node);
    view.state.watch.observe(view.control);
    return node;
  },
  set: {
    columns: ({ state }, columns = []) =>
      state.head.replaceChildren(...columns.map((/** @type {{title: string}} */ { title }) => h("th", { scope: "col", textContent: title }))),
    children: (view, rows) => (view.children ??= view.parts(view.body ?? view.node, row)).show(rows),
  },
  end: ({ state }) => state.watch.disconnect(),
};

/** Reports the scroll position, at most ten times a second. @param {View} view */
function scrolled(view) {
  view.state.scrolling ??= setTimeout(() => {
    const { scrollTop, scrollLeft, scrollHeight, clientHeight, scrollWidth, clientWidth } = view.node;
    const room = scrollHeight - clientHeight + scrollWidth - clientWidth;
    view.state.scrolling = undefined;
    view.tell("scrolled", { fraction: room > 0 ? Math.min(1, (scrollTop + Math.abs(scrollLeft)) / room) : 0 });
  }, 100);
}

/** Without a letter, it is read from left to right in every language: a sign stands before its number. @type {Setter} */
function textOf(view, text) {
  caption(view, text);
  attribute(view.node, "data-figures", typeof text === "string" && !/\p{L}/u.test(text));
}

/** @param {View} view */
function textStyle({ node, data }) {
  const style = tokens(data.style) ?? "";
  // A heading of level 0 is none.
  const level = (data.heading ?? (/\btitle/.test(style) && 2)) || undefined;
  attribute(node, "data-style", style || undefined);
  attribute(node, "role", level && "heading");
  attribute(node, "aria-level", level);
}

/** @type {Record<string, Kind>} */
export const elements = {
  text: { make: (view) => (view.state.words = h("span", { className: "text" })), set: { text: textOf, style: textStyle, heading: textStyle } },
  time: {
    make: (view) => (view.state.words = h("time", { className: "text" })),
    set: { text: setTime, style: textStyle },
    end: endTime,
  },
  button: pressed("button"),
  navigationLink: pressed("navigation", "chevron-right"),
  link: {
    make(view) {
      view.state.words = h("span");
      const node = h("a", { className: "link", rel: "noopener" }, view.state.words);
      node.onclick = (event) => {
        const { url, download } = view.data;
        if (download === undefined || isElsewhere(event, node)) return;
        event.preventDefault();
        view.scope.windowView.delegate.save(/** @type {string} */ (safe(url)), download);
      };
      return node;
    },
    set: {
      text: caption,
      symbol,
      url: asAttribute("href", safe),
      download: asAttribute("download"),
      target: asAttribute("target", (target) => target === "_blank" && target),
    },
  },
  image: {
    make: ({ data }) => (data.symbol ? h("span", { className: "symbol" }) : h("img", { alt: "", loading: "lazy" })),
    set: {
      symbol,
      url: (view, url) => void showPicture(view, safe(url)),
      label({ node }, label) {
        attribute(node, node.localName === "img" ? "alt" : "aria-label", label ?? "");
        attribute(node, "role", label && "img");
      },
    },
  },
  progress: {
    make(view) {
      view.control = h("progress");
      view.state.words = h("span");
      return h("label", { className: "progress" }, view.state.words, view.control);
    },
    set: {
      label: caption,
      value: asAttribute("value", undefined, "control"),
      total: asAttribute("max", undefined, "control"),
    },
  },
  spacer: box("spacer"),
  divider: { make: () => h("hr") },
  vstack: box("vstack"),
  hstack: box("hstack"),
  zstack: box("zstack"),
  grid: box("grid"),
  tabular,
  scroll: {
    make(view) {
      const node = h("div", { className: "scroll", tabIndex: 0 });
      if (view.data.anchor) stayAtEnd(view, node);
      return node;
    },
    set: { ...box("").set, scrolled: (view, asked) => { view.node.onscroll = asked ? () => scrolled(view) : null; } },
    end: ({ state }) => state.watch?.disconnect(),
  },
  list: { make: () => h("ul", { className: "rows" }), set: { children: rows("li") } },
  section: {
    make(view) {
      const listed = view.parent?.data.type === "list";
      view.state.header = h("h2");
      view.state.footer = h("p");
      view.body = h(listed ? "ul" : "div", { className: "rows" });
      view.children = view.list(view.body, listed ? "li" : "div");
      return h("section", {}, view.state.header, view.body, view.state.footer);
    },
    set: {
      header: (view, text) => write(view.state.header, text),
      footer: (view, text) => write(view.state.footer, text),
    },
  },
  form: {
    make(view) {
      const node = h("form", { className: "rows", noValidate: true });
      node.onsubmit = (event) => {
        event.preventDefault();
        view.tell("submit");
      };
      return node;
    },
    set: { children: rows("div") },
  },
  menu: {
    make(view) {
      const { node } = Object.assign(view, { node: pressed("button menu-button", "chevron-down").make(view) });
      node.ariaHasPopup = "menu";
      node.onclick = () => popup(view, "children", node.getBoundingClientRect());
      return node;
    },
    set: { text: caption, symbol, children: menuItems("children") },
  },
  // Buttons without a place on the screen, which keys and the field for commands press.
  commands: { make: () => h("div", { className: "commands", hidden: true }) },
  commandMenu: { make: () => h("div", { className: "command-menu" }), set: { text: asAttribute("data-name") } },
  webView: {
    make: () => h("iframe", { className: "web", sandbox: "allow-scripts allow-forms allow-popups" }),
    set: {
      url: asAttribute("src", safe),
      label: asAttribute("title"),
    },
  },
  ...controls,
  component: components,
  unknown: {
    make: ({ data, scope }) => {
      scope.windowView.report(data.type);
      return h("span", { className: "placeholder", textContent: words.unknown(data.type) });
    },
    set: { children() {} },
  },
};

/** What a control does not do while it is disabled and keeps the focus. */
const usesOfControls = ["click", "pointerdown", "mousedown", "keydown", "beforeinput"];

/** @param {Event} event */
function preventUse(event) {
  if (event instanceof KeyboardEvent && /^(Tab|Escape)$/.test(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Disables a control, which keeps the focus that it has: `disabled` would take it away for good. @param {any} node @param {boolean} disabled */
function disable(node, disabled) {
  const keepsFocus = disabled && node.contains(focusedAround(node));
  node.disabled = disabled && !keepsFocus;
  attribute(node, "aria-disabled", keepsFocus && "true");
  const listens = keepsFocus ? "addEventListener" : "removeEventListener";
  for (const name of usesOfControls) node[listens](name, preventUse, true);
  node[listens]("focusout", disableOnceLeft);
}

/** The focus leaves a disabled control. @param {FocusEvent} event */
function disableOnceLeft({ currentTarget, relatedTarget }) {
  const node = /** @type {HTMLElement} */ (currentTarget);
  if (!node.contains(/** @type {Node | null} */ (relatedTarget))) disable(node, true);
}

/** Members that any element may have. @type {Record<string, Setter>} */
export const everyElement = {
  id: asAttribute("data-element"),
  style: asAttribute("data-style", tokens),
  problem,
  help,
  required,
  shortcut,
  // The app's own, which its style sheet knows.
  class({ node, state }, names) {
    node.classList.remove(...(state.classes ?? []));
    state.classes = String(names ?? "").split(" ").filter(Boolean).map((name) => `app-${name}`);
    node.classList.add(...state.classes);
  },
  source: asAttribute("data-source"),
  label(view, label) {
    const node = view.control ?? view.node;
    if (/^(div|span)$/.test(node.localName) && node.role !== "log") attribute(node, "role", label && (node.localName === "div" ? "group" : "img"));
    attribute(node, "aria-label", label);
    // An icon alone says what it does to those who see it, too.
    if (/^(a|button)$/.test(node.localName)) attribute(node, "title", view.data.symbol && !view.data.text && label);
  },
  // It keeps its space but is invisible.
  hidden: asAttribute("data-hidden", Boolean),
  selected: asAttribute("aria-current", (selected) => selected && "true"),
  disabled(view, disabled) {
    const node = view.control ?? view.node;
    if ("disabled" in node) disable(node, !!disabled);
    else node.inert = !!disabled;
    attribute(view.node, "data-disabled", !!disabled);
  },
  // If the server tracks the focus, it sends this member, and gets the changes.
  focused(view, focused) {
    const node = view.control ?? view.node;
    const { fields } = view.scope.windowView;
    node.onfocus = () => fields.went(view, "focus");
    node.onblur = () => fields.went(view, "blur");
    if (fields.isAhead(view)) return;
    if (focused) view.scope.windowView.want(node);
    else if (focused === false) view.scope.windowView.later(() => { if (node === focusedAround(node)) node.blur(); });
  },
  children: (view, children) => (view.children ??= view.list(view.body ?? view.node)).show(children),
  contextMenu(view, items) {
    menuItems("contextMenu")(view, items);
    attribute(view.node, "data-menu", !!items);
    view.node.oncontextmenu = items && ((event) => {
      event.preventDefault();
      event.stopPropagation();
      const { left, top, bottom } = view.node.getBoundingClientRect();
      const at = event.button === 2 ? { left: event.clientX, top: event.clientY, bottom: event.clientY } : { left, top, bottom };
      const open = () => popup(view, "contextMenu", at);
      // In browsers that open the menu on press, releasing the button outside the menu closes it.
      if (event.buttons & 2) addEventListener("pointerup", open, { once: true });
      else open();
    });
  },
};
