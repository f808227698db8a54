import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { BackButton, Entries } from "../../web-client/page/back-button.js";
import { visible } from "../../web-client/protocol/visible.js";
import { backoff } from "../../web-client/protocol/reconnecting.js";
import { endings } from "../../web-client/view/words.js";
import { WindowLock } from "../../web-client/page/window-lock.js";
import { Clock, settled } from "./doubles.js";

/** The browser's lock manager, as far as one name at a time goes. */
class Locks {
  owner = undefined;
  #waiting = [];

  request(name, { signal, steal }, work) {
    return new Promise((resolve, reject) => {
      const run = () => {
        if (steal) this.owner?.reject(new DOMException("stolen", "AbortError"));
        this.owner = { name, reject };
        const mine = this.owner;
        Promise.resolve(work({ name })).then((value) => {
          if (this.owner === mine) this.owner = undefined;
          resolve(value);
          this.#waiting.shift()?.();
        });
      };
      signal?.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== run);
        reject(new DOMException("aborted", "AbortError"));
      });
      if (!this.owner || steal) queueMicrotask(run);
      else this.#waiting.push(run);
    });
  }
}

test("a free lock is ours at once", async () => {
  const lock = new WindowLock(new Locks(), new Clock());
  await lock.hold("w-1");
  assert.equal(lock.held, "w-1");
});

test("a lock that another page has is not ours after 150 ms", async () => {
  const [locks, clock] = [new Locks(), new Clock()];
  await new WindowLock(locks, clock).hold("w-1");
  const lock = new WindowLock(locks, clock);
  const held = lock.hold("w-1");
  assert.deepEqual(clock.waits, [150]);
  clock.pass(150);
  await held;
  assert.equal(lock.held, undefined);
});

test("the page that has the window waits for its lock as long as it takes", async () => {
  const [locks, clock] = [new Locks(), new Clock()];
  const old = new WindowLock(locks, clock);
  await old.hold("w-1");
  const lock = new WindowLock(locks, clock);
  const held = lock.hold("w-1", { patience: Infinity });
  clock.pass(10_000);
  await settled();
  old.release();
  await held;
  assert.deepEqual([lock.held, clock.waits], ["w-1", []]);
});

test("a lock that the old page lets go of in time is ours", async () => {
  const [locks, clock] = [new Locks(), new Clock()];
  const old = new WindowLock(locks, clock);
  await old.hold("w-1");
  const lock = new WindowLock(locks, clock);
  const held = lock.hold("w-1");
  old.release();
  await held;
  assert.equal(lock.held, "w-1");
});

test("a stolen lock is lost by its holder", async () => {
  const [locks, clock] = [new Locks(), new Clock()];
  const [old, lock] = [new WindowLock(locks, clock), new WindowLock(locks, clock)];
  await old.hold("w-1");
  await lock.hold("w-1", { steal: true });
  await settled();
  assert.deepEqual([old.held, lock.held], [undefined, "w-1"]);
});

test("who asks twice for a lock has it", async () => {
  const lock = new WindowLock(new Locks(), new Clock());
  await Promise.all([lock.hold("w-1", { steal: true }), lock.hold("w-1", { steal: true })]);
  await settled();
  assert.equal(lock.held, "w-1");
});

test("a lock that is let go of while it is waited for is left to others", async () => {
  const [locks, clock] = [new Locks(), new Clock()];
  const old = new WindowLock(locks, clock);
  await old.hold("w-1");
  const lock = new WindowLock(locks, clock);
  lock.hold("w-1");
  lock.release();
  old.release();
  await settled();
  assert.deepEqual([lock.held, locks.owner], [undefined, undefined]);
});

test("without locks a page goes on without one", async () => {
  const lock = new WindowLock(undefined, new Clock());
  await lock.hold("w-1");
  assert.equal(lock.held, undefined);
});

test("attempts spread over an interval that doubles up to 30 s", () => {
  assert.deepEqual([0, 1, 2, 9].map((attempt) => backoff(attempt, 0)), [500, 500, 500, 500]);
  assert.deepEqual([0, 1, 2, 9].map((attempt) => backoff(attempt, 1)), [1000, 2000, 4000, 30_000]);
});

test("while somebody looks at the page, attempts are at most 2 s apart", () => {
  assert.deepEqual([0, 1, 2, 9].map((attempt) => backoff(attempt, 1, true)), [1000, 2000, 2000, 2000]);
});

