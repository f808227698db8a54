/* What is said while there is a link, and where it goes on after a cut. */

import assert from "node:assert/strict";
import test from "node:test";
import { settled, Socket } from "./doubles.js";
import { attached, back, set, shown, started, tap, tree } from "./sessions.js";

const address = { scene: "counter", url: "/counter" };

test("the first attach asks for a scene", async () => {
  await started();
  assert.deepEqual(Socket.last.protocols, ["oriel.v1"]);
  Socket.last.open();
  assert.deepEqual(Socket.last.sent, [
    { attach: { ...address, instance: "i-1", environment: { locale: "en" }, capabilities: {} } },
  ]);
});

test("a socket that was opened before is spoken on at once", async () => {
  await started({ WebSocket: class extends Socket { readyState = 1; } });
  await settled();
  assert.deepEqual(Socket.last.sent.map((message) => Object.keys(message)), [["attach"]]);
});

test("a known window is asked for with its address, and with a takeover only where its lock is held", async () => {
  const { lock } = await started({ window: "w-1", held: "w-1" });
  Socket.last.open();
  assert.deepEqual(lock.holds, [["w-1", false, 150]]);
  assert.deepEqual(Socket.last.sent, [
    { attach: { window: "w-1", takeover: true, ...address, instance: "i-1", environment: { locale: "en" }, capabilities: {} } },
  ]);
  await started({ window: "w-1" });
  Socket.last.open();
  assert.deepEqual(Socket.last.sent, [
    { attach: { window: "w-1", ...address, instance: "i-1", environment: { locale: "en" }, capabilities: {} } },
  ]);
});

test("a state is shown and then patched", async () => {
  const { delegate, session } = await started();
  Socket.last.open();
  delegate.take();
  Socket.last.receive(attached(), { state: tree(), rev: 1, applied: 0 });
  assert.deepEqual(delegate.take(), [
    ["attached", attached().attached],
    ["state", tree()],
    ["status", "attached"],
    ["answered", 0],
  ]);
  Socket.last.receive({ patch: set("1"), rev: 2, applied: 0 });
  assert.deepEqual(delegate.take().map(([name]) => name), ["patched", "status", "answered"]);
  assert.deepEqual([session.document.tree, session.document.rev], [tree("1"), 2]);
});

test("a compressed message is unpacked, and what comes behind it waits", async () => {
  const unpack = async (message) => { await settled(); return new TextDecoder().decode(message); };
  const { delegate } = await started({ unpack });
  Socket.last.open();
  assert.deepEqual(Socket.last.sent[0].attach.capabilities, { compression: ["gzip"] });
  delegate.take();
  Socket.last.receive(attached());
  assert.deepEqual(delegate.take().map(([name]) => name), ["attached"]);
  Socket.last.onmessage({ data: new TextEncoder().encode(JSON.stringify({ state: tree(), rev: 1, applied: 0 })) });
  Socket.last.receive({ patch: set("1"), rev: 2, applied: 0 });
  Socket.last.cut(4404);
  assert.deepEqual(delegate.take(), []);
  await settled();
  await settled();
  assert.deepEqual(delegate.take().map(([name]) => name), [
    "state", "status", "answered", "patched", "status", "answered", "status",
  ]);
});

test("what can't be unpacked ends the connection", async () => {
  const { delegate } = await started({ unpack: async () => { throw new TypeError(); } });
  Socket.last.open();
  Socket.last.receive(attached());
  Socket.last.onmessage({ data: new Blob(["{}"]) });
  await settled();
  assert.equal(Socket.last.closed, 4000);
  assert.deepEqual(delegate.take().at(-1), ["status", "waiting"]);
});

test("the lock of the window that the server chose is held", async () => {
  const { lock } = await started({ window: "w-1" });
  Socket.last.open();
  Socket.last.receive(attached({ window: "w-2" }));
  assert.deepEqual(lock.holds, [["w-1", false, 150], ["w-2", false, Infinity]]);
});

test("a cut link is resumed from its position", async () => {
  const parts = await shown();
  await back(parts);
  assert.deepEqual(Socket.last.sent[0].attach, {
    window: "w-1", ...address, instance: "i-1", epoch: "e-1", rev: 1, sent: 0, environment: { locale: "en" }, capabilities: {},
  });
  Socket.last.receive(attached({ resumed: true, rev: 3 }), { patch: set("3"), rev: 3, base: 1, applied: 0 });
  assert.deepEqual(parts.session.document.tree, tree("3"));
});

