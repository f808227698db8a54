import { defineElement } from "../view/components.js";
import { h } from "../view/dom.js";

// The elements of the operators' console.

/** A window as its user sees it, at its original size, scaled down to fit. */
defineElement("mirror", (host, _, signal) => {
  const frame = h("iframe", { title: "What the user sees", tabIndex: -1 });
  /** @type {{window?: string, width?: number, height?: number, past?: any}} */
  let shown = {};
  let ready = false;
  const tell = () => {
    if (ready) frame.contentWindow?.postMessage({ past: shown.past }, location.origin);
  };
  const fit = () => {
    const scale = Math.min(1, host.clientWidth / (shown.width || 1));
    frame.style.scale = String(scale);
    host.style.maxWidth = `${(shown.width || 0) + 2}px`;
    host.style.height = `${(shown.height || 0) * scale}px`;
  };
  host.classList.add("mirror");
  host.append(frame);
  new ResizeObserver(fit).observe(host);
  addEventListener("message", ({ data, source, origin }) => {
    if (source !== frame.contentWindow || origin !== location.origin || data !== "ready") return;
    ready = true;
    tell();
  }, { signal });
  return (properties) => {
    if (properties.window !== shown.window) frame.src = `/admin/mirror#${properties.window}`;
    shown = properties;
    frame.style.width = `${shown.width}px`;
    frame.style.height = `${shown.height}px`;
    fit();
    tell();
  };
});

/** A document as a tree, with the latest changes marked. Open branches stay open. */
defineElement("tree", (host) => {
  /** @type {Set<string>} */
  const open = new Set(["", "/models"]);
  host.classList.add("tree");
  /** @param {string} path @param {string} name @param {any} value @param {string[]} changed @returns {HTMLElement} */
  const branch = (path, name, value, changed) => {
    const touched = changed.some((one) => one === path || one.startsWith(path + "/"));
    const label = h("span", { className: "key", textContent: name });
    if (value === null || typeof value !== "object") {
      const leaf = h("div", {}, label, " ", h("code", { textContent: JSON.stringify(value) }));
      leaf.toggleAttribute("data-changed", touched);
      return leaf;
    }
    const members = Object.entries(value);
    const hint = value.type ?? value.kind ?? (Array.isArray(value) ? `${members.length}` : "");
    const summary = h("summary", {}, label, " ", h("span", { className: "hint", textContent: String(hint) }));
    const node = h("details", { open: open.has(path) }, summary);
    node.toggleAttribute("data-changed", touched);
    const fill = () => node.append(...members.map(([key, member]) =>
      branch(`${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, key, member, changed)));
    if (node.open) fill();
    node.addEventListener("toggle", () => {
      if (node.open) open.add(path);
      else open.delete(path);
      if (node.open && node.children.length === 1) fill();
    });
    return node;
  };
  return ({ document: tree, changed = [] }) => {
    const focused = host.contains(document.activeElement)
      ? [...host.querySelectorAll("summary")].indexOf(/** @type {any} */ (document.activeElement)) : -1;
    host.replaceChildren(branch("", "document", tree, changed));
    if (focused >= 0) host.querySelectorAll("summary")[focused]?.focus({ preventScroll: true });
  };
});
