import { BackButton, Entries } from "./back.js";
import { registry } from "./components.js";
import { TriggerDesk } from "./desk.js";
import { direction, h, restyle } from "./dom.js";
import { environment, watchEnvironment } from "./environment.js";
import { WindowLock } from "./lock.js";
import { fragment, home, protocol, shelf, stored } from "./names.js";
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
export { endings, words } from "./words.js";

/** @type {Clock} */
const clock = {
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
  random: Math.random,
};

/** 128 random bits. */
const instance = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] ?? "");

/** The window that this page shows: the one named by the page that opened it, or the one from before a reload. @param {Shelf} storage */
function ownWindow(storage) {
  const { hash, pathname, search } = location;
  if (hash.startsWith(fragment)) {
    // Removed at once, because it is a secret of the user.
    history.replaceState(history.state, "", pathname + search);
    return hash.slice(fragment.length);
  }
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  // Another address typed into the same tab requests another window.
  const elsewhere = entry?.type === "navigate" && (storage.getItem(stored.url) ?? pathname + search) !== pathname + search;
  return elsewhere ? undefined : storage.getItem(stored.window) ?? undefined;
}

/**
 * @typedef {object} ConnectOptions
 * @property {HTMLElement} [root] the element that shows the window; by default the whole page, whose title, address and history it then uses
 * @property {string} [scene] by default the first segment of the page's address, or the app's default
 * @property {Json} [value] the scene's value
 * @property {string} [path] the initial address within the window
 * @property {string} [name] distinguishes windows with the same scene, value and path, so that a reload restores each of them
 * @property {string | (() => string | Promise<string>)} [token] a bearer token, if there is no cookie; a function is called for each attempt
 * @property {string} [url] the socket's URL, if not on this module's server
 * @property {typeof WebSocket} [WebSocket]
 */

/**
 * Shows a window and reconnects after every cut, until `stop` is called. `leave` closes the window for good, on the server too.
 * @param {ConnectOptions} [options]
 */
