import { home, isServers } from "../protocol/names.js";
import { visible } from "../protocol/visible.js";
import { focusables, focusedAround, h, isElsewhere, isReachable, successor } from "./dom.js";
import { Fields, isComposing, isControls } from "./fields.js";
import { FreezeUntilProven } from "./freeze-until-proven.js";
import { isApple } from "./key-names.js";
import { Layers } from "./layers.js";
import { listKeys } from "./list-keys.js";
import { longPress } from "./long-press.js";
import { Motion } from "./motion.js";
import { isReport } from "../protocol/outbox.js";
import { Presses } from "./presses.js";
import { ReadingPlace } from "./reading-place.js";
import { script, styles } from "./optional.js";
import { Scope } from "./view.js";
import { words } from "./words.js";

/** The window on the screen: its document, its layers, and the user's place in it. */
export class WindowView {
  fields = new Fields();
  motion = new Motion(this);
  /** The element that requested the focus. @type {HTMLElement | undefined} */
  wanted;
  /** The controls to which the app has begun to object with this message. @type {HTMLElement[]} */
  #objections = [];
  /** Whether the last thing that the user did was to ask for something: to press a button, or Return. */
  #hasAsked = false;
  /** @type {Promise<import("./shortcuts.js").Shortcuts> | undefined} */
  #shortcuts;
  layers = h("div");
  /** Whether it only shows what another page does. */
  isMirror = false;
  /** The id of the user. @type {string | undefined} */
  user;
  /** The name of its scene. @type {string | undefined} */
  scene;
  #live = h("div", { className: "unseen", ariaLive: "polite" });

  /** @type {Scope | undefined} */
  #scope;
  /** Shared documents that have arrived. @type {Map<string, any>} */
  #shared = new Map();
  /** The places of shared documents. @type {Map<View, {id: string, scope?: Scope}>} */
  #places = new Map();
  /** Shared documents that have left a place. @type {Set<string>} */
  #left = new Set();
  /** @type {(() => void)[] | undefined} */
  #later;
  /** Work that waits for the answer to an event. @type {Map<number, () => void>} */
  #awaited = new Map();
  /** @type {Set<string>} */
  #reported = new Set();
  /** @type {string | undefined} the innermost visible screen */
  #screen;
  /** The focused element of each screen when it was last visible. @type {Map<string, Element | null>} */
  #focused = new Map();
  /** @type {{model: string, name: string, value: object}[]} */
  #steps = [];
  /** Finds where the focus goes that was in what is removed. @type {(() => HTMLElement | undefined) | undefined} */
  #heir;
  /** The same for the screens that are covered. @type {Map<string, () => HTMLElement | undefined>} */
  #heirs = new Map();
  /** The number of steps below a layer that can't be dismissed. */
  #covered = 0;
  /** The visible screens, and those reported to the server. @type {Set<string>} */
  #seen = new Set();
  /** @type {Set<string>} */
  #appeared = new Set();

  /** @param {HTMLElement} root @param {WindowViewDelegate} delegate @param {AbortSignal} [signal] */
  constructor(root, delegate, signal) {
    this.root = root;
    // A page has one main landmark, which in an embedding page isn't this window's.
    this.main = h(root === document.body ? "main" : "div", { className: "stage" });
    this.delegate = delegate;
    this.freeze = new FreezeUntilProven(root);
    root.append(this.main, this.layers, this.#live);
    this.openLayers = new Layers(root, this, signal);
    this.presses = new Presses(root, signal);
    this.signal = signal;
    this.reading = new ReadingPlace(root, signal);
    longPress(root, signal);
    listKeys(root, signal);
    root.addEventListener("keydown", (event) => this.#findCommand(event), { signal });
    root.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest("a");
      if (!link?.classList.contains("link") || link.origin !== home.origin || isElsewhere(event, link) || isServers(link)) return;
      event.preventDefault();
      delegate.follow(link.href);
    }, { signal });
  }

