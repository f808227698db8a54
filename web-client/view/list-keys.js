import { focusables } from "./dom.js";
import { isComposing } from "./fields.js";

/** In a list or a table, arrow keys, Home and End move the focus from the button or link of one row to that of another. @param {HTMLElement} root @param {AbortSignal} [signal] */
export function listKeys(root, signal) {
  root.addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (!/^(Arrow(Up|Down)|Home|End)$/.test(key) || altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented || isComposing(event)) return;
    const row = target.matches("button, a") && target.closest("tbody > tr, .rows > *");
    if (!row) return;
    const list = row.closest("[data-of=section]")?.parentElement ?? row.parentElement;
    const rows = [...list?.querySelectorAll(":scope > *, section > .rows > *") ?? []].filter((one) => one === row || focusables(one).length && !one.querySelector("section"));
    const at = rows.indexOf(row), place = focusables(row).indexOf(/** @type {HTMLElement} */ (target));
    const next = { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1], Home: rows[0], End: rows.at(-1) }[key];
    if (!next || next === row) return;
    event.preventDefault();
    const controls = focusables(next);
    controls[Math.min(place, controls.length - 1)].focus();
  }, { signal });
}
