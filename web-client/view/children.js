import { focusables, focusedAround, place, successor } from "./dom.js";

/** The views of a list of JSON objects inside one node. */
export class Children {
  /** @type {View[]} */
  views = [];

  /** @param {Node} host @param {(data: any) => View} make */
  constructor(host, make) {
    this.host = host;
    this.make = make;
  }

  /**
   * Updates the views to those of `list`. Patches change objects in place, so a view whose object is
   * still there needs no work; a view with the same type and id is reused; the fewest nodes move.
   * @param {any[]} [list]
   */
  show(list = []) {
    const was = this.views;
    const common = Math.min(was.length, list.length);
    let head = 0, tail = 0;
    while (head < common && was[head].data === list[head]) head++;
    while (tail < common - head && was[was.length - 1 - tail].data === list[list.length - 1 - tail]) tail++;
    const old = was.slice(head, was.length - tail);
    const order = this.#matches(old, list.slice(head, list.length - tail), head);
    const kept = new Set(order);
    const gone = old.filter((_, index) => !kept.has(index));
    for (const view of gone) view.scope.windowView.removes(view.outer, (focused) => this.#successor(view, was, focused));
    for (const view of gone) view.remove();
    const middle = order.map((from, index) => {
      const data = list[head + index];
      if (from < 0) return this.#made(data);
      if (old[from].data !== data) old[from].adopt(data);
      return old[from];
    });
    this.#arrange(middle, order, was[was.length - tail]?.outer ?? null);
    this.views = [...was.slice(0, head), ...middle, ...was.slice(was.length - tail)];
  }

  /** The control of the next view, or else of the one before, that is in the same place as the focused one of a view that is removed. @param {View} view @param {View[]} was @param {Element} focused @returns {() => HTMLElement | undefined} */
  #successor(view, was, focused) {
    const at = was.indexOf(view), place = focusables(view.outer).indexOf(/** @type {HTMLElement} */ (focused));
    return () => {
      for (const other of [...was.slice(at + 1), ...was.slice(0, at).reverse()]) {
        const controls = this.views.includes(other) ? focusables(other.outer) : [];
        if (controls.length) return controls[Math.min(Math.max(place, 0), controls.length - 1)];
      }
      return this.host.isConnected ? successor(this.host) : undefined;
    };
  }

  /** Replaces a view whose data needs another kind of node. @param {View} view */
  remake(view) {
    const at = this.views.indexOf(view);
    const focused = view.node.contains(focusedAround(view.node));
    const fresh = this.views[at] = this.#made(view.data);
    place(this.host, fresh.outer, view.outer);
    view.remove();
    if (focused) (fresh.control ?? fresh.node).focus();
  }

  /** @param {any} data */
  #made(data) {
    const view = this.make(data);
    view.among = this;
    return view;
  }

  /** For each new object, the index of the old view to reuse, or −1. @param {View[]} old @param {any[]} list @param {number} head */
  #matches(old, list, head) {
    const staying = new Set(list);
    /** @type {Map<any, number>} */
    const known = new Map();
    old.forEach((view, index) => known.set(staying.has(view.data) ? view.data : nameOf(view.data, head + index), index));
    return list.map((data, index) => {
      const key = known.has(data) ? data : nameOf(data, head + index);
      const found = known.get(key) ?? -1;
      known.delete(key);
      return found;
    });
  }

  /** @param {View[]} views @param {number[]} order @param {Node | null} before */
  #arrange(views, order, before) {
    const still = longestRise(order);
    for (let index = views.length; index--; before = views[index].outer) {
      if (!still.has(index)) place(this.host, views[index].outer, before);
    }
  }
}

/** @param {any} data @param {number} index identifies data without an id */
const nameOf = (data, index) => `${shapeOf(data)} ${data.id ?? data.model ?? `#${index}`}`;

/** The properties that determine a node and can't be changed in it. @param {any} data */
export const shapeOf = ({ kind, type, as, multiple, component, url, symbol, anchor }) =>
  [kind, type, as, multiple, component, anchor, !url, type === "image" && !symbol].join();

/** The positions of a longest increasing subsequence of the non-negative numbers. @param {number[]} order */
function longestRise(order) {
  /** @type {number[]} */
  const ends = [];
  /** @type {number[]} */
  const previous = [];
  order.forEach((value, index) => {
    if (value < 0) return;
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order[ends[middle]] < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1];
    ends[low] = index;
  });
  const rise = new Set();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) rise.add(at);
  return rise;
}
