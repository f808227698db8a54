import { fragment, home, protocol, scopedStorage, stored, tabStorage } from "../protocol/names.js";
import { isReport } from "../protocol/outbox.js";
import { registry } from "../view/components.js";
import { saveFile } from "../view/files.js";
import { presentations } from "../view/presentations.js";
import { showTimes } from "../view/relative-time.js";
import { script } from "../view/optional.js";
import { WindowView } from "../view/window-view.js";
import { broken, endings, words } from "../view/words.js";
import { windowOfEntry } from "./back-button.js";
import { afterDrawing, browserSession, clock, socketURL } from "./browser.js";
import { environment, watchEnvironment } from "./environment.js";
import { FileVersions } from "./file-versions.js";
import { Notices } from "./notices.js";
import { comeToFront, hearTabs, takeOver, tellEntered } from "./other-tabs.js";
import { Place } from "./place.js";
import { Progress } from "./progress.js";
import { Signs } from "./signs.js";
import { TriggerRunner } from "./trigger-runner.js";
import { ownTriggers } from "./triggers.js";
import { Typing } from "./typing.js";
import { WindowLock } from "./window-lock.js";

/** An address that has the content in it. @param {Blob} blob @returns {Promise<string>} */
const asData = (blob) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onerror = () => reject(reader.error);
  reader.onload = () => resolve(/** @type {string} */ (reader.result));
  reader.readAsDataURL(blob);
});

/** The tag of the files that this page was loaded from, which is a part of their addresses. */
const [, client] = /\/client\/([^/]+)\/page\//.exec(import.meta.url) ?? [];

/** With this time left, in milliseconds, credentials are to be renewed. */
const noticeOfExpiry = 60_000;

/** The scene that an address may name: its first segment, unless that is too long for a name. @param {string} path */
const sceneOf = (path) => path.split("/")[1].slice(0, 65).replace(/^.{65}$/, "");

/** The window that this page shows: the one named by the page that opened it, or the one from before a reload. @param {ScopedStorage} storage */
function ownWindow(storage) {
  const { hash, pathname, search } = location;
  if (hash.startsWith(fragment)) {
    // Removed at once, because it is a secret of the user.
    history.replaceState(history.state, "", pathname + search);
    return hash.slice(fragment.length);
  }
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  // Back from another document leads to the window that its entry belongs to.
  const returned = entry?.type === "back_forward" && windowOfEntry(globalThis.navigation, history.state);
  if (returned) return returned;
  // Another address typed into the same tab requests another window, and so does going back to one that showed none; also if
  // the page that says that the server is away has been reloaded there.
  const elsewhere = (storage.getItem(stored.url) ?? pathname + search) !== pathname + search;
  return elsewhere ? undefined : storage.getItem(stored.window) ?? undefined;
}

/** The number of windows of which this tab remembers where their users were. */
const keptPlaces = 5;

/** Milliseconds after which a page prepares for a server that can't be reached, which is no part of its load. */
const untilKept = 5000;

/** Milliseconds within which two clicks are a double click. */
const doubleClick = 500;

/** A window in a page: connects what it shows to its session on the server. */
export class WindowPage {
  #ending = new AbortController();
  /** What links ask for: where nobody takes the address, the browser goes there. @type {Map<number | undefined, string>} */
  #followed = new Map();
  /** Whether the page waits until another window is closed. */
  #isFull = false;
  /** Takes the card away that asks the user to sign in again. */
  #signInCard = () => {};
  /** When the page's session ends, if that is soon. */
  #endsAt = -Infinity;
  #hasEntered = false;
  /** Whether the window was closed, and can be reopened. */
  #isClosed = false;
  /** Whether an event of this page may have a password. */
  #hasPassword = false;
  /** Whether the last attempt has succeeded. */
  #isAdmitted = false;
  /** The last press, and the events of second clicks on the same button. */
  #press = { button: "", at: -Infinity };
  /** @type {Set<number>} */
  #repeated = new Set();