  /** Doesn't take the focus from elsewhere in an embedding page. @param {HTMLElement} node @param {FocusOptions} [how] */
  focus(node, how) {
    const { activeElement: now, body } = document;
    if (!now || now === body || this.root.contains(now) || now.shadowRoot?.contains(this.root)) node.focus(how);
  }

  /** Whether a reload would lose what the server doesn't have: text that is being typed, or a file that is being uploaded. */
  get isInUse() {
    return !!focusedAround(this.root)?.matches("input, textarea") || !!this.root.querySelector(".files li");
  }

  /** Focuses a field once all nodes are in their places. @param {HTMLElement} node */
  want(node) {
    if (this.#later) this.wanted = node;
    else this.focus(node);
  }

  /** Says something to assistive technology alone. @param {string} text */
  say(text) {
    this.#live.textContent = text;
  }

  /** Shows the commands of what is seen, unless a button has the key for that. @param {KeyboardEvent} event */
  async #findCommand(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (key.toLowerCase() !== "k" || !(isApple ? metaKey : ctrlKey) || altKey || shiftKey || defaultPrevented || isComposing(event) || this.isMirror) return;
    if (this.root.querySelector('[aria-keyshortcuts="Control+k"], [aria-keyshortcuts="Meta+k"]')) return;
    event.preventDefault();
    const [{ openPalette }] = await Promise.all([script("palette"), styles(this.root.getRootNode(), "palette")]);
    openPalette(this);
  }

