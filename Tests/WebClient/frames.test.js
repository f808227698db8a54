import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { decode, encode } from "../../web-client/protocol/messages.js";
import { Session } from "../../web-client/protocol/session.js";
import { Clock, Recorder, Socket } from "./doubles.js";

const frames = JSON.parse(readFileSync(new URL("../Fixtures/frames.json", import.meta.url), "utf8"));

/** A session whose socket is open, with documents that remember what they are asked to apply. */
async function attachedSession() {
  const applied = [];
  const document = { rev: 0, apply: (patch, rev, base = rev - 1) => { applied.push({ patch, rev, base }); return []; } };
  const delegate = new Recorder(
    "status", "attached", "state", "patched", "sharedState", "sharedPatched", "answered", "rejected", "trigger", "observed", "expires", "rows");
  const clock = new Clock();
  const lock = { async hold() {} };
  const session = new Session({
    url: "ws://test/connect", protocols: async () => ["oriel.v1"], WebSocket: Socket, fetch, clock, lock, delegate, instance: "i-1",
    greeting: () => ({ environment: {}, capabilities: {} }),
  });
  await session.start();
  Socket.last.open();
  session.attached = true;
  session.document = document;
  session.shared = new Proxy({}, { get: () => document, set: (_, id, value) => { delegate.calls.push(["kept", id, value.rev]); return true; } });
  delegate.take();
  Socket.last.sent = [];
  return { session, delegate, clock, applied, saved: spy(session.outbox, "saved"), answered: spy(session.outbox, "answered") };
}

function spy(object, name) {
  const calls = [];
  const real = object[name].bind(object);
  object[name] = (value) => { calls.push(value); return real(value); };
  return calls;
}

/** What a session makes of each verb. */
const understood = {
  attached: ({ session, delegate }, { value }) => {
    assert.deepEqual(delegate.take()[0], ["attached", value]);
    assert.deepEqual([session.window, session.epoch, session.outbox.applied], [value.window, value.epoch, value.applied]);
  },
  state: ({ session, delegate, answered }, { value, rev, applied }) => {
    assert.deepEqual(delegate.take()[0], ["state", value]);
    assert.deepEqual([session.document.rev, answered], [rev, [applied]]);
  },
  patch: ({ applied: patches, answered, saved }, { value, rev, base, applied, saved: durable }) => {
    assert.deepEqual(patches, [{ patch: value, rev, base }]);
    assert.deepEqual(answered, [applied ?? 0]);
    assert.deepEqual(saved, durable === undefined ? [] : [durable]);
  },
  expires: ({ delegate }, { value }) => assert.deepEqual(delegate.take(), [["expires", value]]),
  observed: ({ delegate }, { value }) => assert.deepEqual(delegate.take(), [["observed", value]]),
  saved: ({ saved }, { value }) => assert.deepEqual(saved, [value]),
  rejected: ({ delegate, answered }, { value, applied }) => {
    assert.deepEqual(delegate.take()[0], ["rejected", value]);
    assert.deepEqual(answered, [applied]);
  },
  trigger: ({ delegate }, { value }) => assert.deepEqual(delegate.take(), [["trigger", value]]),
  shared: ({ delegate, applied }, { value: { document, rev, base, patch, state } }) => {
    if (state) assert.deepEqual(delegate.take(), [["kept", document, rev], ["sharedState", document, state]]);
    else assert.deepEqual(applied, [{ patch, rev, base }]);
  },
  rows: ({ session, delegate }, { value: { model, element, state, sequence } }) => {
    if (state) assert.deepEqual(delegate.take(), [["rows", { model, element, slice: state, ...(sequence !== undefined && { sequence }), isFirst: true }]]);
    // A patch of what this page does not have is an answer, and no more.
    else assert.deepEqual([delegate.take(), session.slices.tree(model, element), typeof sequence], [[], undefined, typeof sequence]);
  },
  closing: ({ clock }, { value: { code, retryAfter } }) => {
    Socket.last.cut(code);
    if (retryAfter !== undefined) assert.deepEqual(clock.waits, [retryAfter]);
  },
  pong: ({ delegate }) => assert.deepEqual(delegate.take(), []),
};

/** The case and the content of a server's message, as a fixture describes it. */
function described({ verb, value, rev, base, applied, saved }) {
  if (verb === "state") return [verb, { state: value, rev, applied }];
  if (verb === "patch") return [verb, { patch: value, rev, base, applied: applied ?? 0, saved }];
  if (verb === "rejected") return [verb, { ...value, applied }];
  if (verb === "shared") return [value.state ? "sharedState" : "sharedPatch", value];
  if (verb === "rows") return value.state ? ["rowsState", value] : ["rowsPatch", { base: value.rev - 1, ...value }];
  return [verb, value];
}

for (const { name, bytes, message } of frames.filter(({ direction }) => direction === "server")) {
  test(`a message is decoded whole: ${name}`, () => assert.deepEqual(decode(bytes), described(message)));

  test(`the client understands: ${name}`, async () => {
    const parts = await attachedSession();
    Socket.last.onmessage({ data: bytes });
    assert.equal(Socket.last.closed, undefined);
    understood[message.verb](parts, message);
  });
}

for (const { name, bytes, message, canonical } of frames.filter(({ direction }) => direction === "client")) {
  if (!message || canonical === false) continue;
  test(`the client says: ${name}`, () => {
    assert.deepEqual(JSON.parse(encode({ [message.verb]: JSON.parse(bytes)[message.verb] })), JSON.parse(bytes));
  });
}
