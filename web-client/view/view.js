import { lookup } from "../protocol/lookup.js";
import { Children, shapeOf } from "./children.js";
import { elements, everyElement } from "./elements.js";
import { everyModel, kinds } from "./kinds.js";
import { kindOf } from "./optional.js";

/** A JSON object of the document and the DOM node that shows it. */
export class View {
  /** @type {Children | undefined} */
  children;
  /** @type {string | undefined} */
  type;
  /** State outside the document: held text, open popups and the like. @type {any} */
  state = {};
  /** All lists of views inside. @type {Set<Children>} */
  lists = new Set();
  /** The list it is in. @type {Children | undefined} */
  among;

  /**
   * @param {any} data @param {Kind} kind @param {Record<string, any>} members of every such kind
   * @param {Scope} scope @param {string} model the model it belongs to @param {View} [parent]
   */
  constructor(data, kind, members, scope, model, parent) {
    this.data = data;
    this.kind = kind;
    this.members = members;
    this.scope = scope;
    this.model = model;
    this.parent = parent;
    /** Sends in its own way what the elements inside send. @type {((event: Omit<WindowEvent, "id" | "model">) => number | undefined) | undefined} */
    this.relay = parent?.relay;
    /** @type {any} the node for focus, label and `disabled` */
    this.control = undefined;
    /** @type {HTMLElement | undefined} where children go */
    this.body = undefined;
    /** @type {HTMLElement | undefined} */
    this.wrapper = undefined;
    this.shape = shapeOf(data);
    try {
      this.node = kind.make(this);
    } catch (error) {
      // A custom element that fails doesn't affect others.
      console.error(error);
      this.kind = data.type ? elements.unknown : kinds.unknown;
      this.members = {};
      this.node = this.kind.make(this);
    }
    scope.views.set(data, this);
    this.update(Object.keys(data));
  }

  /** The node that stands in the parent's. */
  get outer() {
    return this.wrapper ?? this.node;
  }

  /** Shows the current values of these members. A failure doesn't affect others. @param {Iterable<string>} keys */
  update(keys) {
    if (this.among && shapeOf(this.data) !== this.shape) return this.among.remake(this);
    for (const key of keys) {
      const set = lookup(this.kind.set, key) ?? lookup(this.members, key);
      attempt(() => set?.(this, this.data[key]));
    }
    attempt(() => this.kind.done?.(this));
  }

  /** Switches to another object, updating only the differences. @param {any} data */
  adopt(data) {
    const was = this.data;
    this.data = data;
    this.scope.views.set(data, this);
    const keys = Object.keys({ ...was, ...data });
    this.update(keys.filter((key) => typeof data[key] === "object" || data[key] !== was[key]));
  }

  remove() {
    this.end();
    if (this.kind.remove) this.kind.remove(this);
    else this.outer.remove();
  }

  /** Stops ongoing work of this view and all inside it. */
  end() {
    for (const { views } of this.lists) for (const view of views) view.end();
    this.state.popup?.remove();
    attempt(() => this.kind.end?.(this));
  }

  /** Elements inside this one. @param {HTMLElement} host @param {string} [wrap] a tag around each */
  list(host, wrap) {
    return this.#children(host, (data) => {
      const view = this.scope.element(data, this.model, this);
      if (wrap) {
        view.wrapper = document.createElement(wrap);
        view.wrapper.dataset.of = data.type;
        view.wrapper.append(view.node);
      }
      return view;
    });
  }

  /** Objects of one kind inside this one: tabs, the pages of a stack. @param {HTMLElement} host @param {Kind} kind */
  parts(host, kind) {
    return this.#children(host, (data) => new View(data, kind, {}, this.scope, this.model, this));
  }

  /** @param {HTMLElement} host @param {(data: any) => View} make */
  #children(host, make) {
    const children = new Children(host, make);
    this.lists.add(children);
    return children;
  }

  /** An event of this element, or of its model if it has no id. @param {string} name @param {Json} [value] @param {TextBase} [over] */
  send(name, value, over) {
    const { model, data: { id: element } } = this;
    if (this.relay) return this.relay({ element, name, value });
    return this.scope.windowView.send({ model, element, name, value, ...(over && { over }) });
  }

  /** Sends an event only if it has an id to be known by. @param {string} name @param {Json} [value] @param {TextBase} [over] */
  tell(name, value, over) {
    if (this.data.id !== undefined) return this.send(name, value, over);
  }
}

/** A document on the screen: the window's own, or a shared one in one of its places. */
export class Scope {
  /** The view of each object. @type {WeakMap<object, {update(keys: Set<any>): void}>} */
  views = new WeakMap();
  /** @type {Map<string, View>} */
  models = new Map();

  /** @param {WindowView} windowView @param {any} tree @param {HTMLElement} host where the root goes */
  constructor(windowView, tree, host) {
    this.windowView = windowView;
    this.host = host;
    this.show(tree);
  }

  /** The view of a model, wherever its node is. @param {string} id */
  model(id) {
    const data = lookup(this.tree.models, id) ?? { kind: "missing" };
    let view = this.models.get(id);
    if (!view) {
      view = new View(data, lookup(kinds, data.kind) ?? kinds.unknown, everyModel, this, id);
      view.node.dataset.model = id;
      this.models.set(id, view);
    }
    return view;
  }

  /** @param {any} data @param {string} model @param {View} [parent] */
  element(data, model, parent) {
    const view = new View(data, kindOf(data.type, this.windowView), everyElement, this, model, parent);
    view.node.dataset.type = data.type;
    return view;
  }

  /** Shows the whole of another tree, keeping every node that still has its place. @param {any} tree */
  show(tree) {
    this.tree = tree;
    this.views.set(tree, { update: () => this.show(tree) });
    this.views.set(tree.models, { update: (ids) => this.#refresh(ids) });
    this.#refresh(this.models.keys());
    const { node } = this.model(tree.root);
    if (this.host.firstChild !== node) this.host.replaceChildren(node);
  }

  /** Shows what operations touched: each is answered by the innermost object that has a view. @param {Trail[]} trails */
  touch(trails) {
    const touched = new Map();
    for (const trail of trails) {
      const [holder, key] = trail.findLast(([holder]) => this.views.has(holder)) ?? [];
      const view = this.views.get(holder);
      touched.set(view, (touched.get(view) ?? new Set()).add(key));
    }
    // An animation of the patch moves what it moves.
    if (!trails.some(({ animation }) => animation)) {
      const views = [...touched].flatMap(([view, keys]) => (keys.has("body") || keys.has("children") ? view : []));
      this.windowView.motion.changes(views.flatMap((view) => view?.children ?? []));
    }
    for (const [view, keys] of touched) view?.update(keys);
  }

  /** This document is no longer on the screen. */
  leave() {
    for (const [id, view] of this.models) this.#drop(id, view);
  }

  /** What a model shows elsewhere goes with it. @param {string} id @param {View} view */
  #drop(id, view) {
    this.models.delete(id);
    view.state.presented?.show();
    view.end();
  }

  /** Models came, went, or are other objects now. @param {Iterable<string>} ids */
  #refresh(ids) {
    for (const id of ids) {
      const view = this.models.get(id);
      const data = lookup(this.tree.models, id);
      if (!view || view.data === data) continue;
      if (data && shapeOf(data) === view.shape) {
        view.adopt(data);
        continue;
      }
      this.#drop(id, view);
      if (data) view.node.replaceWith(this.model(id).node);
    }
  }
}

/** What one member says wrong must not cost the others, or the page. @param {() => void} work */
function attempt(work) {
  try {
    work();
  } catch (error) {
    console.error(error);
  }
}
