import { effect, keyFrames } from "./effects.js";
import { script } from "./optional.js";

const easings = { linear: "linear", easeIn: "ease-in", easeOut: "ease-out", easeInOut: "ease-in-out" };
const standard = "cubic-bezier(.2, .8, .2, 1)";

/** What moves by itself, as `--move` in style.css. */
const usual = { duration: 200 };

/** The default motion of the other screen. */
const companions = { push: "recede", slide: "slide" };

/** A damped oscillation as the points of a CSS `linear()` easing. @param {number} bounce */
function spring(bounce) {
  const damping = 1 - bounce, pace = 8 / damping, turn = pace * Math.sqrt(1 - damping ** 2);
  const points = Array.from({ length: 41 }, (_, at) => {
    const time = at / 40, fading = Math.exp(-damping * pace * time);
    return at === 40 ? 1 : 1 - fading * (turn ? Math.cos(turn * time) + damping * pace / turn * Math.sin(turn * time) : 1 + pace * time);
  });
  return `linear(${points.map((point) => point.toFixed(3)).join()})`;
}

/** @param {any} animation of an operation @returns {KeyframeAnimationOptions} */
export const timing = ({ name, duration = 350, delay = 0, count = 1, autoreverses, curve, bounce }) => ({
  duration, delay, fill: "both",
  iterations: count || Infinity,
  direction: autoreverses ? "alternate" : "normal",
  easing: curve ? `cubic-bezier(${curve})` : bounce !== undefined ? spring(bounce) : easings[/** @type {keyof easings} */ (name)] ?? standard,
});

/** The transitions between screens. A running transition ends as soon as anything else is drawn. */
export class Motion {
  /** @type {{view: View, member: string, coming?: HTMLElement, leaving?: HTMLElement, host?: Node | null, back: boolean, transition?: any, usually?: any, gone: boolean}[]} */
  #waiting = [];
  /** @type {Set<() => void>} */
  #running = new Set();
  /** The animations of this patch, by model and member. @type {Map<any, Record<string, any>>} */
  #animations = new Map();
  #before = new Map();
  /** @type {import("./row-slides.js").RowSlides | undefined} */
  #rows;
  /** The swap that moved a node last. @type {WeakMap<HTMLElement, object>} */
  #last = new WeakMap();

  /** @param {WindowView} windowView */
  constructor(windowView) {
    this.windowView = windowView;
  }