export function connect(options = {}) {
  const { root = document.body, url = new URL("connect", home).href.replace(/^http/, "ws"), token, value } = options;
  const whole = root === document.body;
  const ending = new AbortController();
  const { signal } = ending;
  const scene = options.scene ?? (whole && location.pathname.split("/")[1] || undefined);
  let bearer = typeof token === "string" ? token : undefined;
  const storage = whole ? sessionStorage : shelf(options.name ?? JSON.stringify([scene, options.path, value]));
  const renew = () => {
    if (whole) return location.reload();
    shown.stop();
    Object.assign(shown, connect(options));
  };
  const notices = new Notices(root, clock, () => session.retry());
  const desk = new TriggerDesk(storage, clock, {
    ask: (...card) => notices.ask(...card),
    performed: (performed) => session.tell({ performed }),
  });
  const stage = new Stage(root, {
    send(event) {
      const id = session.event(event);
      if (id === undefined) notices.say(words.tooLong);
      if (!session.attached) notices.connected(false, session.outbox.waiting);
      return id;
    },
    follow: (url) => followed.set(stage.open(url), url),
    upload(ticket) {
      const request = new XMLHttpRequest();
      request.open("POST", new URL(`upload/${ticket}`, url.replace(/^ws/, "http")));
      if (bearer) request.setRequestHeader("Authorization", `Bearer ${bearer}`);
      return request;
    },
    forget: (document) => { delete session.shared[document]; },
    arrived(...where) {
      notices.raise();
      if (lost) lost.where = where;
      else arrive(...where);
    },
  }, signal);

  /** The window shows a screen, whose title and address the page takes over. @type {StageDelegate["arrived"]} */
  function arrive(steps, title, url, lang) {
    const around = whole ? document.documentElement : root;
    if (lang) Object.assign(around, { lang, dir: direction(lang) });
    if (!back) return;
    document.title = title;
    const known = url && URL.canParse(url, home) && new URL(url, home);
    back.follow(steps, known && known.origin === home.origin ? known.href : undefined);
    const address = location.pathname + location.search;
    // This runs for every patch, and a browser's storage is slow.
    if (storage.getItem(stored.url) !== address) storage.setItem(stored.url, address);
  }
  const entries = new Entries(history);
  const back = whole ? new BackButton(globalThis.navigation ?? entries, history, {
    back: (depth) => stage.back(depth),
    open: (url) => stage.open(url),
    holds: () => stage.holds,
  }, signal) : undefined;
  /** The files that this page is made of. @type {{styles?: string, scripts?: string} | undefined} */
  let files;
  let outdated = false;
  /** While the page says that there is nothing at its address: the sign, and the address of the window behind it. @type {{sign: HTMLElement, where: any} | undefined} */
  let lost;
  /** What links ask for: where nobody takes the address, the browser goes there. @type {Map<number | undefined, string>} */
  const followed = new Map();
  const lock = new WindowLock(navigator.locks, clock);

  /** @param {number} code */
  function end(code) {
    find();
    stage.clear();
    notices.connected(true);
    if (code !== 4401 && code !== 4503) storage.removeItem(stored.window);
    // Only a page opened by a script can close itself; any other shows a message.
    if (code === 4500 && session.epoch && whole) close();
    const { title, text, button } = endings[code] ?? broken;
    const signIn = () => location.assign(new URL(`sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, home));
    const again = code === 4503 ? () => session.start({ steal: true }) : code === 4401 && whole ? signIn : renew;
    tell(stage.main, title, text, button, again);
  }

  /** @param {HTMLElement} place @param {string} title @param {string} text @param {string} button @param {() => void} onclick */
  function tell(place, title, text, button, onclick) {
    const heading = h("h1", { textContent: title, tabIndex: -1 });
    if (whole) document.title = title;
    place.replaceChildren(h("section", { className: "ending" }, heading, h("p", { textContent: text }),
      h("button", { className: "button", textContent: button, onclick })));
    stage.focus(heading);
  }

  /** Says that there is nothing at the requested address. The window that was opened instead lies behind the sign. */
  function lose() {
    find();
    const sign = h(/** @type {"main"} */ (stage.main.localName), { className: "stage" });
    stage.main.before(sign);
    stage.main.hidden = true;
    lost = { sign, where: [0, ""] };
    tell(sign, words.notFound, words.nothingAt(whole ? location.pathname : options.path ?? ""), words.start, () => {
      const where = /** @type {any} */ (lost).where;
      find();
      arrive(.../** @type {Parameters<typeof arrive>} */ (where));
      const heading = stage.main.querySelector("h1");
      if (heading) stage.focus(heading);
    });
  }

  function find() {
    lost?.sign.remove();
    lost = undefined;
    stage.main.hidden = false;
  }

  /** The server's files have changed. Style sheets are replaced in place; scripts are reloaded when the page is hidden, or when the user agrees. @param {{styles?: string, scripts?: string}} now */
  function renewFiles(now) {
    if (files && files.styles !== now.styles) restyle(whole ? document : /** @type {ShadowRoot} */ (root.getRootNode()), `${now.styles}`);
    if (files && files.scripts !== now.scripts && !outdated) {
      outdated = true;
      notices.ask(words.outdated, [[words.update, renew]]);
    }
    files = { ...now, scripts: files ? files.scripts : now.scripts };
  }

  const session = new Session({
    url,
    async protocols() {
      if (typeof token === "function") bearer = await token();
      return bearer ? [protocol, `bearer.${bearer}`] : [protocol];
    },
    renews: typeof token === "function",
    WebSocket: options.WebSocket ?? WebSocket,
    // A page of another origin can't read the response; a successful request is enough then.
    fetch: (url, options) => fetch(new URL(url, home), url !== "/" || home.origin === location.origin ? options : { ...options, mode: "no-cors" }),
    clock,
    lock,
    instance: instance(),
    window: whole ? ownWindow(storage) : storage.getItem(stored.window) ?? undefined,
    greeting: () => ({
      scene,
      url: whole ? location.pathname + location.search : options.path,
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
        if (status !== "attached") notices.observed(0);
        stage.hold.set(status === "proving");
        if (status === "ended") end(code);
        else notices.connected(status === "attached", session.outbox.waiting);
      },
      attached({ window, server, notFound }) {
        renewFiles({ scripts: server?.version, ...server?.files });
        if (notFound) lose();
        storage.setItem(stored.window, window);
        desk.serve(window);
      },
      state(tree) {
        stage.state(tree);
        const [window, places] = JSON.parse(storage.getItem(stored.scroll) ?? "[]");
        storage.removeItem(stored.scroll);
        if (window && window === session.window) stage.scrolled = places;
      },
      patched: (trails) => stage.patched(trails),
      sharedState: (document, tree) => stage.shared(document, tree),
      sharedPatched: (document, trails) => stage.shared(document, session.shared[document].tree, trails),
      answered(applied) {
        stage.answered(applied);
        for (const id of followed.keys()) if (id === undefined || id <= applied) followed.delete(id);
      },
      rejected({ event, code, message }) {
        console.debug(code, message);
        back?.refused(event);
        const url = followed.get(event);
        if (url && code === "notExecutable" && whole) location.assign(url);
        if (code === "failed" || code === "forbidden") notices.say(message || words.failed);
      },
      trigger: (trigger) => desk.receive(trigger),
      observed: (count) => notices.observed(count),
    },
  });

  const on = (/** @type {string} */ name, /** @type {() => void} */ act) => addEventListener(name, act, { signal });
  watchEnvironment(clock, (changes) => session.report(changes), signal);
  if (whole) on("popstate", () => entries.moved());
  on("pagehide", () => {
    stage.fields.flush();
    storage.setItem(stored.scroll, JSON.stringify([session.window, stage.scrolled]));
  });
  on("online", () => session.retry());
  // The page was restored from the back/forward cache, and its socket is gone.
  addEventListener("pageshow", ({ persisted }) => { if (persisted) session.retry(); }, { signal });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) session.retry();
    else if (outdated && whole && session.attached && !session.outbox.waiting && !stage.isInUse) location.reload();
  }, { signal });
  notices.connected(false);
  session.start();
  const shown = {
    leave: () => session.leave(),
    stop() {
      ending.abort();
      session.stop();
      stage.clear();
      root.replaceChildren();
    },
  };
  return shown;
}