test("who is there already is sent nothing and is proven at once", async () => {
  const parts = await shown();
  await back(parts);
  parts.delegate.take();
  Socket.last.receive(attached({ resumed: true }));
  assert.deepEqual(parts.delegate.take().slice(1), [["status", "attached"], ["answered", 0]]);
});

test("events that were not applied are sent again, in order", async () => {
  const parts = await shown();
  for (let count = 0; count < 3; count++) parts.session.event(tap);
  assert.deepEqual(Socket.last.sent, [1, 2, 3].map((id) => ({ event: { id, ...tap } })));
  Socket.last.receive({ patch: set("1"), rev: 2, applied: 1 });
  await back(parts);
  parts.session.event(tap);
  Socket.last.sent = [];
  Socket.last.receive(attached({ resumed: true, rev: 2, applied: 2 }));
  assert.deepEqual(Socket.last.sent, [3, 4].map((id) => ({ event: { id, ...tap } })));
});

test("events that were saved are forgotten, the others survive a crash of the server", async () => {
  const parts = await shown();
  for (let count = 0; count < 3; count++) parts.session.event(tap);
  Socket.last.receive({ patch: set("3"), rev: 2, applied: 3, saved: 1 });
  await back(parts);
  Socket.last.sent = [];
  Socket.last.receive(attached({ epoch: "e-2", rev: 1, applied: 1 }));
  assert.deepEqual(Socket.last.sent, [2, 3].map((id) => ({ event: { id, ...tap } })));
});

test("what it was told is saved is said to a server that may have less", async () => {
  const parts = await shown();
  for (let count = 0; count < 3; count++) parts.session.event(tap);
  Socket.last.receive({ patch: set("3"), rev: 2, applied: 3, saved: 2 });
  await back(parts);
  assert.equal(Socket.last.sent[0].attach.saved, 2);
  Socket.last.sent = [];
  Socket.last.receive(attached({ epoch: "e-2", rev: 1, applied: 2 }));
  assert.deepEqual(Socket.last.sent, [{ event: { id: 3, ...tap } }]);
});

test("how far it has ever sent is said to a window that may have forgotten the page", async () => {
  const parts = await shown();
  for (let count = 0; count < 3; count++) parts.session.event(tap);
  await back(parts);
  parts.session.event(tap);
  assert.equal(Socket.last.sent[0].attach.sent, 3);
  Socket.last.receive(attached({ applied: 0, rev: 9 }), { state: tree("9"), rev: 9, applied: 0 });
  Socket.last.receive(...[1, 2, 3].map((event) => ({ rejected: { event, code: "stale", message: "" }, applied: event })));
  assert.deepEqual(Socket.last.sent.slice(1), [1, 2, 3, 4].map((id) => ({ event: { id, ...tap } })));
  await back(parts);
  assert.equal(Socket.last.sent[0].attach.sent, 4);
});

test("a change of the environment before the answer is told with it, and no change twice", async () => {
  const parts = await shown();
  await back(parts);
  parts.session.report({ width: 500 });
  parts.session.report({ width: 600, visible: false });
  assert.equal(Socket.last.sent.length, 1);
  Socket.last.receive(attached({ resumed: true }));
  assert.deepEqual(Socket.last.sent.slice(1), [{ environment: { width: 600, visible: false } }]);
  parts.session.report({ visible: true });
  assert.deepEqual(Socket.last.sent.slice(2), [{ environment: { visible: true } }]);
  parts.session.report({});
  parts.clock.pass(1);
  assert.equal(Socket.last.sent.length, 3);
});

test("a change without a socket is in the next attach", async () => {
  const parts = await shown();
  Socket.last.cut(1006);
  parts.session.report({ width: 500 });
  parts.clock.pass(500);
  await settled();
  Socket.last.open();
  Socket.last.receive(attached({ resumed: true }));
  assert.equal(Socket.last.sent.length, 1);
});

test("more than 64 events wait for answers", async () => {
  const { session } = await shown();
  for (let count = 0; count < 70; count++) session.event(tap);
  assert.equal(Socket.last.sent.length, 64);
  Socket.last.receive({ patch: [], rev: 1, base: 1, applied: 64 });
  assert.equal(Socket.last.sent.length, 70);
});

for (const [what, patch] of Object.entries({
  "from another position": { patch: set("5"), rev: 5 },
  "that does not fit": { patch: [{ op: "remove", path: "/models/m9" }], rev: 2 },
})) {
  test(`a patch ${what} is a lost position: 4000, and the next attach has no rev`, async () => {
    const { clock, session } = await shown();
    const socket = Socket.last;
    socket.receive({ ...patch, applied: 0 });
    assert.equal(socket.closed, 4000);
    assert.deepEqual(session.document, undefined);
    clock.pass(500);
    await settled();
    Socket.last.open();
    assert.deepEqual(Socket.last.sent[0].attach, {
      window: "w-1", ...address, instance: "i-1", epoch: "e-1", sent: 0, environment: { locale: "en" }, capabilities: {},
    });
  });
}

