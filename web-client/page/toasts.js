import { home, isServers } from "../protocol/names.js";
import { attribute, focusables, focusedAround, h, isReachable, safe } from "../view/dom.js";
import { icon } from "../view/icons.js";
import { words } from "../view/words.js";

/** How many are visible, unless the user wants to see all. A phone held sideways has room for two. */
const room = () => (innerHeight < 600 ? 2 : 4);
/** How many are kept. */
const kept = 100;
/** Milliseconds for a browser to let a tone be heard, and between two tones. */
const [soon, pause] = [200, 1000];

/** Where the browser keeps that its user was asked. */
const offered = "oriel.offered";

/** @type {Record<string, string>} */
const icons = { good: "check-circle-fill", warn: "exclamation-triangle-fill", danger: "exclamation-octagon-fill" };

/** @param {Json} value @returns {Outcome} */
const performed = (value) => ({ status: "performed", value });
/** @type {Outcome} */
const declined = { status: "declined" };

/** @typedef {{title: string, body?: string, url?: string, tone?: string, action?: string, seconds?: number, tag?: string, progress?: number, sound?: boolean}} Payload */
/** @typedef {(outcome: Outcome) => void} Answer */

/** The milliseconds for which a toast is visible. @param {Payload} payload */
function patience({ tone, action, seconds }) {
  if (seconds !== undefined) return seconds * 1000;
  if (tone === "danger") return Infinity;
  return tone === "warn" || action ? 10_000 : 5000;
}

/** Whether the user of this browser was asked before; from now on they were. */
function wasOffered() {
  try {
    const { [offered]: was } = localStorage;
    localStorage[offered] = "yes";
    return !!was;
  } catch {
    return true;
  }
}

/** What makes a toast another one for its reader. @param {Payload} payload */
const textOf = ({ title, body, tone, action }) => JSON.stringify([title, body, tone, action]);

/** Goes to an address outside the window. The server itself, once it hears of the tap, leads the window to one of its own. @param {string | undefined} url */
function follow(url) {
  const href = safe(url);
  if (url === undefined || href === undefined || /^\/(?!\/)/.test(url) && !isServers(new URL(url, home))) return;
  location.assign(href);
}

/** A notification in the page. Its time passes only between `run` and `hold`. */
class Toast {
  #icon = icon("info-circle-fill");
  #title = h("button", { className: "title" });
  #body = h("p");
  #progress = h("progress", { max: 1 });
  #action = h("button", { className: "button" });
  #line = h("i", { className: "line", ariaHidden: "true" });
  #timer = 0;
  #since = 0;
  #left = 0;
  /** @type {Animation | undefined} */
  #shrinking;
  /** Whether it came while the user was at the others, and waits. */
  isLate = false;
  text = "";
  /** @type {Payload} */
  payload = { title: "" };
  /** @type {Answer} */
  answer = () => {};

  /** @param {Clock} clock @param {(toast: Toast, outcome: Outcome) => void} leave */
  constructor(clock, leave) {
    this.clock = clock;
    this.leave = leave;
    this.node = h("div", { className: "toast" }, this.#icon, h("div", {}, this.#title, this.#body, this.#progress), this.#action,
      h("button", { className: "dismiss", ariaLabel: words.close, onclick: () => leave(this, declined) }, icon("xmark")), this.#line);
    this.node.dataset.new = "";
    this.node.onanimationend = () => this.#settle();
    this.#title.onclick = () => {
      const { url } = this.payload;
      leave(this, performed("tap"));
      // Once the server is told: Firefox closes the socket as soon as the page is to leave.
      setTimeout(() => follow(url));
    };
    this.#action.onclick = () => leave(this, performed("action"));
  }

  get isDanger() {
    return this.payload.tone === "danger";
  }