const mail = {
  root: "m1",
  models: {
    m1: {
      kind: "tabs", selected: "mail", tabs: [{ id: "mail", model: "m2" }, { id: "more", model: "m9" }],
      presented: { as: "sheet", model: "m5" },
    },
    m2: { kind: "stack", path: [{ model: "m3" }, { model: "m4" }] },
    m3: { kind: "screen" },
    m4: { kind: "screen" },
    m5: { kind: "switched", child: "m6" },
    m6: { kind: "shared", document: "s1", presented: { as: "cover", model: "m7", dismissible: false } },
    m7: { kind: "stack", path: [{ model: "m8" }, { model: "m8" }, { model: "m8" }] },
    m8: { kind: "screen" },
    m9: { kind: "screen" },
  },
};
const wall = { root: "s1.m1", models: { "s1.m1": { kind: "screen" } } };

for (const { name, visible: expected, shared = {}, ...document } of JSON.parse(readFileSync(new URL("../Fixtures/visible.json", import.meta.url), "utf8"))) {
  test(`visible is ${name}`, () => {
    assert.deepEqual(visible(document, (id) => shared[id]).models.map(({ id }) => id), expected);
  });
}

test("Back goes through a stack in a container of the app's own, closes a detail, and leaves the sidebar beside it alone", () => {
  const models = {
    m1: { kind: "custom", children: ["m2", "m5"] },
    m2: { kind: "split", sidebar: "m3", detail: "m4" },
    m3: { kind: "stack", path: [{ model: "m4" }, { model: "m4" }] },
    m4: { kind: "screen" },
    m5: { kind: "stack", path: [{ model: "m4" }, { model: "m4" }] },
  };
  assert.deepEqual(visible({ root: "m1", models }, () => undefined).steps, [
    { model: "m2", name: "back", value: { depth: 0 } }, { model: "m5", name: "back", value: { depth: 0 } }]);
});

test("what is visible goes from the root to the innermost screen of the topmost layer", () => {
  const { models, steps, covered } = visible(mail, (id) => (id === "s1" ? wall : undefined));
  assert.deepEqual(models.map(({ id }) => id), ["m7", "m8"]);
  assert.deepEqual(steps, [
    { model: "m2", name: "back", value: { depth: 0 } },
    { model: "m5", name: "dismiss", value: {} },
    { model: "m7", name: "back", value: { depth: 0 } },
    { model: "m7", name: "back", value: { depth: 1 } },
  ]);
  // The cover may not be dismissed: what lies below it is not for Back.
  assert.equal(covered, 2);
});

test("a document that names what is not there is visible as far as it goes", () => {
  assert.deepEqual(visible({ root: "m1", models: {} }, () => undefined), { models: [], steps: [], covered: 0, selected: {} });
});

test("a kind that nobody knows holds nothing, whatever its name", () => {
  const model = { kind: "constructor" };
  assert.deepEqual(visible({ root: "m1", models: { m1: model } }, () => undefined), {
    models: [{ id: "m1", model }], steps: [], covered: 0, selected: {},
  });
});

/** A browser's history whose moves arrive when the test says so. */
class History {
  entries = [{ state: null, url: "/" }];
  at = 0;
  pending = 0;

  get state() { return this.entries[this.at].state; }
  get trail() { return this.entries.slice(0, this.at + 1).map(({ state, url }) => [state?.entries.at(-1)?.depth, url]); }
  pushState(state, _, url) { this.entries.splice(++this.at, Infinity, { state, url: url ?? this.entries[this.at - 1].url }); }
  replaceState(state, _, url) { this.entries[this.at] = { state, url: url ?? this.entries[this.at].url }; }
  go(by) { this.pending += by; }
  arrive() {
    const from = this.at;
    // Before the first and behind the last entry there is nothing to go to.
    if (this.entries[from + this.pending]) this.at += this.pending;
    this.pending = 0;
    return this.at !== from;
  }
  get ahead() { return this.entries.length - 1 - this.at; }
}

/** @param {(what: number | string) => unknown} [answer] nothing where nothing can be asked */
function button(answer = () => 1) {
  const history = new History();
  /** @type {(number | string)[]} */
  const asked = [];
  const ask = (what) => {
    asked.push(what);
    return answer(what);
  };
  const entries = new Entries(history);
  const back = new BackButton(entries, history, { back: ask, open: ask, holds: () => false });
  /** A press of Back or Forward, with all that the history does then. */
  const press = (by) => {
    history.go(by);
    for (let moves = 0; history.arrive(); moves++) {
      assert.ok(moves < 10, "the history never rests");
      entries.moved();
    }
  };
  return { history, asked, back, press };
}