test("a frame that is no JSON is a lost position too", async () => {
  await shown();
  const socket = Socket.last;
  socket.onmessage({ data: "{" });
  assert.equal(socket.closed, 4000);
});

test("unknown verbs are ignored", async () => {
  const { delegate } = await shown();
  Socket.last.receive({ weather: { rain: true } });
  assert.deepEqual(delegate.take(), []);
  assert.equal(Socket.last.closed, undefined);
});

test("a rejected event is answered", async () => {
  const { session, delegate } = await shown();
  session.event(tap);
  const rejected = { event: 1, code: "stale", message: "gone" };
  Socket.last.receive({ rejected, applied: 1 });
  assert.deepEqual(delegate.take(), [["rejected", rejected], ["status", "attached"], ["answered", 1]]);
});

test("a refusal that answers nothing keeps no event from being sent", async () => {
  const { session } = await shown();
  Socket.last.receive({ rejected: { event: 1, code: "stale", message: "gone" } });
  session.event(tap);
  assert.deepEqual(Socket.last.sent, [{ event: { id: 1, ...tap } }]);
});

test("shared documents have their own positions and are forgotten at an attach", async () => {
  const { session, delegate } = await shown();
  Socket.last.receive({ shared: { document: "s3", rev: 7, state: tree("a") } });
  Socket.last.receive({ shared: { document: "s3", rev: 8, patch: set("b") } });
  assert.deepEqual(delegate.take().map(([name, id]) => [name, id]), [["sharedState", "s3"], ["sharedPatched", "s3"]]);
  assert.deepEqual([session.shared.s3.tree, session.shared.s3.rev], [tree("b"), 8]);
  Socket.last.receive({ shared: { document: "s9", rev: 8, patch: set("b") } });
  Socket.last.receive({ shared: { document: "s3", rev: 10, patch: set("c") } });
  assert.equal(Socket.last.closed, 4000);
});

test("the server is told what is drawn, at most every two seconds", async () => {
  /** @type {(() => void)[]} */
  const frames = [];
  const { clock } = await shown({ afterDrawing: (then) => frames.push(then) });
  clock.pass(0);
  // Nothing is said before the frame.
  assert.deepEqual(Socket.last.sent, []);
  frames.shift()();
  const drawn = (/** @type {number} */ rev, messages = rev) => ({ drawn: { rev, messages, roundTrip: 0 } });
  assert.deepEqual(Socket.last.sent, [drawn(1)]);
  for (const rev of [2, 3, 4]) Socket.last.receive({ patch: set(`${rev}`), rev, base: rev - 1 });
  clock.pass(1_999);
  assert.deepEqual(frames, []);
  clock.pass(1);
  Socket.last.receive({ patch: set("5"), rev: 5, base: 4 });
  frames.shift()();
  assert.deepEqual(Socket.last.sent, [drawn(1), drawn(5)]);
  // A window that stands still needs no report.
  clock.pass(20_000);
  assert.deepEqual([frames, Socket.last.sent.length], [[], 2]);
  // A page that stands still makes none.
  Socket.last.receive({ patch: set("6"), rev: 6, base: 5 });
  clock.pass(5_000);
  assert.deepEqual([frames.length, Socket.last.sent.length], [1, 2]);
});

test("what is drawn of shared documents counts as well", async () => {
  const { clock } = await shown({ afterDrawing: (then) => then() });
  clock.pass(0);
  Socket.last.receive({ shared: { document: "s3", rev: 7, state: tree("a") } });
  Socket.last.receive({ shared: { document: "s3", rev: 8, patch: set("b") } });
  Socket.last.receive({ saved: 1 });
  clock.pass(2_000);
  assert.deepEqual(Socket.last.sent.map(({ drawn }) => [drawn.rev, drawn.messages]), [[1, 1], [1, 3]]);
});

test("a report says how long the last answer took, which is measured again after 30 s", async () => {
  const { clock } = await shown({ afterDrawing: (then) => then() });
  clock.pass(0);
  const moves = () => {
    const { rev } = moved;
    Socket.last.receive({ patch: set(`${rev}`), rev: rev + 1, base: rev });
    moved.rev++;
    clock.pass(2_000);
  };
  const moved = { rev: 1 };
  while (!Socket.last.sent.some(({ ping }) => ping)) moves();
  assert.equal(clock.time() > 30_000, true);
  clock.pass(41);
  Socket.last.receive({ pong: 1 });
  moves();
  assert.deepEqual(Socket.last.sent.at(-1), { drawn: { rev: moved.rev, messages: moved.rev, roundTrip: 41 } });
});

