import { fragment, stored, tabStorage } from "../protocol/names.js";

// Only the user, or the page that has opened it, can bring a page to the front. So the pages of one browser tell each other.

/** The pages opened by this one, by window. @type {Map<string, Window>} */
const pagesOpened = new Map();

/** @returns {BroadcastChannel | undefined} none where the browser keeps nothing */
function channelOfTabs() {
  try {
    return new BroadcastChannel("oriel");
  } catch {}
}

export const channel = channelOfTabs();
if (channel) channel.onmessage = ({ data: { focus } }) => pagesOpened.get(focus)?.focus();

/** Opens a window of this server in a page of its own, if the browser lets it. @param {string} id @param {URL} target @param {string} [features] */
export function openPage(id, target, features) {
  const page = open(target.href.split("#")[0] + fragment + id, "_blank", features);
  if (page) pagesOpened.set(id, page);
  return page && "opened";
}

/** Milliseconds in which a page comes to the front, if anyone can bring it there. */
const comingTime = 300;

/**
 * Comes to the front. If nobody can bring this page there, the page that the user looks at offers what it shows.
 * @param {() => () => void} mark marks this page for its user, until the returned function is called
 */
export function comeToFront(mark) {
  focus();
  if (document.hasFocus()) return Promise.resolve();
  const window = tabStorage.getItem(stored.window);
  channel?.postMessage({ focus: window });
  let unmark = () => {};
  const timer = setTimeout(() => {
    channel?.postMessage({ elsewhere: { window, url: location.href.split("#")[0], title: document.title } });
    unmark = mark();
  }, comingTime);
  return new Promise((done) => addEventListener("focus", () => {
    clearTimeout(timer);
    unmark();
    done(undefined);
  }, { once: true }));
}

/** Milliseconds for which a page that the user sees less of lets others go first. */
const courtesy = { visible: 250, hidden: 500 };

/** Whether another page of this browser tells its user of this trigger. The page that they are at goes first. @param {string} trigger */
export async function isToldElsewhere(trigger) {
  if (!navigator.locks) return false;
  if (!document.hasFocus()) await new Promise((done) => setTimeout(done, courtesy[document.visibilityState]));
  return new Promise((answer) => {
    navigator.locks.request(`oriel told ${trigger}`, { ifAvailable: true }, (lock) => {
      answer(!lock);
      // Others may get it later than this page, but not much.
      return lock && new Promise((done) => setTimeout(done, 60_000));
    });
  });
}

/** Tells the other pages that this one has been let in, perhaps with a new session, and which window it shows. @param {string} window */
export function tellEntered(window) {
  channel?.postMessage({ entered: window });
}

/** @typedef {{window: string, url: string, title: string}} Elsewhere a window that another page shows */

/**
 * Hears what the other pages tell.
 * @param {{elsewhere: (what: Elsewhere) => void, release: (window: string) => void, entered: (window: string) => void, reopen: (window: string) => void}} delegate @param {AbortSignal} signal
 */
export function hearTabs(delegate, signal) {
  channel?.addEventListener("message", ({ data: { elsewhere, release, entered, reopen, until } }) => {
    if (elsewhere && document.hasFocus()) delegate.elsewhere(elsewhere);
    if (release) delegate.release(release);
    if (entered) delegate.entered(entered);
    // A page that the browser had frozen hears it late.
    if (reopen && Date.now() < until) delegate.reopen(reopen);
  }, { signal });
}

/** Shows here what another page shows. @param {Elsewhere} what */
export function takeOver({ window, url }) {
  channel?.postMessage({ release: window });
  if (url !== location.href.split("#")[0]) return location.assign(url + fragment + window);
  tabStorage.setItem(stored.window, window);
  location.reload();
}
