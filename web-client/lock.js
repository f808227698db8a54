import { lockPrefix } from "./names.js";

/**
 * The Web Lock of a window, held for the page's life. The browser lets go of it when the page dies,
 * so that a reload gets it and a duplicated tab does not.
 */
export class WindowLock {
  /** The window whose lock is ours. @type {string | undefined} */
  held;
  #release = () => {};

  /** @param {LockManager | undefined} locks missing outside secure contexts @param {Clock} clock */
  constructor(locks, clock) {
    this.locks = locks;
    this.clock = clock;
  }

  /** Lets another have it, or waits no longer. */
  release() {
    this.held = undefined;
    this.#release();
    this.#release = () => {};
  }

  /**
   * Waits a moment: the page that is being reloaded may let go late.
   * @param {string} window @param {{steal?: boolean}} options
   */
  async hold(window, { steal = false } = {}) {
    if (this.held === window) return;
    this.release();
    const impatience = new AbortController();
    let release = this.#release = () => impatience.abort();
    const timer = this.clock.setTimeout(release, 150);
    await new Promise((done) => {
      const options = steal ? { steal } : { signal: impatience.signal };
      const request = this.locks?.request(lockPrefix + window, options, () => {
        // Released before it was ours.
        if (this.#release !== release) return;
        this.held = window;
        done(true);
        return new Promise((over) => { release = this.#release = () => over(undefined); });
      });
      // Refused, released or stolen.
      Promise.resolve(request).catch(() => {}).then(() => {
        if (this.#release === release) this.held = undefined;
        done(false);
      });
    });
    this.clock.clearTimeout(timer);
  }
}
