import { BackButton } from "./back.js";
import { registry } from "./components.js";
import { TriggerDesk } from "./desk.js";
import { h } from "./dom.js";
import { environment, watchEnvironment } from "./environment.js";
import { WindowLock } from "./lock.js";
import { fragment, protocol, stored } from "./names.js";
import { Notices } from "./notices.js";
import { presentations } from "./presentations.js";
import { Session } from "./session.js";
import { Stage } from "./stage.js";
import { triggers } from "./triggers.js";
import { broken, endings, words } from "./words.js";

export { defineElement } from "./components.js";
export { defineTransition } from "./effects.js";
export { definePresentation } from "./presentations.js";
export { handleTrigger } from "./triggers.js";

/** @type {Clock} */
const clock = {
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
  random: Math.random,
};

/** 128 random bits. */
const instance = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] ?? "");

/** The window this page is to show: named by the page that opened it, or the one it had before a reload. @param {Storage} storage */
function ownWindow(storage) {
  const { hash, pathname, search } = location;
  if (hash.startsWith(fragment)) {
    // Taken and removed at once: it is a secret of the user.
    history.replaceState(history.state, "", pathname + search);
    return hash.slice(fragment.length);
  }
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  // Another address typed into the same tab asks for another window.
  const elsewhere = entry?.type === "navigate" && (storage.getItem(stored.url) ?? pathname + search) !== pathname + search;
  return elsewhere ? undefined : storage.getItem(stored.window) ?? undefined;
}

/**
 * Shows a window in `root` for as long as the page lives.
 * @param {object} [options]
 * @param {HTMLElement} [options.root]
 * @param {string} [options.url] of the socket
 * @param {string} [options.token] a bearer, where there is no cookie
 * @param {string} [options.scene]
 * @param {Json} [options.value]
 * @param {typeof WebSocket} [options.WebSocket]
 */
export function connect(options = {}) {
  const { root = document.body, url = new URL("/connect", location.href).href.replace(/^http/, "ws"), token, value } = options;
  const storage = sessionStorage;
  const scene = options.scene ?? (location.pathname.split("/")[1] || undefined);
  const notices = new Notices(root, clock, () => session.retry());
  const desk = new TriggerDesk(storage, clock, {
    ask: (...card) => notices.ask(...card),
    performed: (performed) => session.tell({ performed }),
  });
  const stage = new Stage(root, {
    send(event) {
      const id = session.event(event);
      if (id === undefined) notices.say(words.tooLong);
      return id;
    },
    follow: (url) => followed.set(stage.open(url), url),
    forget: (document) => { delete session.shared[document]; },
    arrived(steps, url) {
      const known = url && new URL(url, location.href);
      back.follow(steps, known && known.origin === location.origin ? known.href : undefined);
      storage.setItem(stored.url, location.pathname + location.search);
      notices.raise();
    },
  });
  const back = new BackButton(history, (depth) => stage.back(depth), (url) => stage.open(url));
  /** What links ask for: where nobody takes the address, the browser goes there. @type {Map<number | undefined, string>} */
  const followed = new Map();
  const lock = new WindowLock(navigator.locks, clock);

  /** @param {number} code */
  function end(code) {
    stage.clear();
    notices.connected(true);
    if (code !== 4503) storage.removeItem(stored.window);
    // Only a page that a script opened may close itself; any other says what happened.
    if (code === 4500 && session.epoch) close();
    const { title, text, button } = endings[code] ?? broken;
    const again = code === 4503 ? () => session.takeOver() : () => location.reload();
    const heading = h("h1", { textContent: title, tabIndex: -1 });
    document.title = title;
    stage.main.replaceChildren(h("section", { className: "ending" }, heading, h("p", { textContent: text }),
      h("button", { type: "button", className: "button", textContent: button, onclick: again })));
    heading.focus();
  }

  const session = new Session({
    url,
    protocols: token ? [protocol, `bearer.${token}`] : [protocol],
    WebSocket: options.WebSocket ?? WebSocket,
    fetch: (url, options) => fetch(url, options),
    clock,
    lock,
    instance: instance(),
    window: ownWindow(storage),
    greeting: () => ({
      scene,
      url: location.pathname + location.search,
      value,
      environment: environment(),
      capabilities: {
        present: [...presentations],
        trigger: Object.keys(triggers).flatMap((kind) => (kind.startsWith("custom:") ? kind.slice(7) : [])),
        element: [...registry.keys()],
      },
    }),
    delegate: {
      status(status, code = 0) {
        if (status === "ended") end(code);
        else notices.connected(status === "attached");
      },
      attached({ window }) {
        storage.setItem(stored.window, window);
        desk.serve(window);
      },
      state: (tree) => stage.state(tree),
      patched: (trails) => stage.patched(trails),
      sharedState: (document, tree) => stage.shared(document, tree),
      sharedPatched: (document, trails) => stage.shared(document, session.shared[document].tree, trails),
      answered(applied) {
        stage.fields.answered(applied);
        for (const id of followed.keys()) if (id === undefined || id <= applied) followed.delete(id);
      },
      rejected({ event, code, message }) {
        console.debug(code, message);
        back.refused();
        const url = followed.get(event);
        if (url && code === "notExecutable") location.assign(url);
        if (code === "failed" || code === "forbidden") notices.say(message || words.failed);
      },
      trigger: (trigger) => desk.receive(trigger),
    },
  });

  watchEnvironment(clock, (environment) => session.tell({ environment }));
  addEventListener("popstate", () => back.moved());
  addEventListener("pagehide", () => stage.fields.flush());
  addEventListener("online", () => session.retry());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) session.retry(); });
  notices.connected(false);
  session.start();
  return { leave: () => session.leave() };
}
