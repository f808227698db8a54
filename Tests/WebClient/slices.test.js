/* The rows that a page sees of tables: what it asks for, and what it makes of the answers. */

import assert from "node:assert/strict";
import test from "node:test";
import { Socket } from "./doubles.js";
import { attached, back, shown } from "./sessions.js";

const orders = { model: "m1", element: "orders" };
const slice = (...ids) => ({ from: 0, total: 9, ids, rows: Object.fromEntries(ids.map((id) => [id, { cells: [id] }])) });
const state = (members = {}) => ({ rows: { ...orders, rev: 1, state: slice("a", "b"), ...members } });
const patch = (rev, members = {}) => ({ rows: { ...orders, rev, patch: [{ op: "replace", path: "/total", value: rev }], ...members } });
const ask = ({ session }, wish) => session.slices.ask("m1", "orders", wish);
const asked = () => Socket.last.sent.splice(0).map(({ rows: { model, element, ...wish } }) => {
  assert.deepEqual({ model, element }, orders);
  return wish;
});

/** A page that has the first rows. */
async function seen() {
  const parts = await shown();
  Socket.last.receive(state());
  parts.delegate.take();
  return parts;
}

test("the first rows come unasked, and are then patched", async () => {
  const { delegate, session } = await shown();
  Socket.last.receive(state());
  assert.deepEqual(delegate.take(), [["rows", { ...orders, slice: slice("a", "b"), isFirst: true }]]);
  Socket.last.receive(patch(2));
  const [[name, { slice: patched, trails }]] = delegate.take();
  assert.deepEqual([name, patched.total, trails.map((trail) => trail.map(([, key]) => key))], ["rows", 2, [["total"]]]);
  Socket.last.receive(patch(7, { base: 2 }));
  assert.equal(session.slices.tree("m1", "orders").total, 7);
  assert.deepEqual(Socket.last.sent, []);
});

test("a request waits for the first rows, and is no event", async () => {
  const parts = await shown();
  ask(parts, { from: 4, count: 2 });
  assert.deepEqual(asked(), []);
  Socket.last.receive(state());
  assert.deepEqual(asked(), [{ from: 4, count: 2, sequence: 1 }]);
  assert.equal(parts.session.outbox.waiting, 0);
});

test("one request is under way, 50 ms apart, and what is wished meanwhile becomes one", async () => {
  const parts = await seen();
  ask(parts, { from: 1, count: 2 });
  ask(parts, { from: 2, count: 2 });
  ask(parts, { hold: true });
  ask(parts, { from: 3 });
  assert.deepEqual(asked(), [{ from: 1, count: 2, sequence: 1 }]);
  parts.clock.pass(60);
  assert.deepEqual(asked(), []);
  Socket.last.receive(patch(2, { sequence: 1 }));
  assert.deepEqual(asked(), [{ from: 3, count: 2, hold: true, sequence: 2 }]);
  ask(parts, { from: 4 });
  Socket.last.receive(patch(3, { sequence: 2 }));
  parts.clock.pass(49);
  assert.deepEqual(asked(), []);
  parts.clock.pass(1);
  assert.deepEqual(asked(), [{ from: 4, sequence: 3 }]);
});

test("a wish is taken back while it waits", async () => {
  const parts = await seen();
  ask(parts, { from: 1 });
  ask(parts, { from: 2, count: 5, hold: true });
  ask(parts, { from: undefined, count: undefined });
  parts.clock.pass(50);
  Socket.last.receive(patch(2, { sequence: 1 }));
  assert.deepEqual(asked(), [{ from: 1, sequence: 1 }, { hold: true, sequence: 2 }]);
  ask(parts, { from: 3 });
  ask(parts, { from: undefined });
  parts.clock.pass(50);
  Socket.last.receive(patch(3, { sequence: 2 }));
  assert.deepEqual(asked(), []);
});