  get reduced() {
    return this.windowView.isMirror || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Rows of these lists are about to change. @param {Children[]} lists */
  changes(lists) {
    if (lists.length && !this.reduced) this.#rows?.read(lists);
  }

  /** Ends running motions, and reads those of the next change. @param {HTMLElement} root @param {Trail[]} trails */
  begin(root, trails) {
    for (const end of this.#running) end();
    this.#animations.clear();
    this.#before.clear();
    for (const trail of trails) {
      if (!trail.animation || trail[0][1] !== "models" || trail.length < 3) continue;
      const [model, member] = trail[2];
      const members = this.#animations.get(model) ?? {};
      members[member] = trail.animation;
      this.#animations.set(model, members);
      if (member === "body" || member === "toolbar") this.#measure(root, String(trail[1][1]), trail.animation);
    }
  }

  /** The animation of a model's member. @param {any} model @param {string} member */
  animation(model, member) {
    return this.#animations.get(model)?.[member];
  }

  /**
   * Makes a container show another node. The previous node stays until the motion has ended; with `gone` it is then removed.
   * It moves `usually` unless it is told how. `base` is what is seen where no node is shown.
   * @param {View} view @param {string} member @param {HTMLElement | undefined} node
   * @param {{back?: boolean, transition?: any, usually?: any, gone?: boolean, base?: HTMLElement}} [how]
   */
  show(view, member, node, { back = false, transition, usually, gone = false, base } = {}) {
    const { state } = view, isNew = !("shown" in state), { shown } = state, leaving = shown ?? base;
    state.shown = node;
    if (isNew || shown === node || !(leaving || usually)) return;
    this.#waiting.push({ view, member, coming: node ?? base, leaving, host: leaving?.parentNode, back, transition, usually, gone: gone && !!shown });
  }

  /** Runs the motions. Resolves when they have ended, with whether anything moved. @param {boolean} still */
  async run(still) {
    const ended = this.#waiting.map((swap) => this.#swap(swap, still));
    this.#waiting = [];
    // Once the document has been drawn.
    if (still && !this.#rows) requestAnimationFrame(() => setTimeout(() => this.reduced || this.#load()));
    if (!still && !this.reduced) ended.push(...this.#reflow());
    return (await Promise.all(ended)).some(Boolean);
  }

  /**
   * Moves a node in, or out. Resolves with whether it moved.
   * @param {HTMLElement} node @param {any} transition @param {any} animation @param {boolean} leaving @param {Element | null} [source] @param {() => void} [after]
   */
  async move(node, transition, animation, leaving, source, after) {
    const side = getComputedStyle(node).direction === "rtl" ? -1 : 1;
    const pair = keyFrames(transition, { box: node.getBoundingClientRect(), side, leaving, source });
    if (!pair) return after?.(), false;
    let running;
    try {
      running = node.animate(leaving ? [pair[1], pair[0]] : [pair[0], pair[1]], timing(animation));
    } catch (error) {
      // The browser rejects the curve or the time.
      console.error(error);
      return after?.(), false;
    }
    const end = () => running.finish();
    // An endless animation stops when something else is drawn.
    const stop = () => (running.effect?.getComputedTiming().endTime === Infinity ? running.cancel() : end());
    this.#running.add(stop);
    await running.finished.catch(() => {});
    this.#running.delete(stop);
    after?.();
    running.cancel();
    return true;
  }

  /** @param {any} swap @param {boolean} still */
  async #swap(swap, still) {
    const { view, member, coming, host, back, transition, usually, gone } = swap;
    let { leaving } = swap;
    for (const node of [coming, leaving]) if (node) this.#last.set(node, swap);
    const over = () => {
      // An animation that interrupted this one may be moving the same nodes by now.
      for (const node of [coming, leaving]) if (this.#last.get(node) === swap) node.classList.remove("moving", "above");
      if (!gone || !leaving) return;
      // The node may be back already, or elsewhere.
      if (leaving.parentNode === host && view.state.shown !== leaving) leaving.remove();
      leaving.inert = false;
    };
    const animation = this.animation(view.data, member);
    // Stacks push; models that are switched change at once unless they are told to move.
    const way = animation?.transition ?? transition ?? (member === "path" ? { name: "push" } : animation ? { name: "opacity" } : usually);
    if (still || this.reduced || !way || animation?.name === "none" || leaving && (leaving.parentNode !== host || !leaving.isConnected)) return over(), false;
    if (coming && usually?.name === "nudge" && way === usually) {
      over();
      leaving = undefined;
    }
    const main = back && !animation?.transition && way.back || way;
    if (!effect(main.name)) return over(), false;
    const other = main.exit ?? { name: companions[/** @type {keyof companions} */ (main.name)] ?? "static" };
    const source = main.source && view.node.querySelector(`[data-source="${CSS.escape(main.source)}"], [data-element="${CSS.escape(main.source)}"]`);
    const time = animation ?? (way === usually ? usual : {});
    const [top, below] = back ? [leaving, coming] : [coming, leaving];
    leaving?.classList.add("moving");
    // During an endless animation, and one that the server did not ask for, the screen stays usable.
    coming?.classList.toggle("moving", animation?.count !== 0 && way !== usually);
    (main.behind ? below : top)?.classList.add("above");
    const both = [
      top && this.move(top, main, time, back, source),
      below && this.move(below, other, time, !back, source),
    ];
    const moved = await Promise.all(both);
    over();
    return moved.some(Boolean);
  }

  async #load() {
    try {
      const { RowSlides } = await script("row-slides");
      this.#rows ??= new RowSlides();
    } catch (error) {
      // Without the file, rows change places at once.
      console.warn(error);
    }
  }

  /** Measures the elements of a model before they move. @param {HTMLElement} root @param {string} model @param {any} animation */
  #measure(root, model, animation) {
    if (animation.name === "none") return;
    for (const node of root.querySelectorAll(`[data-model="${CSS.escape(model)}"] [data-type]`)) {
      this.#before.set(node, node.getBoundingClientRect());
    }
    this.#before.set(model, { root, animation });
  }

  /** Elements glide to their new places, and new ones fade in. */
  *#reflow() {
    for (const [model, { root, animation }] of this.#before) {
      if (typeof model !== "string") continue;
      for (const node of root.querySelectorAll(`[data-model="${CSS.escape(model)}"] [data-type]`)) {
        const was = this.#before.get(node), is = node.getBoundingClientRect();
        if (!was) yield this.move(node, { name: "opacity" }, animation, false);
        else if (was.left !== is.left || was.top !== is.top) {
          yield this.move(node, { name: "offset", x: was.left - is.left, y: was.top - is.top }, animation, false);
        }
      }
    }
  }
}
