import { attribute } from "./dom.js";

const namespace = "http://www.w3.org/2000/svg";
/** How many icons a request may name. */
const most = 64;

/** The client's own, which must be there when the server is not. From Bootstrap Icons, MIT. */
const ownIcons = {
  "chevron-left": "M11.354 1.646a.5.5 0 0 1 0 .708L5.707 8l5.647 5.646a.5.5 0 0 1-.708.708l-6-6a.5.5 0 0 1 0-.708l6-6a.5.5 0 0 1 .708 0z",
  "chevron-right": "M4.646 1.646a.5.5 0 0 1 .708 0l6 6a.5.5 0 0 1 0 .708l-6 6a.5.5 0 0 1-.708-.708L10.293 8 4.646 2.354a.5.5 0 0 1 0-.708z",
  "chevron-down": "M1.646 4.646a.5.5 0 0 1 .708 0L8 10.293l5.646-5.647a.5.5 0 0 1 .708.708l-6 6a.5.5 0 0 1-.708 0l-6-6a.5.5 0 0 1 0-.708z",
  xmark: "M2.146 2.854a.5.5 0 1 1 .708-.708L8 7.293l5.146-5.147a.5.5 0 0 1 .708.708L8.707 8l5.147 5.146a.5.5 0 0 1-.708.708L8 8.707l-5.146 5.147a.5.5 0 0 1-.708-.708L7.293 8 2.146 2.854Z",
  // In place of an icon that does not exist.
  missing: "M3 1h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2zm0 1a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V3a1 1 0 0 0-1-1z",
};

/** @param {string} path */
function shape(path) {
  const node = document.createElementNS(namespace, "path");
  node.setAttribute("d", path);
  return node;
}

/** The shapes of each known icon. @type {Map<string, Element[]>} */
const known = new Map(Object.entries(ownIcons).map(([name, path]) => [name, [shape(path)]]));
/** The icons that are shown and not there yet. @type {Map<string, Set<SVGElement>>} */
const waiting = new Map();
let isLoading = false;
/** Icons that point somewhere, and so turn round where one reads from right to left. */
const pointing = /^(arrow|chevron|caret|box-arrow|reply|forward)(?!.*(up|down|clockwise|repeat))/;

/** An icon, which is empty until the server has sent its shapes. @param {string} name */
export function icon(name) {
  const node = document.createElementNS(namespace, "svg");
  node.setAttribute("viewBox", "0 0 16 16");
  node.setAttribute("aria-hidden", "true");
  node.setAttribute("class", "icon");
  draw(node, name);
  return node;
}

/** @param {SVGElement} node @param {string} name */
function draw(node, name) {
  for (const nodes of waiting.values()) nodes.delete(node);
  attribute(node, "data-icon", name);
  attribute(node, "data-turns", pointing.test(name));
  const shapes = known.get(name);
  node.replaceChildren(...(shapes ?? []).map((one) => one.cloneNode(true)));
  if (shapes) return;
  waiting.set(name, (waiting.get(name) ?? new Set()).add(node));
  if (!isLoading) queueMicrotask(load);
  isLoading = true;
}

/** Asks for all icons that are missing at once. */
async function load() {
  const names = [...waiting.keys()].slice(0, most);
  isLoading = !!names.length;
  if (!isLoading) return;
  try {
    // Names of another form can't be asked for, and no icon has one.
    const good = names.filter((name) => /^[A-Za-z0-9.-]{1,64}$/.test(name)).sort();
    const response = good.length ? await fetch(new URL(`icons/${good.join("+")}.svg`, import.meta.url)) : undefined;
    if (response && !response.ok) throw new Error(`${response.status}`);
    const sprite = new DOMParser().parseFromString((await response?.text()) ?? "<svg/>", "image/svg+xml");
    for (const symbol of sprite.querySelectorAll("symbol")) known.set(symbol.id, [...symbol.children].map((child) => document.importNode(child, true)));
    for (const name of names) {
      if (!known.has(name)) console.warn(`No icon is called “${name}”.`);
      const shapes = known.get(name) ?? known.get("missing") ?? [];
      known.set(name, shapes);
      for (const node of waiting.get(name) ?? []) node.replaceChildren(...shapes.map((one) => one.cloneNode(true)));
      waiting.delete(name);
    }
  } catch (error) {
    // The next icon that is shown asks again for these, too.
    console.warn(error);
    isLoading = false;
    return;
  }
  load();
}

/** Shows an icon before what else is in the node. @type {Setter} */
export function symbol({ node, state }, name) {
  attribute(node, "data-icon", name);
  if (!name) {
    state.icon?.remove();
    state.icon = undefined;
  } else if (state.icon) {
    draw(state.icon, name);
  } else {
    node.prepend(state.icon = icon(name));
  }
}
