/** Milliseconds until what was pressed is marked, then until the page shows a bar, and then until it says that the server is slow. */
const steps = [150, 350, 1500];
const [marked, barred, slow] = [1, 2, 3];

/**
 * Shows that the server has not answered what the user did: first on what was pressed, then on the page, then in words. On a good
 * network nothing of it is visible.
 */
export class Progress {
  /** The unanswered actions, by event. @type {Map<number, {pressed?: Element, name: string, isTyped: boolean, step: number, timer: number}>} */
  #actions = new Map();
  /** @type {Set<Element>} */
  #marked = new Set();
  /** What shows how often it was pressed. @type {Element[]} */
  #counted = [];
  #isConnected = true;

  /** @param {Clock} clock @param {(isBarred: boolean, isSlow: boolean) => void} show */
  constructor(clock, show) {
    this.clock = clock;
    this.show = show;
  }

  /** The user has done something. @param {number} event @param {string} name @param {Element} [pressed] */
  sent(event, name, pressed) {
    // Text is in its field already.
    const action = { pressed, name, isTyped: name === "input", step: 0, timer: 0 };
    const wait = () => {
      action.timer = this.clock.setTimeout(() => {
        action.step++;
        this.#update();
        if (action.step < slow) wait();
      }, steps[action.step]);
    };
    this.#actions.set(event, action);
    if (!this.#isConnected) this.#update();
    wait();
  }

  /** Events up to this one are answered. @param {number} applied */
  answered(applied) {
    for (const [event, { timer }] of this.#actions) {
      if (event > applied) continue;
      this.clock.clearTimeout(timer);
      this.#actions.delete(event);
    }
    this.#update();
  }

  /** While there is no connection, the page says that instead. @param {boolean} isConnected */
  connected(isConnected) {
    this.#isConnected = isConnected;
    this.#update();
  }

  /** Without a connection, what was pressed shows how often: all of it is sent later. @param {{pressed?: Element, name: string}[]} actions */
  #count(actions) {
    /** @type {Map<Element, number>} */
    const counts = new Map();
    for (const { pressed, name } of actions) {
      if (pressed && name === "tap" && !this.#isConnected) counts.set(pressed, (counts.get(pressed) ?? 0) + 1);
    }
    for (const node of this.#counted) if (!counts.has(node)) node.removeAttribute("data-unsent");
    for (const [node, count] of counts) node.setAttribute("data-unsent", `+${count}`);
    this.#counted = [...counts.keys()];
  }

  #update() {
    const actions = [...this.#actions.values()];
    this.#count(actions);
    const pressed = new Set(actions.flatMap(({ step, isTyped, pressed = [] }) => (step >= marked && !isTyped ? pressed : [])));
    for (const node of this.#marked) if (!pressed.has(node)) node.removeAttribute("data-busy");
    for (const node of pressed) node.setAttribute("data-busy", "");
    this.#marked = pressed;
    const isBarred = actions.some(({ step, isTyped }) => step >= barred && !isTyped);
    const isSlow = actions.some(({ step }) => step >= slow);
    this.show(isBarred && this.#isConnected, isSlow && this.#isConnected);
  }
}
