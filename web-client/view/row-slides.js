import { isReachable } from "./dom.js";

/** With more rows in sight than this, all are at once where they belong. */
const most = 60;
const slide = { duration: 200, easing: "cubic-bezier(.2, .8, .2, 1)" };

/** Rows that change places slide from where they were last drawn, and new ones fade in. */
export class RowSlides {
  /** The lists that have changed since they were drawn, with how far they were scrolled. @type {Map<Children, number>} */
  #lists = new Map();
  /** Where their rows were. @type {Map<Node, DOMRect>} */
  #places = new Map();
  /** @type {Map<Node, Animation>} */
  #running = new Map();

  /** Reads the places of rows that are about to change. @param {Children[]} lists */
  read(lists) {
    const isFirst = !this.#lists.size;
    const fresh = lists.filter((list) => !this.#lists.has(list) && isReachable(/** @type {Element} */ (list.host)));
    for (const list of fresh) this.#lists.set(list, scrolled(list.host));
    for (const { node, rect } of inSight(fresh)) this.#places.set(node, rect);
    if (!isFirst || !fresh.length) return;
    // Called before the next frame is drawn, after the browser's layout and scroll anchoring.
    new ResizeObserver((_, frame) => {
      frame.disconnect();
      this.#slide();
      this.#lists.clear();
      this.#places.clear();
    }).observe(document.documentElement);
  }

  #slide() {
    const hosts = new Set(/** @type {(Node | null)[]} */ ([...this.#lists.keys()].map(({ host }) => host)));
    for (const [node, animation] of this.#running) {
      if (!hosts.has(node.parentNode)) continue;
      animation.cancel();
      this.#running.delete(node);
    }
    // What is scrolled moves already.
    const rows = inSight([...this.#lists].flatMap(([list, before]) => (isReachable(/** @type {Element} */ (list.host)) && scrolled(list.host) === before ? list : [])));
    if (Math.max(rows.length, this.#places.size) > most) return;
    const ways = new Map(rows.map(({ node, rect: { left, top } }) => {
      const was = this.#places.get(node);
      return [/** @type {Node | null} */ (node), was ? [was.left - left, was.top - top] : [0, 0]];
    }));
    for (const { node, id } of rows) {
      let around = node.parentNode;
      while (around && !ways.has(around)) around = around.parentNode;
      // A row in a row moves with that.
      const [x, y] = [0, 1].map((axis) => Math.round((ways.get(node)?.[axis] ?? 0) - (ways.get(around)?.[axis] ?? 0)));
      if (!this.#places.has(node)) {
        if (id !== undefined) node.animate([{ opacity: 0 }, {}], slide);
      } else if (x || y) {
        const animation = node.animate([{ translate: `${x}px ${y}px` }, {}], slide);
        this.#running.set(node, animation);
        animation.onfinish = () => { if (this.#running.get(node) === animation) this.#running.delete(node); };
      }
    }
  }
}

/** The rows in the viewport, which are in the order of the list. @param {Children[]} lists */
function inSight(lists) {
  const rows = [];
  for (const { views } of lists) {
    let at = 0, end = views.length;
    while (at < end) {
      const middle = (at + end) >> 1;
      if (views[middle].outer.getBoundingClientRect().bottom > 0) end = middle;
      else at = middle + 1;
    }
    for (; at < views.length && rows.length <= most; at++) {
      const { outer: node, data: { id } } = views[at], rect = node.getBoundingClientRect();
      if (rect.top >= innerHeight) break;
      if (rect.width) rows.push({ node, id, rect });
    }
  }
  return rows;
}

/** How far all that is around a node is scrolled. @param {any} node */
function scrolled(node) {
  let sum = 0;
  for (; node; node = node.parentElement ?? node.getRootNode().host) sum += node.scrollTop + node.scrollLeft;
  return sum;
}
