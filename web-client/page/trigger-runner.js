import { lookup } from "../protocol/lookup.js";
import { stored } from "../protocol/names.js";
import { script } from "../view/optional.js";
import { ownTriggers } from "./triggers.js";

/** Performs each trigger once. The last hundred ids and outcomes survive a reload. */
export class TriggerRunner {
  /** @type {Map<string, Outcome | undefined>} */
  #outcomes = new Map();
  #window = "";
  /** Loaded with the first trigger, for all at once: a browser ends the imports of a module in any order. @type {Promise<typeof import("./trigger-handlers.js") | void> | undefined} */
  #handlers;

  /** @param {ScopedStorage} storage @param {Clock} clock @param {TriggerDelegate} delegate */
  constructor(storage, clock, delegate) {
    this.storage = storage;
    this.clock = clock;
    this.delegate = delegate;
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
    const handlers = await (this.#handlers ??= script("trigger-handlers", import.meta.url).catch((error) => console.warn(error)));
    if (!handlers) {
      // The server sends it again.
      this.#outcomes.delete(id);
      this.#handlers = undefined;
      return;
    }
    const handler = lookup(ownTriggers, kind) ?? lookup(handlers.triggers, kind);
    const block = () => this.#keep(id, { status: "blocked" });
    try {
      this.#keep(id, handler ? await handler(payload, handlers.asks(this, id, expires, block)) : { status: "unsupported" });
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
}