  /** @param {import("../client.js").ConnectOptions} options @param {() => void} restart replaces this page by a new one in the same element */
  constructor(options, restart) {
    const { root = document.body, token } = options;
    this.options = options;
    this.restart = restart;
    this.root = root;
    this.url = options.url ?? socketURL;
    /** Whether the window is the whole page. */
    this.isFullPage = root === document.body;
    this.scene = options.scene ?? (this.isFullPage && sceneOf(location.pathname) || undefined);
    this.bearer = typeof token === "string" ? token : undefined;
    this.storage = this.isFullPage ? tabStorage : scopedStorage(options.name ?? JSON.stringify([this.scene, options.path, options.value]));
    const { signal } = this.#ending;
    this.notices = new Notices(root, clock, { retry: () => this.session.retry(), unseen: (count) => this.place.unseen(count) }, signal);
    this.progress = new Progress(clock, (...what) => this.notices.waiting(...what));
    this.triggerRunner = new TriggerRunner(this.storage, clock, {
      ask: (...card) => this.notices.ask(...card),
      toasts: () => this.notices.toasts(),
      performed: (performed) => this.session.performed(performed),
      mark: () => this.place.mark(),
      save: (url, name) => this.#save(url, name),
      shown: () => new Promise((answer) => afterDrawing(() => answer(this.session.document?.rev ?? 0))),
      renew: () => this.#renew(),
    });
    this.windowView = new WindowView(root, this.#viewDelegate, signal);
    this.signs = new Signs(this.windowView, (title) => this.place.entitle(title));
    this.place = new Place(this.windowView, this.signs, this.storage, this.isFullPage, signal);
    this.versions = new FileVersions(this.isFullPage ? document : /** @type {ShadowRoot} */ (root.getRootNode()));
    this.typing = new Typing(root, clock, () => this.session.release(), signal);
    this.session = this.#makeSession();
  }

  start() {
    this.#listen(this.#ending.signal);
    this.notices.connected(false);
    this.session.start();
  }

  /** Stops showing the window; the server keeps it. */
  stop() {
    this.#ending.abort();
    this.session.stop();
    this.windowView.clear();
    this.root.replaceChildren();
  }

  /** Closes the window for good. */
  leave() {
    this.session.leave();
  }

  /** @returns {WindowViewDelegate} */
  get #viewDelegate() {
    return {
      send: (...event) => this.#send(...event),
      follow: (url) => this.#followed.set(this.windowView.open(url), url),
      upload: (...what) => this.#upload(...what),
      isConnected: () => this.session.attached,
      load: (url) => this.#load(url),
      save: (url, name) => void this.#save(url, name).catch(() => {}),
      rows: (model, element, wish) => {
        if (wish) this.session.slices.ask(model, element, wish);
        return this.session.slices.tree(model, element);
      },
      forgetRows: (model, element) => this.session.slices.forget(model, element),
      forget: (document) => { delete this.session.shared[document]; },
      arrived: (...where) => {
        this.notices.raise();
        this.place.arrived(...where);
      },
    };
  }

  /** @param {Omit<WindowEvent, "id">} event @param {Element} [pressed] */
  #send(event, pressed) {
    this.#hasPassword ||= event.value !== undefined && !!this.root.querySelector("input[type=password]");
    const id = this.session.event(event);
    if (id === undefined) this.notices.say(words.tooLong);
    else if (!isReport(event.name)) this.progress.sent(id, event.name, pressed);
    if (event.name !== "input" && !isReport(event.name)) this.session.release();
    if (event.name === "tap" && id !== undefined && this.#isRepeated(event)) this.#repeated.add(id);
    if (!this.session.attached) this.#showConnection(false);
    return id;
  }

