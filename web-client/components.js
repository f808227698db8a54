import { h } from "./dom.js";
import { words } from "./words.js";

/** @typedef {(host: HTMLElement, emit: (name: string, value?: Json) => void) => (properties: any) => void} Component */

/** @type {Map<string, Component>} */
export const registry = new Map();

/**
 * Teaches this page a custom element: `component` makes it in a host and answers how to show its properties.
 * @param {string} name @param {Component} component
 */
export const defineElement = (name, component) => registry.set(name, component);

/** An app's own element: `{component, properties?, children?}`. @type {Kind} */
export const components = {
  make(view) {
    const { data, scope } = view;
    const { component } = data;
    const node = h("div", { className: "component" });
    const made = registry.get(component);
    if (!made) {
      scope.stage.report(component);
      node.textContent = words.unknown(component);
      node.className = "placeholder";
    } else {
      view.body = h("div");
      view.own.show = made(node, (name, value) => {
        // A model of the kind `custom` speaks for itself, an element needs an id.
        if (data.kind) view.send(`custom:${name}`, value);
        else view.tell(`custom:${name}`, value);
      });
      node.append(view.body);
    }
    return node;
  },
  set: {
    properties: ({ own }, properties = {}) => own.show?.(properties),
    // Elements inside an element, other models inside a model.
    children(view, children = []) {
      if (view.data.kind) view.body?.replaceChildren(...children.map((/** @type {string} */ id) => view.scope.model(id).node));
      else (view.children ??= view.list(view.body ?? view.node)).show(children);
    },
  },
};
