import { home } from "../protocol/names.js";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, unknown>} [properties] @param {(Node | string)[]} children
 */
export function h(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), tag === "button" && { type: tag }, properties);
  node.append(...children);
  return node;
}

/** The focused element of the node's document or shadow root (a document would return the host). @param {Node} node */
export const focusedAround = (node) => /** @type {Document} */ (node.getRootNode()).activeElement ?? null;

const focusable = "button, a[href], input, select, textarea, summary, [tabindex=\"0\"]";

/** Whether an element can have the focus. @param {Element} node */
export const isReachable = (node) => !node.closest("[inert], :disabled") && node.checkVisibility?.({ visibilityProperty: true }) !== false;

/** Whether a button or link can be pressed. A command has no place of its own: it can be if its screen is seen. @param {Element} node */
export const isUsable = (node) => !node.closest("[inert], :disabled, [aria-disabled=true]") && isReachable(node.closest(".commands")?.closest(".screen") ?? node);

/** @param {Element} node @returns {HTMLElement[]} */
export const focusables = (node) =>
  /** @type {HTMLElement[]} */ ([node, ...node.querySelectorAll(focusable)]).filter((one) => one.matches(focusable) && isReachable(one));

/** What is behind a node in its screen and can have the focus, or else what is before it. @param {Node} node */
export function successor(node) {
  const all = focusables((node instanceof Element ? node : node.parentElement)?.closest(".screen") ?? document.body);
  return all.find((one) => node.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING && !node.contains(one)) ??
    all.findLast((one) => node.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING);
}

/** Moves a node before another without losing its focus, frames and scroll position. @param {Node & {moveBefore?: Function}} host @param {Node} node @param {Node | null} before */
export function place(host, node, before) {
  if (host.moveBefore && node.isConnected && host.isConnected) return host.moveBefore(node, before);
  const focused = focusedAround(node);
  const holds = node.contains(focused);
  host.insertBefore(node, before);
  if (holds && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/** Whether the browser handles a click on a link, because it is for another tab or window. @param {MouseEvent} event @param {HTMLAnchorElement} link */
export const isElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }, { target }) => ctrlKey || metaKey || shiftKey || altKey || target !== "";

const schemes = new Set(["http:", "https:", "mailto:", "tel:"]);

/** The URL if a page may follow it; otherwise `undefined`. @param {string | undefined} url */
export function safe(url) {
  if (url === undefined || !URL.canParse(url, home)) return;
  const { protocol, href } = new URL(url, home);
  // In a page of another server, relative URLs refer to Oriel's server.
  return !schemes.has(protocol) ? undefined : home.origin === location.origin ? url : href;
}

/** The direction in which a language is written. @param {string} lang */
export const direction = (lang) => (/^(ar|ckb|dv|fa|he|iw|ks|ps|sd|ug|ur|yi)\b/i.test(lang) ? "rtl" : "ltr");

/** Reloads this server's style sheets: each is removed once its replacement is loaded. @param {ParentNode} around @param {string} tag of the new ones */
export function restyle(around, tag) {
  for (const old of /** @type {NodeListOf<HTMLLinkElement>} */ (around.querySelectorAll("link[rel=stylesheet]"))) {
    if (!old.href.startsWith(home.href)) continue;
    const href = `${old.href.split("?")[0]}?${tag}`;
    const fresh = h("link", { rel: "stylesheet", href, onload: () => old.remove(), onerror: () => fresh.remove() });
    old.after(fresh);
  }
}

let ids = 0;

/** A unique id, because a document may be shown in several places. */
export const unique = () => `oriel-${++ids}`;

/** Sets or removes an attribute. @param {Element} node @param {string} name @param {unknown} value */
export function attribute(node, name, value) {
  if (value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

/**
 * A setter that shows a member as an attribute of the view's node, or of its control.
 * @param {string} name @param {(value: any) => unknown} [read] @param {"node" | "control"} [part] @returns {Setter}
 */
export const asAttribute = (name, read = (value) => value, part = "node") => (view, value) => attribute(view[part], name, read(value));

/** Opens a popup beside a rectangle, on a side with room. @param {HTMLElement} popup @param {{left: number, right?: number, top: number, bottom: number}} rect */
export function anchor(popup, rect) {
  const { offsetWidth: width, offsetHeight: height } = popup;
  const below = rect.bottom + height + 12 < innerHeight || rect.top < height;
  const start = getComputedStyle(popup).direction === "rtl" ? (rect.right ?? rect.left) - width : rect.left;
  const left = Math.max(8, Math.min(start, innerWidth - width - 8));
  const top = Math.max(8, below ? Math.min(rect.bottom + 4, innerHeight - height - 8) : rect.top - height - 4);
  popup.style.inset = `${top}px auto auto ${left}px`;
}

/** A string, or runs of it with styles and links; a changed string changes one text node. @param {HTMLElement} node @param {string | any[]} text */
export function write(node, text = "") {
  if (typeof text !== "string") node.replaceChildren(...text.map(run));
  else if (node.firstChild instanceof Text && !node.firstChild.nextSibling) node.firstChild.data = text;
  else node.textContent = text;
}

/** @param {string | {text: string, style?: string | string[], url?: string, label?: string}} run */
function run(run) {
  if (typeof run === "string") return run;
  const node = run.url ? h("a", { className: "link", textContent: run.text }) : h("span", { textContent: run.text });
  attribute(node, "href", safe(run.url));
  attribute(node, "data-style", tokens(run.style));
  attribute(node, "aria-label", run.label);
  if (!run.url) attribute(node, "role", run.label && "img");
  return node;
}

/** @param {string | string[] | undefined} style */
export const tokens = (style) => (Array.isArray(style) ? style.join(" ") : style);
