import { lookup } from "../protocol/lookup.js";
import { asAttribute, h } from "./dom.js";
import { elements } from "./elements.js";
import { words } from "./words.js";

/** The files of elements that a page loads when its document first names one. Each adds its own to `elements`, and has a style sheet beside it. @type {Record<string, string>} */
const fileOf = {
  table: "table", chart: "chart", gauge: "chart", comboBox: "combo-box", fileField: "file-field",
  code: "parts", quote: "parts", points: "parts", labeled: "parts", bubble: "parts", disclosure: "parts", unavailable: "parts", inspector: "parts",
};
/** The files whose style sheets a page or a shadow root has. @type {WeakMap<Node, Map<string, Promise<unknown>>>} */
const styled = new WeakMap();
/** The files that are there, by the node that has their styles. @type {WeakMap<Node, Set<string>>} */
const ready = new WeakMap();

/** The kind of an element, or of what holds its place until its file has come. @param {string} type @param {WindowView} windowView @returns {Kind} */
export function kindOf(type, { root }) {
  const file = lookup(fileOf, type);
  if (file && !ready.get(root.getRootNode())?.has(file)) return coming;
  return lookup(elements, type) ?? elements.unknown;
}

/** @type {Kind} */
const coming = {
  make(view) {
    fetched(view);
    return h("div", { className: "coming", ariaBusy: "true" });
  },
  // What its size depends on. It has no name: nobody is to find it as what it stands for.
  set: {
    children() {},
    label() {},
    as: asAttribute("data-as"),
    height: ({ node }, points) => node.style.setProperty("--height", points === undefined ? "" : `${Number(points) / 16}rem`),
  },
};

/** Makes an element again once its file has come. @param {View} view */
async function fetched(view) {
  const { data: { type }, scope: { windowView: { root } } } = view;
  const file = fileOf[type], around = root.getRootNode();
  try {
    await Promise.all([script(file), styles(around, file)]);
  } catch (error) {
    // The next element of this kind asks for it again.
    console.warn(error);
    view.node.replaceWith(view.node = h("span", { className: "placeholder", textContent: words.unknown(type) }));
    return;
  }
  ready.set(around, (ready.get(around) ?? new Set()).add(file));
  if (view.among?.views.includes(view)) view.among.remake(view);
}

/** How often a file could not be had. @type {Record<string, number>} */
const failures = {};

/** Imports a file. Firefox does not ask again at an address where it could not be had, so the next attempt has another. @param {string} file @param {string} [beside] the address of a module in the same folder */
export async function script(file, beside = import.meta.url) {
  const before = failures[file];
  try {
    return await import(new URL(`${file}.js${before ? `?${before}` : ""}`, beside).href);
  } catch (error) {
    failures[file] = (before ?? 0) + 1;
    throw error;
  }
}

/** The style sheet of a file, which resolves when it is there. @param {Node} around @param {string} file @param {string} [beside] the address of a module in the same folder */
export function styles(around, file, beside = import.meta.url) {
  const known = styled.get(around) ?? new Map();
  styled.set(around, known);
  if (!known.has(file)) {
    known.set(file, styleSheet(around, new URL(`${file}.css`, beside).href).catch((error) => {
      known.delete(file);
      throw error;
    }));
  }
  return known.get(file);
}

/** @param {Node} around @param {string} href */
function styleSheet(around, href) {
  const link = h("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: () => reject(new Error(href)) }));
  (around instanceof Document ? around.head : /** @type {ShadowRoot} */ (around)).append(link);
  return loaded;
}
