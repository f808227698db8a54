import { h } from "./dom.js";
import { words } from "./words.js";

/**
 * Draws a custom element in `host`, and returns a function that is called with the properties, at first and on each change.
 * `emit` sends an event to its `on` in Swift. `gone` is aborted when the element is removed: use it to end anything
 * outside `host`.
 * @typedef {(host: HTMLElement, emit: (name: string, value?: Json) => void, gone: AbortSignal) => (properties: any) => void} Component
 */

/** @type {Map<string, Component>} */
export const registry = new Map();

/**
 * Defines a custom element, before the first window is shown.
 * @param {string} name its name in Swift's `Component` @param {Component} component
 */
export const defineElement = (name, component) => registry.set(name, component);

/** A custom element: `{component, properties?, children?}`. @type {Kind} */
export const components = {
  make(view) {
    const { data, scope } = view;
    const { component } = data;
    const node = h("div", { className: "component" });
    const made = registry.get(component);
    if (!made) {
      scope.windowView.report(component);
      node.textContent = words.unknown(component);
      node.className = "placeholder";
    } else {
      view.state.gone = new AbortController();
      view.state.show = made(node, (name, value) => {
        // A model of the kind `custom` can send events; an element needs an id for that.
        if (data.kind) view.send(`custom:${name}`, value);
        else view.tell(`custom:${name}`, value);
      }, view.state.gone.signal);
    }
    return node;
  },
  set: {
    properties: ({ state }, properties = {}) => state.show?.(properties),
    // The children are elements inside an element, and models inside a model.
    children(view, children = []) {
      view.body ??= view.node.appendChild(h("div"));
      if (view.data.kind) view.body.replaceChildren(...children.map((/** @type {string} */ id) => view.scope.model(id).node));
      else (view.children ??= view.list(view.body)).show(children);
    },
  },
  end: ({ state }) => state.gone?.abort(),
};
