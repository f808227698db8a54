import assert from "node:assert/strict";
import test from "node:test";
import { Session } from "../../web-client/session.js";
import { Clock, Recorder, settled, Socket } from "./doubles.js";

const tap = { model: "m1", element: "e", name: "tap" };
const tree = (text = "0") => ({ root: "m1", models: { m1: { kind: "screen", body: [{ type: "text", text }] } } });
const set = (value) => [{ op: "replace", path: "/models/m1/body/0/text", value }];
const attached = (members = {}) => ({
  attached: { window: "w-1", user: "u", scene: "main", epoch: "e-1", rev: 1, applied: 0, resumed: false, ...members },
});

/** A session that has been started, and all that a test needs to play the rest. */
async function started({ window, fetch = async () => new Response(), held, ...options } = {}) {
  Socket.all = [];
  const clock = new Clock();
  const delegate = new Recorder(
    "status", "attached", "state", "patched", "sharedState", "sharedPatched", "answered", "rejected", "trigger");
  const lock = { held, holds: [], async hold(name, options) { this.holds.push([name, options?.steal ?? false]); } };
  const session = new Session({
    url: "ws://test/connect", protocols: async () => ["oriel.v1"], WebSocket: Socket, fetch, clock, lock, delegate, window,
    instance: "i-1",
    greeting: () => ({ scene: "counter", url: "/counter", environment: { locale: "en" }, capabilities: {} }),
    ...options,
  });
  await session.start();
  return { session, clock, delegate, lock };
}

/** One that shows revision 1. */
async function shown(options) {
  const parts = await started(options);
  Socket.last.open();
  Socket.last.receive(attached(), { state: tree(), rev: 1, applied: 0 });
  Socket.last.sent = [];
  parts.delegate.take();
  return parts;
}

/** Cuts the link and opens the next socket. */
async function back({ clock }, code = 1006, wait = 500) {
  Socket.last.cut(code);
  clock.pass(wait);
  await settled();
  Socket.last.open();
}

test("the first attach asks for a scene", async () => {
  await started();
  assert.deepEqual(Socket.last.protocols, ["oriel.v1"]);
  Socket.last.open();
  assert.deepEqual(Socket.last.sent, [
    { attach: { scene: "counter", url: "/counter", instance: "i-1", environment: { locale: "en" }, capabilities: {} } },
  ]);
});