  /** A button or link has a key. @param {View} view */
  async hasShortcut(view) {
    this.#shortcuts ??= script("shortcuts").then(({ Shortcuts }) => new Shortcuts(this.root, this.signal));
    try {
      (await this.#shortcuts).add(view);
    } catch (error) {
      // The next key asks for the file again.
      this.#shortcuts = undefined;
      console.warn(error);
    }
  }

  /** The app objects to what a control has. If its user has asked for something and is not typing, the first such control gets the focus. @param {View} view */
  objected(view) {
    this.#objections.push(view.control ?? view.node);
    this.later(() => {
      const all = this.#objections.splice(0).filter((node) => node.isConnected);
      if (!all.length || !this.#hasAsked) return;
      this.#hasAsked = false;
      const first = all.reduce((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? other : one));
      this.focus(focusables(first)[0] ?? first);
    });
  }

  /** @param {Omit<WindowEvent, "id">} event @returns {number | undefined} */
  send(event) {
    if (!isReport(event.name) && event.name !== "blur" && event.name !== "focus") this.#hasAsked = event.name === "tap" || event.name === "submit";
    if (this.freeze.stops(event.name)) return;
    this.fields.flush(() => event.name === "tap");
    if (!isControls(event.name) && !isReport(event.name)) this.fields.endEdits();
    return this.delegate.send(event, this.presses.pressed);
  }

  /** The tables on the screen. @type {Set<{hears(change: RowsChange): void}>} */
  tables = new Set();
  /** What is told why the server refuses an event, and returns whether it has a place to say it. @type {Map<number, (message: string) => boolean>} */
  #refusals = new Map();

  /** The rows of a table have changed. @param {RowsChange} change */
  rows(change) {
    for (const table of this.tables) table.hears(change);
  }

  /** Says at its place why the server refuses an event, if it has one. @param {number | undefined} event @param {(message: string) => boolean} work */
  ifRefused(event, work) {
    if (event !== undefined) this.#refusals.set(event, work);
  }

  /** @param {number} event @param {string} message @returns whether it is said at its place */
  refused(event, message) {
    return this.#refusals.get(event)?.(message) ?? false;
  }

  /** Runs work once this event has been answered, or at once if it was not sent. @param {number | undefined} event @param {() => void} work */
  whenAnswered(event, work) {
    if (event === undefined) work();
    else this.#awaited.set(event, work);
  }

  /** Events up to this one are part of the displayed document. @param {number} applied */
  answered(applied) {
    this.fields.answered(applied);
    for (const [event, work] of this.#awaited) {
      if (event > applied) continue;
      this.#awaited.delete(event);
      work();
    }
    for (const event of this.#refusals.keys()) if (event <= applied) this.#refusals.delete(event);
  }

  /** @param {any} tree */
  state(tree) {
    this.#draw(tree, () => {
      if (this.#scope) this.#scope.show(tree);
      else this.#scope = new Scope(this, tree, this.main);
    });
  }

  /** @param {Trail[]} trails */
  patched(trails) {
    if (this.#scope) this.#draw(this.#scope.tree, () => this.#scope?.touch(trails), trails);
  }

  /** @param {string} id @param {any} tree @param {Trail[]} [trails] */
  shared(id, tree, trails) {
    this.#shared.set(id, tree);
    this.#draw(this.#scope?.tree, () => {
      for (const [view, place] of this.#places) {
        if (place.id !== id) continue;
        if (!place.scope) place.scope = new Scope(this, tree, view.node);
        else if (trails) place.scope.touch(trails);
        else place.scope.show(tree);
      }
    }, trails);
  }

  /** Sets the shared document of a view, or none. @param {View} view @param {string} [id] */
  place(view, id) {
    const old = this.#places.get(view);
    this.#places.delete(view);
    old?.scope?.leave();
    if (id !== undefined) {
      const tree = this.#shared.get(id);
      this.#places.set(view, { id, scope: tree && new Scope(this, tree, view.node) });
    }
    if (old) this.#left.add(old.id);
  }

  /** Removes shared documents without a place; they are sent again if needed. */
  #forget() {
    for (const { id } of this.#places.values()) this.#left.delete(id);
    for (const id of this.#left) {
      this.#shared.delete(id);
      this.delegate.forget(id);
    }
    this.#left.clear();
  }

  /** Removes everything when the window has ended. */
  clear() {
    this.#scope?.leave();
    this.#forget();
    this.#scope = this.#screen = undefined;
    this.#seen = new Set();
    this.main.replaceChildren();
  }

  /** Runs work once all nodes are in their places. @param {() => void} work */
  later(work) {
    if (this.#later) this.#later.push(work);
    else work();
  }

  /** Reports once that a kind can't be shown. @param {string} name */
  report(name) {
    if (!this.#reported.has(name)) console.warn(words.unknown(name));
    this.#reported.add(name);
  }

  /** Whether Back can't undo anything now. */
  get holds() {
    return this.freeze.stops() || this.#steps.length === this.#covered;
  }

  /** Performs the browser's Back. @param {number} depth @returns {number | undefined} */
  back(depth) {
    const innermost = this.#steps.at(-1);
    const step = this.#steps.find(({ model, name }, at) =>
      at >= Math.max(depth, this.#covered) && model === innermost?.model && name === innermost.name);
    return step?.name === "dismiss" ? this.openLayers.close() : step && this.send(step);
  }

  /** Asks the window to open an address of this server. @param {string} url @returns {number | undefined} */
  open(url) {
    const { pathname, search } = new URL(url, home);
    return this.send({ model: this.#scope?.tree.root, name: "openURL", value: { url: pathname + search } });
  }

  /** @param {any} tree @param {() => void} work @param {Trail[]} [trails] the changes of a patch; without them everything is new, and nothing moves */
  #draw(tree, work, trails) {
    this.freeze.set(false);
    this.motion.begin(this.root, trails ?? []);
    const focused = focusedAround(this.root);
    const isMine = this.root.contains(focused);
    if (this.#screen) this.#focused.set(this.#screen, focusedAround(this.main));
    this.#later = [];
    work();
    for (const work of this.#later) work();
    this.#later = undefined;
    this.#forget();
    for (const [id, heir] of this.#heirs) this.#focused.set(id, heir() ?? null);
    this.#heirs.clear();
    for (const [id, node] of this.#focused) if (!node?.isConnected || node.closest(".detail > [inert]")) this.#focused.delete(id);
    const screen = this.#screen;
    if (tree) this.#arrive(tree);
    if (isMine && screen === this.#screen) this.#refocus();
    this.#heir = undefined;
    this.#appear(this.motion.run(!trails));
  }

  /** Something is about to be removed, with the focus if that is in it. @param {HTMLElement} node @param {(focused: Element) => () => HTMLElement | undefined} heirOf finds where the focus goes */
  removes(node, heirOf) {
    const focused = focusedAround(this.root);
    if (focused && node.contains(focused)) this.#heir ??= heirOf(focused);
    for (const [id, other] of this.#focused) if (other && node.contains(other)) this.#heirs.set(id, heirOf(other));
  }

  /** Moves a focus that was lost with its element to where a person would look for it. */
  #refocus() {
    const now = focusedAround(this.root);
    if (now && now !== document.body && isReachable(now)) return;
    const goal = this.#heir?.() ?? (now && successor(now)) ?? this.root.querySelector(`[data-model="${CSS.escape(this.#screen ?? "")}"] h1`);
    if (goal instanceof HTMLElement) this.focus(goal, { preventScroll: true });
  }

  /** Reports newly visible screens once they have stopped moving. @param {Promise<boolean>} moved */
  async #appear(moved) {
    const seen = this.#seen;
    const fresh = [...seen].filter((id) => !this.#appeared.has(id));
    for (const id of fresh) this.#appeared.add(id);
    const ended = await Promise.all([moved, ...fresh.map((id) => this.#opened(id))]);
    const animated = ended.some(Boolean);
    for (const model of fresh) {
      if (this.#seen.has(model)) this.delegate.send({ model, name: "appeared", value: { animated } });
    }
  }

  /** Resolves when the dialog of a screen has opened, with whether it moved by its style. @param {string} id */
  async #opened(id) {
    const dialog = this.root.querySelector(`[data-model="${CSS.escape(id)}"]`)?.closest("dialog");
    const moving = dialog?.getAnimations?.().filter((move) => "transitionProperty" in move) ?? [];
    await Promise.allSettled(moving.map((move) => move.finished));
    return moving.length > 0;
  }

  /** @param {any} tree */
  #arrive(tree) {
    const { models, steps, covered, selected } = visible(tree, (id) => this.#shared.get(id));
    const screen = models.findLast(({ model }) => model.kind === "screen");
    const title = screen?.model.title ?? tree.title ?? "";
    this.#steps = steps;
    this.#covered = covered;
    const node = this.root.querySelector(`[data-model="${CSS.escape(screen?.id ?? "")}"]`);
    node?.closest("dialog")?.setAttribute("aria-label", title);
    // A screen without a title uses its window's as its heading, for assistive technology.
    const unseen = node?.querySelector(":scope > header > .unseen");
    if (unseen) unseen.textContent = title;
    if (screen?.id !== this.#screen) this.#moveTo(node, screen?.id, title);
    if (this.wanted) this.focus(this.wanted);
    this.wanted = undefined;
    this.delegate.arrived(steps.length, tree.title ?? title, tree.url, tree.lang, selected);
    const seen = models.filter(({ model }) => model.kind === "screen").map(({ id }) => id);
    if (seen.join() === [...this.#seen].join()) return;
    this.#seen = new Set(seen);
    // A screen that returns appears again.
    this.#appeared = new Set(seen.filter((id) => this.#appeared.has(id)));
  }

  /** Focuses the element that had the focus on the screen before, or else the heading. @param {Element | null} node @param {string | undefined} screen @param {string} title */
  #moveTo(node, screen, title) {
    const first = this.#screen === undefined;
    this.#screen = screen;
    if (this.wanted || (first && !node?.closest("dialog"))) return;
    const now = focusedAround(this.main);
    // A user moving along the tabs keeps the focus there.
    if (now?.closest("[role=tab]") && !now.closest("[inert]")) {
      this.say(title);
      return;
    }
    const before = this.#focused.get(screen ?? "");
    // Beside the innermost screen, others may be visible.
    const goal = before?.isConnected && !before.closest("[inert]") ? before : node?.querySelector("h1");
    if (goal instanceof HTMLElement) this.focus(goal, { preventScroll: true });
  }
}
