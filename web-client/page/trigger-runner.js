import { lookup } from "../protocol/lookup.js";
import { stored } from "../protocol/names.js";
import { HeldBack } from "./held-back.js";
import { triggers } from "./triggers.js";

/** Performs each trigger once. The last hundred ids and outcomes survive a reload. */
export class TriggerRunner {
  /** @type {Map<string, Outcome | undefined>} */
  #outcomes = new Map();
  #window = "";

  /** @param {ScopedStorage} storage @param {Clock} clock @param {TriggerDelegate} delegate */
  constructor(storage, clock, delegate) {
    this.storage = storage;
    this.clock = clock;
    this.delegate = delegate;
    this.heldBack = new HeldBack(delegate);
  }

  /** The ids belong to this window, because a page opened by another has a copy of that page's storage. @param {string} window */
  serve(window) {
    if (window === this.#window) return;
    this.#window = window;
    const kept = JSON.parse(this.storage.getItem(stored.triggers) ?? "{}");
    this.#outcomes = new Map(kept.window === window ? kept.outcomes : []);
  }

  /** @param {Trigger} trigger */
  async receive({ id, kind, payload, expires }) {
    if (this.#outcomes.has(id)) return this.#answer(id);
    this.#outcomes.set(id, undefined);
    const handler = lookup(triggers, kind);
    try {
      this.#keep(id, handler ? await handler(payload, this.#ask(id, expires)) : { status: "unsupported" });
    } catch (/** @type {any} */ error) {
      // A cancellation by the user is not a failure.
      if (error.name === "AbortError") return this.#keep(id, { status: "declined" });
      console.error(error);
      this.#keep(id, { status: "failed" });
    }
  }

  /** Only final outcomes are stored; a trigger that waits for a click is offered again after a reload. @param {string} id @param {Outcome | undefined} outcome */
  #keep(id, outcome) {
    this.#outcomes.set(id, outcome);
    const outcomes = [...this.#outcomes].filter(([, outcome]) => outcome && outcome.status !== "blocked");
    for (const [old] of outcomes.splice(0, outcomes.length - 100)) this.#outcomes.delete(old);
    this.storage.setItem(stored.triggers, JSON.stringify({ window: this.#window, outcomes }));
    this.#answer(id);
  }

  /** @param {string} id */
  #answer(id) {
    const outcome = this.#outcomes.get(id);
    if (outcome) this.delegate.performed({ trigger: id, ...outcome });
  }

  /** @param {string} id @param {number | undefined} expires @returns {Ask} */
  #ask(id, expires) {
    const card = (/** @type {string} */ text, /** @type {[string, () => Outcome | Promise<Outcome>][]} */ buttons) =>
      new Promise((/** @type {(outcome: Outcome | Promise<Outcome> | undefined) => void} */ answer) => {
        const close = this.delegate.ask(
          text,
          buttons.map(([label, act]) => [label, () => answer(act())]),
          () => answer({ status: "declined" }));
        expiring(() => { close(); answer(undefined); });
      });
    // The server itself answers expired triggers, so no timer waits longer.
    const expiring = (/** @type {() => void} */ act) => {
      if (expires !== undefined && expires < 2 ** 31) this.clock.setTimeout(act, expires);
    };
    return {
      mark: () => this.delegate.mark(),
      save: (url, name) => this.delegate.save(url, name),
      press: (label, text, act) => {
        this.#keep(id, { status: "blocked" });
        const pressed = async () => /** @type {Outcome} */ ({ status: "performed", value: await act() });
        return card(text, [[label, pressed]]);
      },
      hold: (title, act) => {
        this.#keep(id, { status: "blocked" });
        return new Promise((answer) => {
          const close = this.heldBack.add(title, act, answer);
          expiring(() => { close(); answer(undefined); });
        });
      },
      choose: (text, answers) => card(text, answers.map(([label, value]) => [label, () => ({ status: "performed", value })])),
    };
  }
}