test("a patch that answers an older request leaves the newer under way", async () => {
  const parts = await seen();
  ask(parts, { from: 1 });
  ask(parts, { from: 2 });
  Socket.last.receive(patch(2));
  parts.clock.pass(60);
  assert.deepEqual(asked(), [{ from: 1, sequence: 1 }]);
});

test("a request that the server ignores counts as lost after five seconds", async () => {
  const parts = await seen();
  ask(parts, { from: 1 });
  ask(parts, { from: 2 });
  parts.clock.pass(4999);
  assert.deepEqual(asked(), [{ from: 1, sequence: 1 }]);
  parts.clock.pass(1);
  assert.deepEqual(asked(), [{ from: 2, sequence: 2 }]);
});

for (const [why, misfit] of [
  ["starts from another revision", patch(9)],
  ["fails", { rows: { ...orders, rev: 2, patch: [{ op: "remove", path: "/rows/z" }] } }],
]) {
  test(`a patch that ${why} costs the slice, which is asked for anew, and not the connection`, async () => {
    const parts = await seen();
    Socket.last.receive(misfit, patch(10));
    assert.deepEqual([asked(), parts.delegate.take(), Socket.last.closed], [[{ fresh: true, sequence: 1 }], [], undefined]);
    assert.equal(parts.session.slices.tree("m1", "orders"), undefined);
    Socket.last.receive(state({ rev: 11, sequence: 1 }));
    assert.deepEqual(parts.delegate.take(), [["rows", { ...orders, slice: slice("a", "b"), sequence: 1, isFirst: true }]]);
    Socket.last.receive(state({ rev: 12 }));
    assert.deepEqual(parts.delegate.take(), [["rows", { ...orders, slice: slice("a", "b") }]]);
  });
}

test("slices are forgotten with each attachment, and nothing is asked until it has its rows", async () => {
  const parts = await seen();
  ask(parts, { from: 1 });
  await back(parts);
  ask(parts, { from: 2, fresh: true });
  assert.deepEqual(Socket.last.sent.map((message) => Object.keys(message)[0]), ["attach"]);
  Socket.last.sent = [];
  Socket.last.receive(attached({ resumed: true }));
  assert.deepEqual([asked(), parts.session.slices.tree("m1", "orders")], [[], undefined]);
  ask(parts, { from: 3 });
  Socket.last.receive(state({ rev: 1 }));
  assert.deepEqual(asked(), [{ from: 3, sequence: 2 }]);
});

test("tables have slices of their own", async () => {
  const parts = await seen();
  ask(parts, { from: 1 });
  Socket.last.receive({ rows: { ...orders, model: "m2", rev: 5, state: slice("c") } });
  parts.session.slices.ask("m2", "orders", { from: 2 });
  assert.deepEqual(Socket.last.sent, [
    { rows: { ...orders, from: 1, sequence: 1 } },
    { rows: { ...orders, model: "m2", from: 2, sequence: 1 } },
  ]);
  parts.session.slices.forget("m1", "orders");
  assert.deepEqual([parts.session.slices.tree("m1", "orders"), parts.session.slices.tree("m2", "orders").ids], [undefined, ["c"]]);
});

test("a search holds up no other request, and an answer to an earlier one counts no more", async () => {
  const parts = await seen();
  const found = () => parts.delegate.take().map(([, { found }]) => found);
  ask(parts, { find: { text: "one" } });
  ask(parts, { from: 4 });
  parts.clock.pass(60);
  ask(parts, { find: { text: "two" } });
  Socket.last.receive(patch(2, { sequence: 2 }));
  Socket.last.receive(patch(3, { sequence: 1, found: { id: "a", index: 0 } }));
  parts.clock.pass(60);
  assert.deepEqual(asked(), [{ find: { text: "one" }, sequence: 1 }, { from: 4, sequence: 2 }, { find: { text: "two" }, sequence: 3 }]);
  Socket.last.receive(patch(4, { sequence: 1, found: {} }));
  Socket.last.receive(patch(5, { sequence: 3, found: { id: "b", index: 1 } }));
  assert.deepEqual(found(), [undefined, undefined, undefined, { id: "b", index: 1 }]);
});