test("each step has an entry with the window's address", () => {
  const { history, back } = button();
  back.follow({ depth: 0, url: "/mail" });
  back.follow({ depth: 2, url: "/mail/4" });
  assert.deepEqual(history.trail, [[0, "/mail"], [1, "/mail/4"], [2, "/mail/4"]]);
});

test("Back asks the server, and the entries follow its answer", () => {
  const { history, asked, back, press } = button();
  back.follow({ depth: 2, url: "/a" });
  press(-1);
  assert.deepEqual(asked, [1]);
  back.follow({ depth: 1, url: "/b" });
  back.answered(1);
  assert.deepEqual(history.trail, [[0, "/a"], [1, "/b"]]);
  assert.equal(history.pending, 0);
});

test("what the server undoes by itself leaves the history", () => {
  const { history, asked, back, press } = button();
  back.follow({ depth: 2, url: "/a" });
  back.follow({ depth: 0, url: "/b" });
  assert.deepEqual(history.trail.at(-1), [2, "/a"]);
  press(0);
  assert.deepEqual(history.trail, [[0, "/b"]]);
  assert.deepEqual(asked, []);
});

test("a refused Back gets its entry back", () => {
  const { history, asked, back, press } = button();
  back.follow({ depth: 1, url: "/a" });
  press(-1);
  back.refused(1);
  assert.deepEqual(asked, [0]);
  assert.deepEqual(history.trail, [[0, "/a"], [1, "/a"]]);
});

test("a refusal of something else leaves an unanswered Back alone", () => {
  const { history, back, press } = button(() => 7);
  back.follow({ depth: 1, url: "/a" });
  press(-1);
  back.refused(6);
  assert.deepEqual(history.trail, [[0, "/a"]]);
  back.refused(7);
  assert.deepEqual(history.trail, [[0, "/a"], [1, "/a"]]);
});

test("where nothing may be undone, an entry that was left is there again", () => {
  const { history, asked, back, press } = button(() => undefined);
  back.follow({ depth: 0, url: "/" });
  back.follow({ depth: 1, url: "/a" });
  press(-1);
  assert.deepEqual([asked, history.trail], [[0], [[0, "/"], [1, "/a"]]]);
});

test("after a reload the entries below are known", () => {
  const { history, back } = button();
  back.follow({ depth: 0, url: "/" });
  back.follow({ depth: 2, url: "/a" });
  const entries = new Entries(history);
  new BackButton(entries, history, {}).follow({ depth: 1, url: "/b" });
  assert.ok(history.arrive());
  entries.moved();
  assert.deepEqual(history.trail, [[0, "/"], [1, "/b"]]);
});

test("Forward opens the address that was there", () => {
  const { history, asked, back, press } = button();
  back.follow({ depth: 0, url: "/" });
  back.follow({ depth: 1, url: "/a" });
  press(-1);
  back.follow({ depth: 0, url: "/" });
  press(1);
  assert.deepEqual(asked, [0, "/a"]);
  back.follow({ depth: 1, url: "/a" });
  assert.deepEqual(history.trail, [[0, "/"], [1, "/a"]]);
  press(-1);
  assert.deepEqual(asked, [0, "/a", 0]);
});

test("what the server undoes by itself can be opened again", () => {
  const { history, asked, back, press } = button();
  back.follow({ depth: 0, url: "/" });
  back.follow({ depth: 1, url: "/a" });
  back.follow({ depth: 0, url: "/" });
  press(0);
  press(1);
  assert.deepEqual([asked, history.ahead], [["/a"], 0]);
});

test("what has no address of its own is not left in the history", () => {
  const { history, asked, back, press } = button();
  back.follow({ depth: 0, url: "/" });
  back.follow({ depth: 1, url: "/a" });
  back.follow({ depth: 2, url: "/a" });
  press(-1);
  back.follow({ depth: 1, url: "/a" });
  back.answered(1);
  assert.equal(history.ahead, 0);
  press(-1);
  assert.deepEqual(asked, [1, 0]);
  back.follow({ depth: 0, url: "/" });
  back.answered(1);
  press(1);
  assert.deepEqual(asked, [1, 0, "/a"]);
  back.follow({ depth: 1, url: "/a" });
  back.answered(1);
  press(-1);
  back.follow({ depth: 0, url: "/" });
  back.answered(1);
  assert.deepEqual(history.trail.at(-1), [0, "/"]);
});