test("a silent link is asked after 30 s and given up after 10 more", async () => {
  const { clock, delegate } = await shown();
  clock.pass(29_999);
  assert.deepEqual(Socket.last.sent, []);
  clock.pass(1);
  assert.deepEqual(Socket.last.sent, [{ ping: 1 }]);
  clock.pass(9_999);
  Socket.last.receive({ pong: 1 });
  clock.pass(30_000);
  assert.deepEqual(Socket.last.sent, [{ ping: 1 }, { ping: 1 }]);
  clock.pass(10_000);
  assert.equal(Socket.last.closed, 4001);
  assert.deepEqual(delegate.take(), [["status", "waiting"]]);
});

for (const [told, how] of [[() => ({ patch: set("1"), rev: 2, base: 1 }), "its document"], [() => ({ shared: { document: "s3", rev: 8, patch: set("b") } }), "a shared one"]]) {
  test(`a window that changes by itself, in ${how}, is asked after 5 s of silence and given up after 2.5 more`, async () => {
    const { clock, session } = await shown({ isSeen: () => true });
    Socket.last.receive({ shared: { document: "s3", rev: 7, state: tree("a") } });
    Socket.last.receive(told());
    assert.deepEqual(clock.waits, [30_000]);
    clock.pass(20_000);
    Socket.last.receive(told().patch ? { patch: set("2"), rev: 3, base: 2 } : { shared: { document: "s3", rev: 9, patch: set("c") } });
    clock.pass(5_000);
    assert.deepEqual(Socket.last.sent, [{ ping: 1 }]);
    assert.equal(session.heardAt, 20_000);
    clock.pass(2_500);
    assert.equal(Socket.last.closed, 4001);
  });
}

test("a window that nobody looks at, or that has stood still for a minute, is asked seldom", async () => {
  let isSeen = false;
  const { clock } = await shown({ isSeen: () => isSeen });
  for (const rev of [2, 3]) Socket.last.receive({ patch: set(`${rev}`), rev, base: rev - 1 });
  assert.deepEqual(clock.waits, [30_000]);
  isSeen = true;
  Socket.last.receive({ pong: 1 });
  assert.deepEqual(clock.waits, [5_000]);
  for (const _ of Array(12)) {
    clock.pass(5_000);
    Socket.last.receive({ pong: 1 });
  }
  assert.deepEqual(clock.waits, [30_000]);
});

test("a window whose only changes are answers does not change by itself", async () => {
  const { clock, session } = await shown({ isSeen: () => true });
  for (const event of [1, 2, 3]) {
    session.event(tap);
    Socket.last.receive({ patch: set(`${event}`), rev: event + 1, base: event, applied: event });
  }
  assert.deepEqual(clock.waits, [30_000]);
});

test("a link whose browser has no network is given up at once", async () => {
  const { clock, delegate, session } = await shown();
  session.offline();
  assert.equal(Socket.last.closed, 4001);
  assert.deepEqual(delegate.take(), [["status", "waiting"]]);
  session.offline();
  assert.deepEqual(clock.waits, [500]);
});

test("a touch after a silence of 4 s finds out within 2.5 s whether the link is dead", async () => {
  const { session, clock, delegate } = await shown();
  session.touched();
  assert.deepEqual(Socket.last.sent, []);
  clock.pass(4000);
  session.touched();
  // The event of the touch does not make it longer, nor does another touch.
  session.event(tap);
  clock.pass(1000);
  session.touched();
  assert.deepEqual(Socket.last.sent.map((message) => Object.keys(message)[0]), ["ping", "event"]);
  const socket = Socket.last;
  clock.pass(1499);
  assert.equal(socket.closed, undefined);
  clock.pass(1);
  assert.equal(socket.closed, 4001);
  assert.deepEqual(delegate.take().at(-1), ["status", "waiting"]);
});

test("an answer after a touch proves the link, and on a slow line there is more time for it", async () => {
  const { session, clock } = await shown();
  clock.pass(4000);
  session.touched();
  Socket.last.receive({ pong: 1 });
  clock.pass(29_999);
  assert.equal(Socket.last.closed, undefined);
  const slow = await started();
  Socket.last.open();
  slow.clock.pass(3000);
  Socket.last.receive(attached(), { state: tree(), rev: 1, applied: 0 });
  slow.clock.pass(4000);
  slow.session.touched();
  slow.clock.pass(5999);
  assert.equal(Socket.last.closed, undefined);
  slow.clock.pass(1);
  assert.equal(Socket.last.closed, 4001);
});