  /** Shows a notification, in place of the one that it showed. @param {Payload} payload @param {Answer} answer @returns whether it says something else */
  fill(payload, answer) {
    const { title, body = "", tone, action = "", progress } = payload;
    const text = textOf(payload);
    const isNew = text !== this.text;
    Object.assign(this, { payload, answer, text });
    if (isNew) {
      this.#icon.replaceWith(this.#icon = icon(icons[tone ?? ""] ?? "info-circle-fill"));
      attribute(this.node, "data-tone", tone);
      this.#announce(true);
      this.#title.textContent = this.#progress.ariaLabel = title;
      this.#body.textContent = body;
      this.#action.textContent = action;
    }
    this.#body.hidden = !body;
    this.#action.hidden = !action;
    this.#progress.hidden = progress === undefined;
    if (progress !== undefined) this.#progress.value = progress;
    const isRunning = this.#timer !== 0;
    this.hold();
    this.#left = patience(payload);
    this.#shrinking?.cancel();
    this.#line.hidden = !action || this.#left === Infinity;
    this.#shrinking = undefined;
    if (isRunning) this.run();
    return isNew;
  }

  run() {
    // No browser timer waits longer.
    if (this.#timer || this.#left >= 2 ** 31) return;
    this.#since = this.clock.time();
    this.#timer = this.clock.setTimeout(() => this.leave(this, performed("shown")), this.#left);
    if (!this.#line.hidden) this.#shrinking ??= this.#shrink();
    this.#shrinking?.play();
  }

  hold() {
    if (!this.#timer) return;
    this.clock.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#left -= this.clock.time() - this.#since;
    this.#shrinking?.pause();
  }

  /** Takes it out of the page. When it comes back, it is not announced again. */
  fold() {
    this.hold();
    this.node.remove();
    this.hush();
  }

  hush() {
    this.#settle();
    this.#announce(false);
  }

  #settle() {
    delete this.node.dataset.new;
  }

  /** @param {boolean} isAnnounced */
  #announce(isAnnounced) {
    this.node.role = !isAnnounced ? "group" : this.isDanger ? "alert" : "status";
    this.node.ariaLive = isAnnounced ? null : "off";
  }

  #shrink() {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return this.#line.animate({ scale: ["1 1", "0 1"] }, { duration: this.#left, easing: isStill ? "steps(5)" : "linear", fill: "forwards" });
  }
}

/** The notifications that the app sends: as toasts in a corner, or by the system while the page is hidden and the user allows that. */
export class Toasts {
  #list = h("div", { className: "list" });
  #more = h("button", { className: "button", hidden: true, ariaLive: "off", onclick: () => this.#unfold(!this.#isUnfolded) });
  #stack = h("div", { className: "toasts" }, this.#more, this.#list);
  /** The oldest first. @type {Toast[]} */
  #all = [];
  /** @type {Set<Toast>} */
  #visible = new Set();
  #isUnfolded = false;
  #isUnderPointer = false;
  /** The node that had the focus before it came here. @type {EventTarget | null} */
  #before = null;
  /** How many have arrived while the page was hidden. */
  #unseen = 0;
  /** Those of the system, by their tags. @type {Map<string, () => void>} */
  #systems = new Map();
  /** @type {AudioContext | undefined} */
  #audio;
  #soundedAt = -Infinity;

