import { lockPrefix } from "../protocol/names.js";

/**
 * The Web Lock of a window, held for the page's lifetime. The browser releases it when the page ends,
 * so a reload gets it and a duplicated tab doesn't.
 */
export class WindowLock {
  /** The window whose lock this page holds. @type {string | undefined} */
  held;
  #release = () => {};

  /** @param {LockManager | undefined} locks missing outside secure contexts @param {Clock} clock */
  constructor(locks, clock) {
    this.locks = locks;
    this.clock = clock;
  }

  /** Releases the lock, or stops waiting for it. */
  release() {
    this.held = undefined;
    this.#release();
    this.#release = () => {};
  }

  /**
   * Before the page attaches it waits a moment, because a page that is being reloaded may release the lock late. The page that
   * has the window waits as long as it takes: without the lock, a duplicated tab would take the window over.
   * @param {string} window @param {{steal?: boolean, patience?: number}} options `patience` in milliseconds
   */
  async hold(window, { steal = false, patience = 150 } = {}) {
    if (this.held === window) return;
    this.release();
    const impatience = new AbortController();
    let release = this.#release = () => impatience.abort();
    const timer = patience < Infinity ? this.clock.setTimeout(release, patience) : 0;
    await new Promise((done) => {
      const options = steal ? { steal } : { signal: impatience.signal };
      const request = this.locks?.request(lockPrefix + window, options, () => {
        // Released before it was acquired.
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