test("while an event waits for its answer, a silent link is asked after 4 s and given up after 4 more", async () => {
  const { clock, delegate, session } = await shown();
  clock.pass(20_000);
  session.event(tap);
  clock.pass(3_000);
  session.event(tap);
  Socket.last.sent = [];
  clock.pass(999);
  assert.deepEqual(Socket.last.sent, []);
  clock.pass(1);
  assert.deepEqual(Socket.last.sent, [{ ping: 1 }]);
  clock.pass(3_999);
  // It is the handler that takes its time.
  Socket.last.receive({ pong: 1 });
  clock.pass(4_000);
  assert.deepEqual(Socket.last.sent, [{ ping: 1 }, { ping: 1 }]);
  clock.pass(4_000);
  assert.equal(Socket.last.closed, 4001);
  assert.deepEqual(delegate.take(), [["status", "waiting"]]);
});

test("a link whose events are answered is left in peace", async () => {
  const { clock, session } = await shown();
  session.event(tap);
  Socket.last.receive({ patch: [], rev: 1, base: 1, applied: 1 });
  assert.deepEqual(clock.waits, [30_000]);
});

test("a document that is still under way is waited for, although events wait too", async () => {
  const parts = await shown();
  parts.session.event(tap);
  await back(parts);
  Socket.last.receive(attached({ resumed: false }));
  assert.deepEqual(parts.clock.waits, [30_000]);
  Socket.last.receive({ state: tree(), rev: 1, applied: 0 });
  assert.deepEqual(parts.clock.waits, [4_000]);
});

test("leaving is said at once, or after the next attach", async () => {
  const parts = await shown();
  parts.session.leave();
  assert.deepEqual(Socket.last.sent, [{ leave: {} }]);
  await back(parts);
  Socket.last.sent = [];
  Socket.last.receive(attached({ resumed: true }));
  assert.deepEqual(Socket.last.sent, [{ leave: {} }]);
});

test("an event over the server's limit is not sent", async () => {
  const { session } = await shown();
  assert.equal(session.event({ ...tap, value: "é".repeat(33_000) }), undefined);
  assert.equal(session.event({ ...tap, value: "é".repeat(32_000) }), 1);
  assert.equal(Socket.last.sent.length, 1);
});

test("a lone surrogate is not sent", async () => {
  const { session } = await shown();
  session.event({ ...tap, value: "a\uD83Db" });
  assert.equal(Socket.last.sent[0].event.value, "a\uFFFDb");
});

const former = { window: "w-1", instance: "i-0", epoch: "e-1", events: [{ id: 3, ...tap }, { id: 4, ...tap }], last: 4, durable: 2, sent: 3 };

test("the events that a former page has left go on under its instance", async () => {
  const { session } = await started({ window: "w-1", former });
  Socket.last.open();
  assert.deepEqual(Socket.last.sent, [
    { attach: { window: "w-1", ...address, instance: "i-0", epoch: "e-1", saved: 2, sent: 3, environment: { locale: "en" }, capabilities: {} } },
  ]);
  Socket.last.sent = [];
  Socket.last.receive(attached({ applied: 3 }), { state: tree(), rev: 1, applied: 3 });
  assert.equal(session.event(tap), 5);
  assert.deepEqual(Socket.last.sent, [{ event: { id: 4, ...tap } }, { event: { id: 5, ...tap } }]);
});

test("the events that a former page has left do not reach another window", async () => {
  const { session } = await started({ window: "w-1", former });
  Socket.last.open();
  Socket.last.sent = [];
  Socket.last.receive(attached({ window: "w-2" }), { state: tree(), rev: 1, applied: 0 });
  assert.deepEqual(Socket.last.sent, []);
  assert.equal(session.event(tap), 1);
});

test("a page leaves the events that the server may not have on disk", async () => {
  const { session } = await shown();
  assert.equal(session.rest, undefined);
  for (let count = 0; count < 3; count++) session.event(tap);
  Socket.last.receive({ saved: 1 });
  const events = [{ id: 2, ...tap }, { id: 3, ...tap }];
  assert.deepEqual(session.rest, { window: "w-1", instance: "i-1", epoch: "e-1", events, last: 3, durable: 1, sent: 3 });
  Socket.last.receive({ saved: 3 });
  assert.equal(session.rest, undefined);
});