  /** @param {HTMLElement} region @param {Clock} clock @param {(count: number) => void} unseen says how many toasts have arrived in a hidden page @param {AbortSignal} signal */
  constructor(region, clock, unseen, signal) {
    this.clock = clock;
    this.unseen = unseen;
    region.append(this.#stack);
    const stack = this.#stack;
    stack.onpointerenter = () => this.#point(true);
    stack.onpointerleave = () => this.#point(false);
    stack.addEventListener("focusin", ({ relatedTarget }) => {
      if (!stack.contains(/** @type {Node | null} */ (relatedTarget))) this.#before = relatedTarget;
      this.#show();
    });
    stack.addEventListener("focusout", ({ relatedTarget }) => {
      if (!stack.contains(/** @type {Node | null} */ (relatedTarget))) this.#show();
    });
    stack.onkeydown = (event) => this.#pressed(event);
    // If the stack was moved from under the pointer, it has not heard that the pointer left.
    document.addEventListener("pointerover", (event) => this.#point(event.composedPath().includes(stack)), { signal });
    document.addEventListener("visibilitychange", () => {
      if (!this.#isHidden && this.#unseen) {
        this.unseen(this.#unseen = 0);
        this.#offerSystem();
      }
      this.#show();
    }, { signal });
    signal.addEventListener("abort", () => {
      for (const toast of this.#all) toast.hold();
    });
  }

  /** @param {Payload} payload @param {Answer} answer @returns {() => void} takes it away without an answer */
  show(payload, answer) {
    const { tag, sound } = payload;
    if (tag !== undefined) this.#systems.get(tag)?.();
    const former = tag === undefined ? undefined : this.#all.find((toast) => toast.payload.tag === tag);
    if (this.#isHidden && globalThis.Notification?.permission === "granted") {
      try {
        this.#tellSystem(payload, answer);
        if (former) this.#leave(former, performed("shown"));
        return () => {};
      } catch {
        // Chrome for Android shows a notification only for a service worker.
      }
    }
    const toast = former ?? new Toast(this.clock, (...left) => this.#leave(...left));
    toast.answer(performed("shown"));
    const isNew = toast.fill(payload, answer);
    if (!former) this.#add(toast);
    if (isNew && this.#isHidden) this.unseen(++this.#unseen);
    if (isNew && sound && !this.#isHidden) this.#sound();
    return () => { if (toast.answer === answer) this.#leave(toast); };
  }

  get #isHidden() {
    return document.visibilityState === "hidden";
  }

  /** Whether the user is at the toasts, so that none goes away or moves. */
  get #isHeld() {
    return this.#isUnderPointer || this.#stack.contains(focusedAround(this.#stack));
  }

  /** @param {Toast} toast */
  #add(toast) {
    toast.isLate = this.#isHeld && !toast.isDanger;
    this.#all.push(toast);
    const oldest = this.#all.length > kept && this.#all.slice(0, -1).find((other) => !other.isDanger);
    if (oldest) this.#leave(oldest, performed("shown"));
    else this.#show();
  }

  /** @param {Toast} toast @param {Outcome} [outcome] */
  #leave(toast, outcome) {
    const index = this.#all.indexOf(toast);
    if (index < 0) return;
    const focused = focusedAround(this.#stack);
    const hadFocus = toast.node.contains(focused);
    // A click should not lead the focus here, which would hold the others.
    const wasByKey = hadFocus && focused?.matches(":focus-visible");
    this.#all.splice(index, 1);
    toast.hold();
    this.#visible.delete(toast);
    if (hadFocus) {
      if (this.#all.every(({ isLate }) => isLate)) this.#admit();
      this.#show();
      const next = this.#all.slice(index).concat(this.#all.slice(0, index).reverse()).find((other) => this.#visible.has(other));
      this.#focus(wasByKey ? next : undefined);
    }
    toast.node.remove();
    if (outcome) toast.answer(outcome);
    this.#show();
  }

  /** Moves the focus to a toast, or else back to where it was. @param {Toast} [toast] */
  #focus(toast) {
    const back = /** @type {HTMLElement | null} */ (this.#before);
    const node = toast ? focusables(toast.node)[0] : back?.isConnected && isReachable(back) ? back : undefined;
    if (node) node.focus({ preventScroll: true });
    else /** @type {HTMLElement | null} */ (focusedAround(this.#stack))?.blur();
  }

  /** Those that have waited may be visible now. */
  #admit() {
    for (const toast of this.#all) toast.isLate = false;
  }

  #show() {
    const isHeld = this.#isHeld;
    if (!isHeld) this.#admit();
    const most = room();
    if (this.#all.length <= most) this.#isUnfolded = false;
    const timely = this.#all.filter(({ isLate }) => !isLate);
    const shown = this.#isUnfolded ? timely : timely.slice(-most);
    const now = new Set(shown);
    for (const toast of this.#visible) if (!now.has(toast)) toast.fold();
    this.#visible = now;
    /** @type {Node | null} */
    let next = null;
    for (const { node } of shown.reverse()) {
      if (node.parentNode !== this.#list) this.#list.insertBefore(node, next);
      next = node;
    }
    for (const toast of now) {
      if (isHeld || this.#isHidden) toast.hold();
      else toast.run();
    }
    const more = this.#all.length - Math.min(shown.length, most);
    if (!more && focusedAround(this.#more) === this.#more) this.#focus(this.#more.matches(":focus-visible") ? shown[0] : undefined);
    this.#more.hidden = !more;
    this.#more.textContent = more ? words.more(more) : "";
    this.#more.ariaExpanded = String(this.#isUnfolded);
    attribute(this.#list, "data-unfolded", this.#isUnfolded);
  }

  /** @param {boolean} isUnfolded */
  #unfold(isUnfolded) {
    this.#isUnfolded = isUnfolded;
    this.#admit();
    if (isUnfolded) for (const toast of this.#all) toast.hush();
    this.#show();
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** @param {boolean} isUnderPointer */
  #point(isUnderPointer) {
    if (isUnderPointer === this.#isUnderPointer) return;
    this.#isUnderPointer = isUnderPointer;
    this.#show();
  }

  /** Escape closes the toast that has the focus, or folds the list. @param {KeyboardEvent} event */
  #pressed(event) {
    const target = /** @type {Node} */ (event.target);
    const toast = this.#all.find(({ node }) => node.contains(target));
    if (event.key !== "Escape" || event.defaultPrevented || !toast && !this.#isUnfolded) return;
    // The layers below stay open.
    event.preventDefault();
    if (event.repeat) return;
    if (toast) this.#leave(toast, declined);
    else this.#unfold(false);
  }

  /** Asks once whether the system may tell its user what they have just missed. The page of an embedded window is another's. */
  #offerSystem() {
    if (globalThis.Notification?.permission !== "default" || this.#stack.getRootNode() !== document || wasOffered()) return;
    this.show({ title: words.offerSystem, action: words.allow, seconds: 20 }, ({ value }) => {
      if (value === "action") Notification.requestPermission();
    });
  }

  /** @param {Payload} payload @param {Answer} answer */
  #tellSystem({ title, body = "", tag }, answer) {
    const shown = new Notification(title, { body, tag });
    const end = (/** @type {Outcome} */ outcome) => {
      if (tag !== undefined && this.#systems.get(tag) === replace) this.#systems.delete(tag);
      answer(outcome);
    };
    const replace = () => {
      end(performed("shown"));
      // The system itself replaces one by another of the same tag.
      if (!this.#isHidden) shown.close();
    };
    if (tag !== undefined) this.#systems.set(tag, replace);
    shown.onclick = () => { focus(); end(performed("tap")); };
    shown.onclose = () => end(declined);
    shown.onerror = () => end({ status: "failed" });
  }

  /** Plays a short tone, if the browser lets the page be heard. */
  async #sound() {
    const now = this.clock.time();
    if (now < this.#soundedAt + pause || navigator.userActivation?.hasBeenActive === false) return;
    this.#soundedAt = now;
    try {
      const audio = this.#audio ??= new AudioContext();
      if (audio.state !== "running") {
        // A refused attempt may never end.
        await Promise.race([audio.resume(), new Promise((done) => this.clock.setTimeout(() => done(undefined), soon))]);
      }
      if (/** @type {string} */ (audio.state) !== "running") return;
      const tone = audio.createOscillator(), volume = audio.createGain();
      const from = audio.currentTime;
      tone.frequency.value = 660;
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(0.06, from + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.25);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(from + 0.25);
    } catch (error) {
      console.debug(error);
    }
  }
}