test("an entry whose address is refused is not left in the history", () => {
  const { history, asked, back, press } = button();
  back.follow({ depth: 0, url: "/" });
  back.follow({ depth: 1, url: "/a" });
  press(-1);
  back.follow({ depth: 0, url: "/" });
  press(1);
  back.refused(1);
  press(0);
  assert.deepEqual([asked, history.ahead, history.trail.at(-1)], [[0, "/a"], 0, [0, "/"]]);
});

test("an address that leads elsewhere than it did decides the depth", () => {
  const { history, back, press } = button();
  back.follow({ depth: 0, url: "/" });
  back.follow({ depth: 1, url: "/a" });
  back.follow({ depth: 2, url: "/a/b" });
  press(-2);
  back.follow({ depth: 0, url: "/" });
  back.answered(1);
  press(2);
  back.follow({ depth: 1, url: "/a/b" });
  back.answered(1);
  press(0);
  assert.deepEqual([history.trail.at(-1), history.ahead], [[1, "/a/b"], 0]);
});

test("a place that the user has gone to has an entry, and what changes by itself has none", () => {
  const { history, asked, back, press } = button();
  back.follow({ depth: 0, url: "http://a/in" });
  back.follow({ depth: 0, url: "http://a/out" }, true);
  back.follow({ depth: 0, url: "http://a/out?page=2" }, true);
  back.follow({ depth: 0, url: "http://a/sent" });
  assert.deepEqual(history.trail, [[0, "http://a/in"], [0, "http://a/sent"]]);
  press(-1);
  assert.deepEqual(asked, ["http://a/in"]);
  back.follow({ depth: 0, url: "http://a/sent" });
  back.follow({ depth: 0, url: "http://a/in" });
  back.answered(1);
  assert.deepEqual([history.trail.at(-1), history.ahead], [[0, "http://a/in"], 1]);
  press(1);
  assert.deepEqual(asked, ["http://a/in", "http://a/sent"]);
});

test("where Back leads out of the window nothing is held up", () => {
  const { history, back, press } = button();
  back.follow({ depth: 0, url: "/" });
  back.follow({ depth: 1, url: "/" });
  press(-1);
  back.follow({ depth: 0, url: "/" });
  press(-1);
  back.follow({ depth: 1, url: "/a" });
  press(-1);
  back.follow({ depth: 0, url: "/" });
  assert.deepEqual(history.trail.at(-1), [0, "/"]);
});

test("a layer of what is covered or not selected lies above all, and Back dismisses it first", () => {
  const covered = {
    root: "m1",
    models: {
      m1: { kind: "tabs", selected: "a", tabs: [{ id: "a", model: "m2" }, { id: "b", model: "m5" }] },
      m2: { kind: "stack", path: [{ model: "m3" }, { model: "m4" }] },
      m3: { kind: "screen" }, m4: { kind: "screen" },
      m5: { kind: "switched", child: "m6" },
      m6: { kind: "screen", presented: { as: "sheet", model: "m7" } },
      m7: { kind: "stack", path: [{ model: "m8" }, { model: "m9" }] },
      m8: { kind: "screen", presented: { as: "cover", model: "m10" } },
      m9: { kind: "screen" }, m10: { kind: "screen" },
    },
  };
  const { models, steps } = visible(covered, () => undefined);
  assert.deepEqual(models.map(({ id }) => id), ["m10"]);
  assert.deepEqual(steps, [
    { model: "m2", name: "back", value: { depth: 0 } },
    { model: "m7", name: "dismiss", value: {} },
    { model: "m7", name: "back", value: { depth: 0 } },
    { model: "m10", name: "dismiss", value: {} },
  ]);
});

test("each final close code of the protocol's page has words of its own, and a closed place says that it was closed", () => {
  const page = readFileSync(new URL("../../Sources/OrielWire/OrielWire.docc/Protocol.md", import.meta.url), "utf8");
  const final = [...page.matchAll(/^\| (45\d\d) \|/gm)].map(([, code]) => code);
  const titles = final.map((code) => endings[code]?.title);
  assert.deepEqual([final.length, titles.includes(undefined), new Set(titles).size], [6, false, 6]);
  assert.equal(endings[4505].title, "This place was closed");
});