  /** Whether this is the second half of a double click. @param {Omit<WindowEvent, "id">} event */
  #isRepeated({ model, element }) {
    const { button, at } = this.#press;
    this.#press = { button: `${model} ${element}`, at: clock.time() };
    return this.#press.button === button && this.#press.at - at < doubleClick;
  }

  /** @param {boolean} connected */
  #showConnection(connected) {
    this.notices.connected(connected, this.session.outbox.waiting, this.session.heardAt);
  }

  /** @param {string} ticket @param {string} method @param {Record<string, string>} query */
  #upload(ticket, method, query) {
    const request = new XMLHttpRequest();
    const path = `upload/${ticket}?${new URLSearchParams(query)}`;
    request.open(method, new URL(path, this.url.replace(/^ws/, "http")));
    if (this.bearer) request.setRequestHeader("Authorization", `Bearer ${this.bearer}`);
    return request;
  }

  /**
   * The address at which the browser gets a file of the server. If the page has a token, no cookie says who asks: then it is a
   * copy in the browser.
   * @param {string} url
   */
  async #load(url) {
    const { origin, pathname, search } = new URL(url, home);
    if (origin !== home.origin) return url;
    const address = new URL(pathname + search, this.url.replace(/^ws/, "http"));
    if (!this.bearer) return address.origin === location.origin ? url : address.href;
    const headers = { Authorization: `Bearer ${this.bearer}` };
    let response = await fetch(address, { headers });
    for (let again = 0; response.status === 429 && again < 10; again++) {
      await new Promise((resolve) => clock.setTimeout(() => resolve(undefined), 1000));
      response = await fetch(address, { headers });
    }
    if (!response.ok) throw new Error(await response.text());
    const blob = await response.blob();
    // Nothing that was uploaded may become a page of this origin, which a browser would make of a drawing at a copy's address.
    return blob.type.startsWith("image/svg") ? asData(blob) : URL.createObjectURL(blob);
  }

  /** @param {string} url @param {string} [name] */
  async #save(url, name) {
    try {
      await saveFile(url, name, (url) => this.#load(url));
    } catch (error) {
      console.error(error);
      this.notices.say(words.failed);
      throw error;
    }
  }

  #makeSession() {
    const { options, url, isFullPage, storage } = this;
    const window = isFullPage ? ownWindow(storage) : storage.getItem(stored.window) ?? undefined;
    return browserSession({
      url,
      protocols: () => this.#protocols(),
      renews: typeof options.token === "function" || this.#isVisitors,
      WebSocket: options.WebSocket ?? WebSocket,
      lock: new WindowLock(navigator.locks, clock),
      window,
      former: this.#inherit(window),
      greeting: () => this.#greeting(),
      delegate: this.#sessionDelegate,
    });
  }

  /** Leaves the events that the server may not have to the page after this one, as after a reload, but no password. */
  #bequeath() {
    const { session: { rest }, storage } = this;
    if (!rest || this.#hasPassword) return;
    try {
      storage.setItem(stored.events, JSON.stringify(rest));
    } catch (error) {
      // There are too many for the browser.
      console.warn(error);
    }
  }

  /** The events that a former page of this window has left. @param {string | undefined} window @returns {FormerPage | undefined} */
  #inherit(window) {
    const former = JSON.parse(this.storage.getItem(stored.events) ?? "null");
    if (!former || former.window !== window) return;
    this.storage.removeItem(stored.events);
    return former;
  }

  async #protocols() {
    const { token } = this.options;
    if (typeof token === "function") this.bearer = await token();
    else if (this.#isVisitors && !this.#isAdmitted) {
      const { visitorToken } = await script("visitor", import.meta.url);
      const visitor = await visitorToken(this.#server);
      this.bearer = visitor ?? undefined;
      if (visitor === null) this.#block(true);
    }
    // If it fails, the token may not be valid any more.
    this.#isAdmitted = false;
    return this.bearer ? [protocol, `bearer.${this.bearer}`] : [protocol];
  }

  /** A page with a token renews it; anybody else is asked to sign in, in another tab, so that nothing here is interrupted. @param {number} time */
  async #expires(time) {
    this.#signInCard();
    this.#signInCard = () => {};
    // More says that it was renewed.
    this.#endsAt = time > noticeOfExpiry ? -Infinity : performance.now() + time;
    if (time > noticeOfExpiry) return;
    const { token } = this.options;
    if (typeof token === "function") {
      const renewed = await Promise.resolve().then(token).catch((error) => console.warn(error));
      if (renewed) this.session.renew(this.bearer = renewed);
    } else if (!token && this.isFullPage) this.#signInCard = this.notices.ask(words.endsSoon, [[words.signIn, () => open(`/sign-in?next=${encodeURIComponent(location.pathname)}`, "_blank")]]);
  }

  #greeting() {
    return {
      client,
      scene: this.scene,
      url: this.isFullPage ? location.pathname + location.search : this.options.path?.replace(/^(?!\/)/, "/"),
      value: this.options.value,
      environment: environment(),
      capabilities: {
        present: [...presentations],
        trigger: Object.keys(ownTriggers).map((kind) => kind.slice(7)),
        element: [...registry.keys()],
      },
    };
  }

  /** @returns {SessionDelegate} */
  get #sessionDelegate() {
    const { windowView, notices, storage } = this;
    return {
      status: (status, code = 0, closer) => {
        if (status !== "attached") notices.observed(0);
        this.progress.connected(status === "attached");
        windowView.freeze.set(status === "proving");
        if (status === "attached" || status === "ended") this.#isFull = false;
        if (status === "ended") this.#end(code, closer);
        else this.#showConnection(status === "attached" || this.#isFull);
      },
      full: (reason, url) => this.#wait(reason, url),
      blocked: (isBlocked) => this.#block(isBlocked),
      attached: ({ window, user, scene, server, notFound, applied }) => {
        this.#isAdmitted = true;
        windowView.fields.attached(applied);
        Object.assign(windowView, { user, scene });
        showTimes();
        const files = { scripts: server?.version, ...server?.files };
        if (this.versions.update(files)) notices.ask(words.outdated, [[words.update, () => this.#renew()]]);
        if (notFound) this.place.lose(this.isFullPage ? location.pathname : this.options.path ?? this.scene ?? "");
        storage.setItem(stored.window, window);
        if (this.isFullPage && !this.#hasEntered) this.#enter(window);
        this.#hasEntered = true;
        this.#isClosed = false;
        this.place.attached(window);
        this.triggerRunner.serve(window);
      },
      expires: (time) => this.#expires(time),
      holds: (patch) => this.typing.holds(patch),
      state: (tree) => {
        windowView.state(tree);
        const { [this.session.window ?? ""]: place, ...others } = this.#places;
        if (!place) return;
        windowView.reading.restore(place);
        storage.setItem(stored.places, JSON.stringify(others));
      },
      patched: (trails) => windowView.patched(trails),
      sharedState: (document, tree) => windowView.shared(document, tree),
      sharedPatched: (document, trails) => windowView.shared(document, this.session.shared[document].tree, trails),
      rows: (change) => windowView.rows(change),
      answered: (applied) => {
        windowView.answered(applied);
        this.place.answered(applied);
        this.progress.answered(applied);
        for (const id of this.#repeated) if (id <= applied) this.#repeated.delete(id);
        for (const id of this.#followed.keys()) if (id === undefined || id <= applied) this.#followed.delete(id);
      },
      rejected: ({ event, code, message }) => {
        console.debug(code, message);
        this.place.refused(event);
        // Its first click has done what the button is for.
        if (this.#repeated.delete(event)) return;
        if (windowView.refused(event, message || words.failed)) return;
        const url = this.#followed.get(event);
        if (code === "invalid" && windowView.fields.refused(event, message)) return;
        if (url && code === "notExecutable" && this.isFullPage) location.assign(url);
        else if (code !== "stale" && code !== "invalid") notices.say(message || words.failed);
      },
      trigger: (trigger) => this.triggerRunner.receive(trigger),
      observed: (count) => notices.observed(count),
    };
  }

  /** Where the user was in the windows that this tab has shown. @returns {Record<string, any>} */
  get #places() {
    return JSON.parse(this.storage.getItem(stored.places) ?? "{}");
  }

  /** The server that the socket leads to. */
  get #server() {
    return new URL(this.url.replace(/^ws/, "http"));
  }

  /** Whether the page is of another origin, where a browser may keep no cookie of the server, and does not say who its user is. */
  get #isVisitors() {
    return !this.options.token && this.#server.origin !== location.origin;
  }

  /** Says that something refuses the sockets of this page. The session goes on trying. @param {boolean} isBlocked */
  #block(isBlocked) {
    const isStranger = isBlocked && this.#isVisitors && !this.bearer;
    this.notices.blocked(isBlocked && !isStranger);
    if (!isBlocked) return;
    if (isStranger) {
      console.warn(`${this.url} has refused this window, which is in a page of another origin and has no token: give <oriel-window> the attribute token, or connect() the option, or start the server with --embed-visitors. In either case it needs --allow-origin ${location.origin}.`);
      this.signs.end(words.noToken, words.noTokenBecause, words.tryNow, () => this.session.retry());
      return;
    }
    console.warn(`${this.url} has refused several handshakes, although the server answers requests. What is in between has to pass on WebSockets (the headers Upgrade and Connection): see the deployment guide.`);
    if (!this.session.document) this.signs.end(words.blocked, words.blockedBecause, words.tryNow, () => this.session.retry());
  }

  /** Says why there is no room for the window, until there is. @param {string} reason @param {string} [url] of a window that lists the others */
  #wait(reason, url) {
    if (this.#isFull) return;
    this.#isFull = true;
    this.windowView.clear();
    this.progress.answered(Infinity);
    this.signs.end(words.full, words.fullBecause(reason), words.tryNow, () => this.session.retry());
    if (url && this.isFullPage) this.signs.add(words.yourWindows, url);
  }

  /** @param {number} code of the close @param {Closer} [closer] who has closed the window, if it can be reopened */
  #end(code, closer) {
    this.windowView.clear();
    this.progress.answered(Infinity);
    this.notices.connected(true);
    if (code === 4404 && !this.isFullPage) console.warn(`${this.url} has nothing at ${this.options.path ?? "/"}: give <oriel-window> the attribute path, or connect() the option.`);
    if (code !== 4401 && code !== 4503 && code !== 4505) this.storage.removeItem(stored.window);
    // Only a page opened by a script can close itself; any other shows a message.
    if (code === 4500 && this.session.epoch && this.isFullPage && closer !== "operator" && closer !== "app") close();
    const { title, text, button } = endings[code] ?? broken;
    this.#isClosed = !!closer;
    if (closer) this.signs.end(title, words.closedBy[closer], words.reopen, () => this.session.start({ reopen: true }));
    else this.signs.end(title, text, button, () => this.#again(code));
  }

  /** The user has pressed the button of an ending. @param {number} code */
  #again(code) {
    if (code === 4503) this.session.start({ steal: true });
    else if (code === 4401 && this.isFullPage) {
      location.assign(new URL(`sign-in?next=${encodeURIComponent(location.pathname + location.search)}`, home));
    } else this.#renew();
  }

  #renew() {
    if (this.isFullPage) location.reload();
    else this.restart();
  }

  /** @returns {Parameters<typeof hearTabs>[0]} */
  get #tabsDelegate() {
    const { session } = this;
    return {
      elsewhere: (what) => {
        if (what.window !== session.window) this.notices.ask(words.elsewhere(what.title), [[words.openHere, () => takeOver(what)]]);
      },
      release: (window) => {
        if (window !== session.window) return;
        session.stop();
        this.#end(4503);
      },
      // With the new session, if the user has signed in there: the server renews the pages of one node only.
      entered: (window) => {
        // It was reopened there.
        if (this.#isClosed && window === session.window) {
          session.stop();
          this.#end(4503);
        }
        if (performance.now() > this.#endsAt) return;
        this.#signInCard();
        session.comeBack();
      },
      reopen: (window) => {
        if (!this.#isClosed || window !== session.window) return;
        // It tells so as soon as it shows the window.
        this.#hasEntered = false;
        session.start({ reopen: true });
        this.storage.setItem(stored.window, window);
        comeToFront(() => this.place.mark());
      },
    };
  }

  /** The page shows a window for the first time. @param {string} window */
  #enter(window) {
    tellEntered(window);
    clock.setTimeout(() => import("./away.js").then(({ keepAwayPage }) => keepAwayPage()).catch((error) => console.debug(error)), untilKept);
  }

  /** @param {AbortSignal} signal */
  #listen(signal) {
    const { session, windowView } = this;
    watchEnvironment(clock, (changes) => session.report(changes), signal);
    addEventListener("pagehide", () => {
      // The server keeps the draft of any other field.
      windowView.fields.flush(({ data }) => data.draft === undefined);
      if (session.window) {
        const { [session.window]: _, ...others } = this.#places;
        const places = [...Object.entries(others), [session.window, windowView.reading.saved]].slice(-keptPlaces);
        this.storage.setItem(stored.places, JSON.stringify(Object.fromEntries(places)));
      }
      this.#bequeath();
    }, { signal });
    addEventListener("beforeunload", (event) => { if (this.#hasUnsaved) event.preventDefault(); }, { signal });
    for (const touch of ["pointerdown", "keydown"]) this.root.addEventListener(touch, () => session.touched(), { capture: true, signal });
    addEventListener("online", () => session.retry(), { signal });
    addEventListener("offline", () => session.offline(), { signal });
    if (this.isFullPage) hearTabs(this.#tabsDelegate, signal);
    // The page was restored from the back/forward cache, and its socket is gone.
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      this.storage.removeItem(stored.events);
      session.retry();
    }, { signal });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) session.retry();
      else if (this.#mayReload) location.reload();
    }, { signal });
  }

  /** Whether the hidden page is outdated, and a reload loses nothing. */
  get #mayReload() {
    const { session, windowView } = this;
    return this.versions.isOutdated && this.isFullPage && session.attached && !session.outbox.waiting && !windowView.isInUse && !this.#hasUnsaved;
  }

  /** Whether a screen says that leaving would lose something. */
  get #hasUnsaved() {
    const { attached, outbox, document, shared } = this.session;
    return (attached || outbox.waiting > 0) && [document, ...Object.values(shared)].some(
      (each) => Object.values(each?.tree.models ?? {}).some(({ unsaved }) => unsaved));
  }
}
