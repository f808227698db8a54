import { WindowDocument } from "./document.js";
import { decode, encode, encodedLength } from "./messages.js";
import { Outbox } from "./outbox.js";
import { PatchError } from "./patch.js";
import { backoff, mayReturn } from "./reconnecting.js";
import { learnTime } from "./server-time.js";
import { Slices } from "./slices.js";

/**
 * How many milliseconds a connection may be silent before the server is pinged, and how many after that: while no answer is due,
 * in a window that changes by itself and is looked at, while an event waits for its answer, and when the user touches the page.
 */
const silences = { idle: [30_000, 10_000], live: [5000, 2500], due: [4000, 4000], touched: [4000, 2500] };
const patience = 10_000;
/** The number of refused handshakes in a row, while the server answers requests, after which the page says so. */
const refusalsToReport = 3;
/** The messages that change what the page shows. */
const changes = ["state", "patch", "sharedState", "sharedPatch", "rowsState", "rowsPatch"];
/** A window changes by itself if it has done so twice within this time. */
const liveliness = 60_000;
/** The milliseconds between two reports of what the page shows, and after which the time of an answer is measured again. */
const untilDrawn = 2000;
const untilMeasured = 30_000;

/**
 * A page's side of the protocol: attaches, keeps its position, resends unapplied events, and
 * reconnects after a cut. It doesn't use the DOM, and passes messages to its delegate.
 */
export class Session {
  /** @type {Record<string, WindowDocument>} */
  shared = {};
  /** @type {WindowDocument | undefined} */
  document;
  attached = false;
  messageLimit = 65_536;
  /** When the server was last heard. @type {number | undefined} */
  heardAt;

  /** @type {WebSocket | undefined} */
  #socket;
  #attempt = 0;
  /** Handshakes in a row that were refused. */
  #refusals = 0;
  /** When the page asked for an answer that has not come, when it last did, and how long that answer took. @type {number | undefined} */
  #askedAt;
  #measuredAt = -Infinity;
  #roundTrip = 0;
  #handshaken = true;
  #leaving = false;
  /** Changes of the page's environment that the server was not told yet. @type {object} */
  #changes = {};
  /** Whether this page opened the window and the server may lose it before it is saved. */
  #unsaved = false;
  /** @type {number | undefined} */
  #retryAfter;
  /** Where the server has the window, in its words, for the next handshake. @type {string | undefined} */
  #at;
  /** Who has closed the window, if it can be reopened. @type {Closer | undefined} */
  #closer;
  /** Whether the window was closed and is asked for again. @type {boolean | undefined} */
  #reopens;
  /** Why the server closes the connection, in its words. */
  #reason = "";
  /** The address of a window that opens although others do not. @type {string | undefined} */
  #url;
  /** The timer of the next attempt or, while connected, of a silent socket. */
  #timer = 0;
  #waiting = false;
  /** Whether the document on the screen is the server's. Until then it may still be in transit, however large it is. */
  #current = false;
  /** Messages that wait until the user pauses in typing. @type {[name: string, content: any][]} */
  #held = [];
  /** When the window last changed by itself, and the time before. */
  #moves = [-Infinity, -Infinity];
  /** How many messages of this socket have changed what is shown. */
  #shown = 0;
  /** What the server knows to be shown, when it was told, and whether the next report is being made. @type {{messages?: number, at: number, isComing?: boolean}} */
  #drawn = { at: -Infinity };
  /** Which of the silences the timer currently uses. @type {keyof typeof silences} */
  #silence = "idle";
  /** Incremented with every start and end, to ignore late results of earlier attempts. */
  #round = 0;
  /** Whether the events of a former page wait, which are for its window alone. */
  #inherits = false;