test("a known window is asked for, with a takeover only where its lock is held", async () => {
  const { lock } = await started({ window: "w-1", held: "w-1" });
  Socket.last.open();
  assert.deepEqual(lock.holds, [["w-1", false]]);
  assert.deepEqual(Socket.last.sent, [
    { attach: { window: "w-1", instance: "i-1", takeover: true, environment: { locale: "en" }, capabilities: {} } },
  ]);
  await started({ window: "w-1" });
  Socket.last.open();
  assert.deepEqual(Socket.last.sent, [
    { attach: { window: "w-1", instance: "i-1", environment: { locale: "en" }, capabilities: {} } },
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

test("the lock of the window that the server chose is held", async () => {
  const { lock } = await started({ window: "w-1" });
  Socket.last.open();
  Socket.last.receive(attached({ window: "w-2" }));
  assert.deepEqual(lock.holds, [["w-1", false], ["w-2", false]]);
});

test("a cut link is resumed from its position", async () => {
  const parts = await shown();
  await back(parts);
  assert.deepEqual(Socket.last.sent[0].attach, {
    window: "w-1", instance: "i-1", epoch: "e-1", rev: 1, environment: { locale: "en" }, capabilities: {},
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
      window: "w-1", instance: "i-1", environment: { locale: "en" }, capabilities: {},
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

test("a server that is going away names the time to come back", async () => {
  const { clock } = await shown();
  Socket.last.receive({ closing: { code: 1012, message: "Restarting", retryAfter: 1800 } });
  Socket.last.cut(1012);
  assert.deepEqual(clock.waits, [1800]);
});

for (const code of [1001, 1006, 1011, 1012, 1013, 4000, 4001, 4399, 4600]) {
  test(`after ${code} the page comes back`, async () => {
    const { clock, delegate } = await shown();
    Socket.last.cut(code);
    assert.deepEqual(delegate.take(), [["status", "waiting"]]);
    assert.deepEqual(clock.waits, [500]);
  });
}

for (const code of [1000, 1003, 1007, 1009, 4400, 4401, 4403, 4408, 4429, 4500, 4501, 4502, 4503, 4599]) {
  test(`after ${code} it does not`, async () => {
    const { clock, delegate } = await shown();
    Socket.last.cut(code);
    assert.deepEqual(delegate.take(), [["status", "ended", code]]);
    assert.deepEqual(clock.waits, []);
  });
}

test("a window that the server lost before it was saved is opened anew", async () => {
  const parts = await shown();
  parts.session.event(tap);
  await back(parts);
  Socket.last.cut(4500);
  assert.equal(parts.delegate.take().at(-1)[1], "waiting");
  await back(parts);
  const { attach } = Socket.last.sent[0];
  assert.deepEqual([attach.window, attach.url, attach.epoch, attach.rev], [undefined, "/counter", "e-1", 1]);
  Socket.last.receive(attached({ window: "w-2", epoch: "e-2" }), { state: tree("new"), rev: 1, applied: 0 });
  assert.deepEqual(Socket.last.sent.slice(1), [{ event: { id: 1, ...tap } }]);
});

test("a window that was saved, and is gone, has ended", async () => {
  const parts = await shown();
  parts.session.event(tap);
  Socket.last.receive({ saved: 1 });
  await back(parts);
  Socket.last.cut(4500);
  assert.deepEqual(parts.delegate.take().at(-1), ["status", "ended", 4500]);
});

test("a failed handshake asks for the page before the next attempt", async () => {
  const asked = [];
  const { clock } = await started({ fetch: async (url) => { asked.push(url); return new Response(); } });
  Socket.last.cut();
  clock.pass(500);
  await settled();
  assert.deepEqual(asked, ["/"]);
  assert.equal(Socket.all.length, 2);
});

for (const [status, code] of [[401, 4401], [403, 4403]]) {
  test(`a page that answers ${status} says that there is no coming back`, async () => {
    const { clock, delegate } = await started({ fetch: async () => new Response(null, { status }) });
    Socket.last.cut();
    clock.pass(500);
    await settled();
    assert.deepEqual(delegate.take().at(-1), ["status", "ended", code]);
    assert.equal(Socket.all.length, 1);
  });
}

test("what a bearer is worth is asked where the socket is, and what it opens goes on", async () => {
  /** @type {any[]} */
  const asked = [];
  const { clock } = await started({
    protocols: async () => ["oriel.v1", "bearer.t"],
    fetch: async (/** @type {any[]} */ ...request) => { asked.push(request); return new Response(null, { status: 204 }); },
  });
  Socket.last.cut();
  clock.pass(500);
  await settled();
  assert.deepEqual(asked, [["/connect", { cache: "no-store", headers: { Authorization: "Bearer t" } }]]);
  assert.equal(Socket.all.length, 2);
});

for (const [renews, ended] of [[false, true], [true, false]]) {
  test(`a bearer that is not good any more ${ended ? "ends the window" : "is asked for anew"}`, async () => {
    const { clock, delegate } = await started({
      renews, protocols: async () => ["oriel.v1", "bearer.t"], fetch: async () => new Response(null, { status: 401 }),
    });
    Socket.last.cut();
    clock.pass(500);
    await settled();
    assert.deepEqual(delegate.take().at(-1), ended ? ["status", "ended", 4401] : ["status", "waiting"]);
  });
}

test("a server that is busy is asked again when it says so", async () => {
  const { clock } = await started({ fetch: async () => new Response(null, { status: 503, headers: { "Retry-After": "7" } }) });
  Socket.last.cut();
  clock.pass(500);
  await settled();
  assert.deepEqual(clock.waits, [7000]);
});

test("without a network, attempts go on", async () => {
  const { clock, session } = await started({ fetch: async () => { throw new TypeError("offline"); } });
  Socket.last.cut();
  clock.pass(500);
  await settled();
  assert.deepEqual(clock.waits, [500]);
  session.retry();
  await settled();
  assert.equal(Socket.all.length, 1);
  assert.deepEqual(clock.waits, [500]);
});

test("an impatient user does not wait", async () => {
  const { session } = await shown();
  Socket.last.cut();
  session.retry();
  await settled();
  assert.equal(Socket.all.length, 2);
});

test("a socket that was given up is not heard any more", async () => {
  const { clock, delegate } = await shown();
  const socket = Socket.last;
  clock.pass(40_000);
  delegate.take();
  socket.receive({ patch: set("9"), rev: 2, applied: 0 });
  socket.cut(4500);
  assert.deepEqual(delegate.take(), []);
});

for (const [what, end] of ["the lock", "credentials", "the page"].flatMap((what) => [[what, "resolve"], [what, "reject"]])) {
  test(`what is stopped while it waits for ${what} does nothing more, whatever comes (${end})`, async () => {
    let gate = { promise: Promise.resolve() };
    const waits = (port) => async () => { if (port === what) await gate.promise; };
    const [hold, credentials, page] = ["the lock", "credentials", "the page"].map(waits);
    const { session, clock, delegate } = await started({
      window: "w-1", lock: { hold: () => hold().catch(() => {}), release() {} },
      protocols: async () => (await credentials(), ["oriel.v1"]), fetch: async () => (await page(), new Response()),
    });
    gate = Promise.withResolvers();
    Socket.last.cut();
    clock.pass(500);
    await settled();
    session.stop();
    delegate.take();
    gate[end]();
    await settled();
    assert.deepEqual([Socket.all.length, clock.waits, delegate.take()], [1, [], []]);
  });
}

test("a window that another page has is taken back with its lock", async () => {
  const { session, lock } = await shown();
  Socket.last.cut(4503);
  lock.held = "w-1";
  await session.start({ steal: true });
  Socket.last.open();
  assert.deepEqual(lock.holds.at(-1), ["w-1", true]);
  assert.equal(Socket.last.sent[0].attach.takeover, true);
});

test("however often it is asked for, one socket takes a window back", async () => {
  const { session } = await shown();
  Socket.last.cut(4503);
  session.start({ steal: true });
  session.start({ steal: true });
  await settled();
  assert.equal(Socket.all.length, 2);
  await session.start({ steal: true });
  assert.equal(Socket.all.length, 2);
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

test("credentials that expire are renewed, and the window stays", async () => {
  const tokens = ["first", "second"];
  const parts = await shown({ renews: true, protocols: async () => ["oriel.v1", `bearer.${tokens.shift()}`] });
  assert.deepEqual(Socket.last.protocols, ["oriel.v1", "bearer.first"]);
  await back(parts, 4401, 1000);
  assert.deepEqual(Socket.last.protocols, ["oriel.v1", "bearer.second"]);
  assert.deepEqual(Socket.last.sent.map(({ attach }) => [attach.window, attach.epoch, attach.rev]), [["w-1", "e-1", 1]]);
});

test("credentials that are not to be had now are asked for again", async () => {
  let asked = 0;
  const protocols = async () => {
    if (asked++ === 0) throw new Error("offline");
    return ["oriel.v1"];
  };
  const { clock, delegate } = await started({ protocols });
  assert.deepEqual([Socket.all.length, delegate.take().at(-1)], [0, ["status", "waiting"]]);
  clock.pass(1000);
  await settled();
  assert.equal(Socket.all.length, 1);
});
