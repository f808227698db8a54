import assert from "node:assert/strict";
import test from "node:test";
import { Outbox } from "../../web-client/protocol/outbox.js";

const ids = (/** @type {{id: number}[]} */ events) => events.map(({ id }) => id);
const tap = { model: "m1", element: "e", name: "tap" };

function filled(count) {
  const outbox = new Outbox();
  for (let index = 0; index < count; index++) outbox.add(tap);
  return outbox;
}

test("ids count up from 1 and each event is taken once", () => {
  const outbox = filled(3);
  assert.deepEqual(outbox.take(), [{ id: 1, ...tap }, { id: 2, ...tap }, { id: 3, ...tap }]);
  assert.deepEqual(outbox.take(), []);
});

test("at most 64 are unanswered, the rest follows the answers", () => {
  const outbox = filled(100);
  assert.equal(outbox.take().length, 64);
  assert.deepEqual(outbox.take(), []);
  outbox.answered(2);
  assert.deepEqual(ids(outbox.take()), [65, 66]);
});

test("a new attachment is sent what it has not applied", () => {
  const outbox = filled(5);
  outbox.take();
  outbox.answered(3);
  outbox.attached(3);
  assert.deepEqual(ids(outbox.take()), [4, 5]);
});

test("a server that lost what it had not saved is sent it again", () => {
  const outbox = filled(5);
  outbox.take();
  outbox.answered(5);
  outbox.saved(2);
  outbox.attached(2);
  assert.deepEqual(ids(outbox.take()), [3, 4, 5]);
});

test("an answer that comes late takes nothing back", () => {
  const outbox = filled(2);
  outbox.take();
  outbox.answered(2);
  outbox.answered(1);
  assert.equal(outbox.applied, 2);
});
