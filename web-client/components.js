import { h } from "./dom.js";
import { words } from "./words.js";

/**
 * Draws an app's own element in `host`, which is its alone; what it answers is told the properties, at first and at each change.
 * `emit` sends an event, which its `on` in Swift receives. `gone` is aborted when the element is no longer shown: whatever it
 * has begun outside of `host` ends with that.
 * @typedef {(host: HTMLElement, emit: (name: string, value?: Json) => void, gone: AbortSignal) => (properties: any) => void} Component
 */

/** @type {Map<string, Component>} */
export const registry = new Map();

/**
 * Teaches this page an element of the app's own, before its first window comes.
 * @param {string} name as `Component` in Swift gives it @param {Component} component
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
      view.own.gone = new AbortController();
      view.own.show = made(node, (name, value) => {
        // A model of the kind `custom` speaks for itself, an element needs an id.
        if (data.kind) view.send(`custom:${name}`, value);
        else view.tell(`custom:${name}`, value);
      }, view.own.gone.signal);
    }
    return node;
  },
  set: {
    properties: ({ own }, properties = {}) => own.show?.(properties),
    // Elements inside an element, other models inside a model.
    children(view, children = []) {
      view.body ??= view.node.appendChild(h("div"));
      if (view.data.kind) view.body.replaceChildren(...children.map((/** @type {string} */ id) => view.scope.model(id).node));
      else (view.children ??= view.list(view.body)).show(children);
    },
  },
  end: ({ own }) => own.gone?.abort(),
};
