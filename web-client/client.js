import { WindowPage } from "./page/window-page.js";
import { speak } from "./view/words.js";

export { defineElement } from "./view/components.js";
export { defineTransition } from "./view/effects.js";
export { definePresentation } from "./view/presentations.js";
export { handleTrigger } from "./page/triggers.js";
export { serverTime } from "./protocol/server-time.js";
export { endings, words } from "./view/words.js";

/**
 * @typedef {object} ConnectOptions
 * @property {HTMLElement} [root] the element that shows the window; by default the whole page, whose title, address and history it then uses
 * @property {string} [scene] by default the first segment of the page's address, or the app's default
 * @property {Json} [value] the scene's value
 * @property {string} [path] the initial address: one within the window, or a whole one as in the address bar. If the address names the tenant, so does this: `/acme`, `?team=red`
 * @property {string} [name] distinguishes windows with the same scene, value and path, so that a reload restores each of them
 * @property {string | (() => string | Promise<string>)} [token] a bearer token, if there is no cookie; a function is called for each attempt. Without it, the user of a page of another origin is an anonymous visitor, if the server takes them there
 * @property {string} [url] the socket's URL, if not on this module's server
 * @property {typeof WebSocket} [WebSocket]
 */

/**
 * Shows a window and reconnects after every cut, until `stop` is called. `leave` closes the window for good, on the server too.
 * @param {ConnectOptions} [options]
 */
export function connect(options = {}) {
  const spoken = globalThis.orielWords;
  if (spoken) speak(spoken.lang, spoken.texts);
  /** @type {WindowPage} */
  let page;
  const start = () => {
    page?.stop();
    page = new WindowPage(options, start);
    page.start();
  };
  start();
  return { leave: () => page.leave(), stop: () => page.stop() };
}
