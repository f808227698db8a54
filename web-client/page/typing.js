import { focusedAround } from "../view/dom.js";

/** Milliseconds without a key that are a pause, and for how long a pause is waited for. */
const [pause, longestWait] = [1200, 30_000];

/** The members of a model that lead to another screen. */
const leading = new Set(["path", "presented", "selected", "child", "detail", "children"]);

/**
 * Keeps other screens from coming while somebody types, because the rest of a word would be lost with the focus. What the user's
 * own acts lead to does not wait.
 */
export class Typing {
  #typedAt = -Infinity;
  /** Since when something waits. @type {number | undefined} */
  #heldSince;

  /** @param {HTMLElement} root @param {Clock} clock @param {() => void} paused @param {AbortSignal} signal */
  constructor(root, clock, paused, signal) {
    this.root = root;
    this.clock = clock;
    this.paused = paused;
    root.addEventListener("input", () => { this.#typedAt = clock.time(); }, { signal });
  }

  /** @param {Operation[]} patch */
  holds(patch) {
    const field = focusedAround(this.root);
    if (!this.#rest || !field?.matches("input, textarea")) return false;
    const model = field.closest("[data-model]")?.getAttribute("data-model") ?? "";
    const paths = patch.map(({ path }) => path.split("/").slice(1));
    // The text of a screen that is gone can't be sent any more.
    if (patch.some(({ op, path }) => op === "remove" && path === `/models/${model}`)) return false;
    if (!paths.some(([models, , member]) => models === "models" && leading.has(member))) return false;
    this.#heldSince ??= this.clock.time();
    this.#wait();
    return true;
  }

  /** How long it is until a pause, in milliseconds. */
  get #rest() {
    return Math.max(0, this.#typedAt + pause - this.clock.time());
  }

  #wait() {
    this.clock.setTimeout(() => {
      const since = this.#heldSince;
      if (since === undefined) return;
      if (this.#rest && this.clock.time() < since + longestWait) return this.#wait();
      this.#heldSince = undefined;
      this.paused();
    }, Math.max(1, this.#rest));
  }
}