  /** @param {SessionOptions} options */
  constructor(options) {
    this.options = options;
    this.clock = options.clock;
    this.delegate = options.delegate;
    this.window = options.window;
    this.#unsaved = !this.window;
    const { former } = options;
    this.#inherits = !!former;
    this.instance = former?.instance ?? options.instance;
    this.epoch = former?.epoch;
    this.outbox = new Outbox(former);
    this.slices = new Slices(this.clock, (rows) => this.#send({ rows }), this.delegate);
  }

  /** Connects now, unless there is a socket already. With `steal`, it takes the window from the page that has it; with `reopen`, it asks for a window that was closed. @param {{steal?: boolean, reopen?: boolean}} [options] */
  async start(options) {
    if (this.#socket) return;
    this.#reopens ||= options?.reopen;
    const round = this.#again();
    const late = () => round !== this.#round;
    this.delegate.status("connecting");
    if (this.window) await this.options.lock.hold(this.window, options);
    if (late()) return;
    let protocols, page;
    try {
      protocols = await this.options.protocols();
      // Finds out why the handshake failed: the page says why, or renews the cookie. For a bearer token, the socket's address says.
      const bearer = protocols[1]?.slice("bearer.".length);
      const how = bearer ? { headers: { Authorization: `Bearer ${bearer}` } } : {};
      if (!this.#handshaken && !late()) {
        const giveUp = new AbortController();
        this.#timer = this.clock.setTimeout(() => giveUp.abort(), patience);
        const ask = (/** @type {string} */ path) => this.options.fetch(path, { cache: "no-store", signal: giveUp.signal, ...how });
        page = await ask(bearer ? "/connect" : "/");
        // The page's response sets a cookie: a browser that still has none rejects cookies.
        if (!bearer && page.ok && (await ask("/connect")).status === 401 && !late()) return this.#end(401);
      }
    } catch {
      protocols = undefined;
    }
    if (late()) return;
    if (!protocols) this.#wait();
    else if (!page || this.#welcomed(page)) {
      if (page && this.#refusals >= refusalsToReport) this.delegate.blocked?.(true);
      this.#open(protocols);
    }
  }

  /** Ends the wait between two attempts. */
  retry() {
    if (this.#waiting) this.start();
    else if (this.attached) this.#probe();
  }

  /** The user has touched the page. If the server has been silent, the socket may be dead, as after a time in the background. */
  touched() {
    const [quiet, patience] = silences.touched;
    if (!this.attached || this.#silence === "touched" || this.clock.time() - (this.heardAt ?? 0) < quiet) return;
    this.#silence = "touched";
    this.#probe(Math.max(patience, 2 * this.#roundTrip));
  }

  /** The browser has no network. */
  offline() {
    if (this.#socket) this.#lose(4001, "offline");
  }

  /** Comes back with the credentials that the browser has now. */
  comeBack() {
    if (!this.attached) return;
    this.#retryAfter = 0;
    this.#lose(4001, "new credentials");
  }

  /** An explicit *Close*: the window finishes, at once or as soon as the server can be told. */
  leave() {
    this.#leaving = true;
    if (this.attached) this.#send({ leave: {} });
  }

  /** Ends the session without telling the server, where the window stays. */
  stop() {
    this.#again();
    this.#socket?.close();
    this.#socket = undefined;
    this.attached = false;
    this.slices.restart(false);
    this.options.lock.release();
  }

  /** @param {Omit<WindowEvent, "id">} event @returns {number | undefined} its id, unless it is too long */
  event(event) {
    if (encodedLength(event) > this.messageLimit - 64) return;
    const id = this.outbox.add(event);
    this.#pump();
    return id;
  }

  /** What another page of the window needs to go on with the events that the server may not have. @returns {FormerPage | undefined} */
  get rest() {
    const { window, instance, epoch, outbox: { rest } } = this;
    return window && rest ? { window, instance, epoch, ...rest } : undefined;
  }

  /** Reports changes of the page's environment. They wait while an attach is unanswered. @param {object} changes */
  report(changes) {
    Object.assign(this.#changes, changes);
    if (this.attached) this.#tellChanges();
  }

  #tellChanges() {
    if (Object.keys(this.#changes).length) this.#send({ environment: this.#changes });
    this.#changes = {};
  }

  /** Answers a trigger. An answer only matters while attached. @param {Performed} performed */
  performed(performed) {
    if (this.attached) this.#send({ performed });
  }

  /** @param {Response} page */
  #welcomed({ status, headers }) {
    const again = status === 401 && this.options.renews;
    if (!again && (status === 401 || status === 403)) this.#end(4000 + status);
    else if (again || status === 429 || status >= 500) this.#wait(1000 * Number(headers.get("Retry-After")) || undefined);
    else return true;
  }

  /** @param {string[]} protocols */
  #open(protocols) {
    const url = new URL(this.options.url);
    // A server with several event loops finds the window's one by the page's address.
    url.searchParams.set("page", this.options.greeting().url?.split("?")[0] ?? "/");
    if (this.#at) url.searchParams.set("at", this.#at);
    this.#at = undefined;
    const socket = new this.options.WebSocket(url.href, protocols);
    this.#socket = socket;
    this.#handshaken = this.#current = false;
    this.#heard();
    /** Ignores the events of an abandoned socket. @type {(act: (event: any) => void) => (event: any) => void} */
    const heard = (act) => (event) => { if (socket === this.#socket) act(event); };
    socket.onopen = heard(() => {
      this.#handshaken = true;
      this.#refusals = 0;
      this.delegate.blocked?.(false);
      this.#askedAt = this.#measuredAt = this.clock.time();
      this.delegate.status("proving");
      this.#send({ attach: this.#attach() });
    });
    const inOrder = this.#ordered();
    socket.onmessage = inOrder(heard(({ data }) => this.#receive(data)));
    socket.onclose = inOrder(heard(({ code }) => this.#closed(code)));
    // It may have been opened before.
    if (socket.readyState === 1) queueMicrotask(() => socket.onopen?.(new Event("open")));
  }

  /** Unpacks compressed messages, which takes a moment, for which what comes behind them waits. @returns {(act: (event: any) => void) => (event: any) => void} */
  #ordered() {
    const { unpack } = this.options;
    /** @type {Promise<any> | undefined} */
    let before;
    return (act) => (event) => {
      const { data } = event;
      const isPacked = unpack && data !== undefined && typeof data !== "string";
      if (!isPacked && !before) return act(event);
      const mine = before = Promise.all([isPacked ? unpack(data).catch(() => data) : data, before]);
      mine.then(([text]) => {
        if (before === mine) before = undefined;
        act(isPacked ? { data: text } : event);
      });
    };
  }

  #attach() {
    const { lock, greeting, unpack } = this.options;
    const { instance } = this;
    const { durable, sent } = this.outbox;
    const position = this.epoch ? { epoch: this.epoch, rev: this.document?.rev, saved: durable || undefined, sent } : {};
    this.#changes = {};
    const window = this.window
      ? { window: this.window, takeover: lock.held === this.window || undefined, reopen: this.#reopens }
      : {};
    // What to open in its place, if it is gone because nothing had been done in it.
    const { scene, url, value, capabilities, ...rest } = greeting();
    const compression = unpack && ["gzip"];
    return { ...window, scene, url, value, instance, ...position, ...rest, capabilities: { ...capabilities, compression } };
  }

  /** @param {string} frame */
  #receive(frame) {
    this.#trying(() => {
      const [name, content] = decode(frame) ?? [];
      if (name) this.#take(name, content);
    });
    if (!this.#socket) return;
    this.heardAt = this.clock.time();
    this.#heard();
  }

  /** @param {string} name @param {any} content */
  #take(name, content) {
    const waits = this.#held.length || name === "patch" && content.applied <= this.outbox.applied && this.delegate.holds?.(content.patch);
    if (waits && name !== "closing") this.#held.push([name, content]);
    else this.#handle(name, content);
  }

  /** @param {string} name @param {any} content */
  #handle(name, content) {
    this.#handlers[name](content);
    if (!changes.includes(name)) return;
    this.#shown++;
    this.#tellDrawn();
  }

  /** Goes on with a new token. @param {string} token */
  renew(token) {
    if (this.attached) this.#send({ credentials: { token } });
  }

  /** Shows what has waited for a pause in typing. */
  release() {
    for (const [name, content] of this.#held.splice(0)) {
      if (this.#socket) this.#trying(() => this.#handle(name, content));
    }
  }

  /** Does something with a message. What the server can't have meant ends the connection. @param {() => void} work */
  #trying(work) {
    try {
      work();
    } catch (error) {
      if (!(error instanceof PatchError || error instanceof SyntaxError)) throw error;
      this.#lose(4000, "lost position");
    }
  }

  /** By the name of the message. @type {Record<string, (content: any) => void>} */
  #handlers = {
    attached: (attached) => {
      this.#measure();
      if (attached.server?.time !== undefined) learnTime(attached.server.time);
      if (attached.epoch !== this.epoch || !attached.resumed) this.document = undefined;
      if (this.#inherits && attached.window !== this.window) this.outbox = new Outbox();
      this.#inherits = false;
      this.window = attached.window;
      this.epoch = attached.epoch;
      this.attached = true;
      this.#drawn.messages = undefined;
      this.#shown = 0;
      this.#reopens = undefined;
      this.shared = {};
      this.slices.restart(true);
      this.outbox.limit = attached.server?.limits?.unanswered ?? this.outbox.limit;
      this.messageLimit = attached.server?.limits?.message ?? this.messageLimit;
      this.#at = attached.server?.at;
      this.outbox.attached(attached.applied);
      this.options.lock.hold(attached.window, { patience: Infinity });
      this.delegate.attached(attached);
      if (this.document?.rev === attached.rev) this.#proven();
      this.#tellChanges();
      if (this.#leaving) this.#send({ leave: {} });
      this.#pump();
    },
    state: ({ state, rev, applied }) => {
      this.document = new WindowDocument(state, rev);
      this.outbox.answered(applied);
      this.delegate.state(state);
      this.#proven();
    },
    patch: ({ patch, rev, base, applied, saved }) => {
      if (!this.document) throw new PatchError("no document");
      const trails = this.document.apply(patch, rev, base);
      if (applied <= this.outbox.applied) this.#moved();
      this.outbox.answered(applied);
      this.delegate.patched(trails);
      this.#proven();
      if (saved !== undefined) this.#handlers.saved(saved);
    },
    saved: (event) => {
      this.#unsaved = false;
      this.outbox.saved(event);
    },
    observed: (count) => this.delegate.observed(count),
    expires: (time) => this.delegate.expires?.(time),
    rejected: ({ applied, ...refusal }) => {
      this.outbox.answered(applied);
      this.delegate.rejected(refusal);
      this.#proven();
    },
    trigger: (trigger) => this.delegate.trigger(trigger),
    sharedState: ({ document, rev, state }) => {
      this.shared[document] = new WindowDocument(state, rev);
      this.delegate.sharedState(document, state);
    },
    sharedPatch: ({ document, rev, base, patch }) => {
      this.#moved();
      if (this.shared[document]) this.delegate.sharedPatched(document, this.shared[document].apply(patch, rev, base));
    },
    rowsState: (rows) => this.slices.state(rows),
    rowsPatch: (rows) => {
      if (rows.sequence === undefined) this.#moved();
      this.slices.patch(rows);
    },
    closing: ({ message, retryAfter, by, at, url }) => {
      [this.#reason, this.#retryAfter, this.#closer, this.#at, this.#url] = [message, retryAfter, by, at, url];
    },
    pong: () => this.#measure(),
  };

  /** An answer has come. */
  #measure() {
    if (this.#askedAt !== undefined) this.#roundTrip = Math.max(0, this.clock.time() - this.#askedAt);
    this.#askedAt = undefined;
  }

  /** The document on the screen is up to date and includes the events up to `applied`. */
  #proven() {
    this.#attempt = 0;
    this.#current = true;
    this.delegate.status("attached");
    this.delegate.answered(this.outbox.applied);
    this.#pump();
    this.#tellDrawn();
  }

  /** Tells the server what is on the screen, when it is drawn: a page whose browser stands still says nothing. */
  #tellDrawn() {
    const { clock, options: { afterDrawing } } = this;
    if (!afterDrawing || this.#drawn.isComing || this.#shown === this.#drawn.messages) return;
    this.#drawn.isComing = true;
    clock.setTimeout(() => afterDrawing(() => {
      const { document } = this;
      const messages = this.#shown;
      const isNew = this.attached && document && messages !== this.#drawn.messages;
      this.#drawn = isNew ? { messages, at: clock.time() } : { ...this.#drawn, isComing: false };
      if (!isNew) return;
      this.#send({ drawn: { rev: document.rev, messages, roundTrip: Math.round(this.#roundTrip) } });
      if (clock.time() - this.#measuredAt > untilMeasured) this.#ping();
    }), Math.max(0, this.#drawn.at + untilDrawn - clock.time()));
  }

  #pump() {
    if (!this.attached) return;
    for (const event of this.outbox.take()) this.#send({ event });
    if (this.#isDue && this.#silence !== "due" && this.#silence !== "touched") this.#heard();
  }

  #moved() {
    this.#moves = [this.clock.time(), this.#moves[0]];
  }

  get #isLive() {
    return this.#moves[1] > this.clock.time() - liveliness && !!this.options.isSeen?.();
  }

  get #isDue() {
    return this.#current && this.outbox.isAwaiting;
  }

  /** @param {ClientMessage} message */
  #send(message) {
    if (this.#socket?.readyState === 1) this.#socket.send(encode(message));
  }

  /** Any message proves that the link is alive. */
  #heard() {
    this.#again();
    this.#silence = this.#isDue ? "due" : this.#isLive ? "live" : "idle";
    this.#timer = this.clock.setTimeout(() => this.#probe(), silences[this.#silence][0]);
  }

  #probe(patience = silences[this.#silence][1]) {
    this.#again();
    this.#ping();
    this.#timer = this.clock.setTimeout(() => this.#lose(4001, "silent"), patience);
  }

  #ping() {
    this.#askedAt = this.#measuredAt = this.clock.time();
    this.#send({ ping: 1 });
  }

  /** Abandons the socket at once, because closing it may take a minute. @param {number} code @param {string} reason */
  #lose(code, reason) {
    if (code === 4000) this.document = undefined;
    this.#socket?.close(code, reason);
    this.#closed(code);
  }

  /** @param {number} code */
  #closed(code) {
    this.#socket = undefined;
    this.#held = [];
    if (!this.#handshaken) this.#refusals++;
    const lost = code === 4500 && !this.#reopens && this.#unsaved && this.window && !this.attached;
    this.attached = false;
    this.slices.restart(false);
    if (lost) this.window = undefined;
    const full = code === 4429 && this.#retryAfter !== undefined;
    if (full) {
      this.document = undefined;
      this.delegate.full?.(this.#reason, this.#url);
    }
    if (lost || full || mayReturn(code) || code === 4401 && this.options.renews) this.#wait(this.#retryAfter);
    else this.#end(code);
  }

  #wait(delay = backoff(this.#attempt++, this.clock.random(), this.options.isSeen?.())) {
    this.#again();
    this.#retryAfter = undefined;
    this.#waiting = true;
    this.#timer = this.clock.setTimeout(() => this.start(), delay);
    this.delegate.status("waiting");
  }

  #again() {
    this.clock.clearTimeout(this.#timer);
    this.#waiting = false;
    return ++this.#round;
  }

  /** @param {number} code */
  #end(code) {
    this.#again();
    this.document = undefined;
    this.#reopens = undefined;
    this.delegate.status("ended", code, ...(this.#closer ? [this.#closer] : []));
    this.#closer = undefined;
  }
}
