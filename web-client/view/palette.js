import { attribute, h, isUsable, unique } from "./dom.js";
import { isComposing } from "./fields.js";
import { words } from "./words.js";

/** How many commands are shown at a time. */
const most = 50;

/** The words on a button, without its key. @param {Element} node */
const nameOf = (node) =>
  node.ariaLabel ?? [...node.childNodes].map((child) => (child instanceof Element && child.matches("kbd") ? "" : child.textContent)).join("").trim();

/** What can be pressed on the topmost layer: the commands of its screens, and then its buttons, links and tabs. @param {Element} top */
function commandsOf(top) {
  /** @type {Map<string, {name: string, group: string, key: string, node: HTMLElement}>} */
  const found = new Map();
  const all = [...top.querySelectorAll(":is(.commands, .command-menu) :is(.button, .link)"), ...top.querySelectorAll(".button, .navigation, .tab, .link")];
  for (const node of /** @type {HTMLElement[]} */ (all)) {
    const name = nameOf(node);
    if (!name || !isUsable(node)) continue;
    const group = /** @type {HTMLElement | null} */ (node.closest(".command-menu"))?.dataset.name ?? "";
    const key = `${group}\n${name}`;
    if (!found.has(key)) found.set(key, { name, group, key: node.querySelector("kbd")?.textContent ?? "", node });
  }
  return [...found.values()];
}

/** Shows a field in which one finds what can be done now, and does it. @param {WindowView} windowView */
export function openPalette({ root }) {
  const top = [...root.querySelectorAll("dialog:modal")].at(-1) ?? root;
  // A question is to be answered first.
  if (top.matches(".alert, .dialog, .palette")) return;
  const commands = commandsOf(top);
  if (!commands.length) return;
  let at = 0;
  /** @type {typeof commands} */
  let shown = [];
  const list = h("ul", { role: "listbox", id: unique(), ariaLabel: words.commands });
  const none = h("p", { role: "status" });
  const field = h("input", { type: "text", role: "combobox", autocomplete: "off", ariaExpanded: "true", ariaLabel: words.commands, placeholder: words.findCommand });
  attribute(field, "aria-controls", list.id);
  const dialog = h("dialog", { className: "palette" }, field, list, none);

  /** @param {number} index */
  function mark(index) {
    at = index;
    [...list.children].forEach((node, place) => { node.ariaSelected = String(place === at); });
    attribute(field, "aria-activedescendant", list.children[at]?.id);
    list.children[at]?.scrollIntoView({ block: "nearest" });
  }

  function show() {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rank = (/** @type {string} */ name) => (name.toLowerCase().startsWith(wanted[0] ?? "") ? 0 : 1);
    shown = commands
      .filter(({ name, group }) => wanted.every((word) => `${group} ${name}`.toLowerCase().includes(word)))
      .sort((one, other) => rank(one.name) - rank(other.name)).slice(0, most);
    list.replaceChildren(...shown.map((command) => {
      const row = h("li", { role: "option", id: unique(), onclick: () => run(command) }, h("span", { textContent: command.name }));
      if (command.group) row.append(h("span", { className: "detail", textContent: command.group }));
      if (command.key) row.append(h("kbd", { textContent: command.key }));
      return row;
    }));
    none.textContent = shown.length ? "" : words.nothingFound;
    mark(0);
  }

  /** @param {{node: HTMLElement}} [command] */
  function run(command) {
    if (!command) return;
    dialog.close();
    if (command.node.isConnected && isUsable(command.node)) command.node.click();
  }

  field.oninput = show;
  dialog.onclick = ({ target }) => { if (target === dialog) dialog.close(); };
  dialog.onclose = () => dialog.remove();
  dialog.onkeydown = (event) => {
    if (isComposing(event)) return;
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way && shown.length) mark((at + way + shown.length) % shown.length);
    else if (event.key === "Enter") run(shown[at]);
    else return;
    event.preventDefault();
  };
  show();
  root.append(dialog);
  dialog.showModal();
  field.focus();
}
