/* When and how a link comes back, and when it does not. */

import assert from "node:assert/strict";
import test from "node:test";
import { settled, Socket } from "./doubles.js";
import { attached, back, set, shown, started, tap, tree } from "./sessions.js";

test("a server that is going away names the time to come back", async () => {
  const { clock } = await shown();
  Socket.last.receive({ closing: { code: 1012, message: "Restarting", retryAfter: 1800 } });
  Socket.last.cut(1012);
  assert.deepEqual(clock.waits, [1800]);
});

test("a page that belongs to another event loop comes back at once, with the place that the server named, once", async () => {
  const { clock } = await shown();
  Socket.last.receive({ closing: { code: 1012, message: "The window is on another event loop", retryAfter: 0, at: "1 & 2" } });
  Socket.last.cut(1012);
  assert.deepEqual(clock.waits, [0]);
  const places = [];
  for (let times = 0; times < 2; times += 1) {
    clock.pass(clock.waits[0]);
    await settled();
    places.push(new URL(Socket.last.url).searchParams.get("at"));
    Socket.last.open();
    Socket.last.cut(1006);
  }
  assert.deepEqual(places, ["1 & 2", null]);
});

test("a page comes back to the node where its window was, unless a handshake fails", async () => {
  const { clock } = await shown();
  Socket.last.receive(attached({ server: { name: "oriel", version: "1", at: "~a" } }));
  const places = [];
  for (const answers of [true, false, false]) {
    Socket.last.cut(1006);
    clock.pass(clock.waits.at(-1));
    await settled();
    places.push(new URL(Socket.last.url).searchParams.get("at"));
    if (!answers) continue;
    Socket.last.open();
    Socket.last.receive(attached({ server: { name: "oriel", version: "1", at: "~b" } }));
  }
  assert.deepEqual(places, ["~a", "~b", null]);
});

for (const code of [1001, 1006, 1011, 1012, 1013, 4000, 4001, 4399, 4408, 4600]) {
  test(`after ${code} the page comes back`, async () => {
    const { clock, delegate } = await shown();
    Socket.last.cut(code);
    assert.deepEqual(delegate.take(), [["status", "waiting"]]);
    assert.deepEqual(clock.waits, [500]);
  });
}

for (const code of [1000, 1002, 1003, 1007, 1009, 4400, 4401, 4403, 4429, 4500, 4501, 4502, 4503, 4505, 4599]) {
  test(`after ${code} it does not`, async () => {
    const { clock, delegate } = await shown();
    Socket.last.cut(code);
    assert.deepEqual(delegate.take(), [["status", "ended", code]]);
    assert.deepEqual(clock.waits, []);
  });
}

test("a page for which there is no room says so, and comes back when the server names a time", async () => {
  const parts = await shown();
  Socket.last.receive({ closing: { code: 4429, message: "You have 50 windows open.", retryAfter: 5000, url: "/windows" } });
  Socket.last.cut(4429);
  assert.deepEqual(parts.delegate.take(), [["full", "You have 50 windows open.", "/windows"], ["status", "waiting"]]);
  assert.deepEqual(parts.clock.waits, [5000]);
  parts.clock.pass(5000);
  await settled();
  Socket.last.open();
  assert.deepEqual([Socket.last.sent[0].attach.window, Socket.last.sent[0].attach.rev], ["w-1", undefined]);
});

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
  assert.deepEqual(asked, ["/", "/connect"]);
  assert.equal(Socket.all.length, 2);
});

test("a browser that keeps no cookie of the page is told so", async () => {
  const { clock, delegate } = await started({ fetch: async (url) => new Response(null, { status: url === "/" ? 200 : 401 }) });
  Socket.last.cut();
  clock.pass(500);
  await settled();
  assert.deepEqual(delegate.take().at(-1), ["status", "ended", 401]);
  assert.deepEqual([Socket.all.length, clock.waits], [1, []]);
});

test("a page that does not answer is waited for as long as a silent socket", async () => {
  const fetch = (/** @type {string} */ _, /** @type {RequestInit} */ { signal }) => new Promise((_, refuse) => {
    signal?.addEventListener("abort", () => refuse(signal.reason));
  });
  const { clock, delegate } = await started({ fetch });
  Socket.last.cut();
  clock.pass(500);
  await settled();
  assert.deepEqual([delegate.take().at(-1), clock.waits], [["status", "connecting"], [10_000]]);
  clock.pass(10_000);
  await settled();
  assert.deepEqual(delegate.take().at(-1), ["status", "waiting"]);
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
  const [[url, { cache, headers }]] = asked;
  assert.deepEqual([url, cache, headers], ["/connect", "no-store", { Authorization: "Bearer t" }]);
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
  assert.deepEqual(lock.holds.at(-1), ["w-1", true, 150]);
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

test("after three refused handshakes, while requests are answered, the page says so, until one is accepted", async () => {
  const blocked = [];
  const { clock, delegate } = await started();
  delegate.blocked = (isBlocked) => blocked.push(isBlocked);
  for (let times = 1; times <= 4; times += 1) {
    assert.deepEqual(blocked, times > 3 ? [true] : []);
    Socket.last.cut(1006);
    clock.pass(clock.waits.at(-1));
    await settled();
  }
  Socket.last.open();
  assert.equal(blocked.at(-1), false);
});

test("a server that is gone is not taken for a network that refuses sockets", async () => {
  const blocked = [];
  const { clock, delegate } = await started({ fetch: async () => { throw new TypeError("gone"); } });
  delegate.blocked = (isBlocked) => blocked.push(isBlocked);
  Socket.last.cut(1006);
  for (let times = 0; times < 6; times += 1) {
    clock.pass(clock.waits.at(-1));
    await settled();
  }
  assert.deepEqual(blocked, []);
});
