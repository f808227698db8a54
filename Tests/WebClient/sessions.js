import { Session } from "../../web-client/protocol/session.js";
import { Clock, Recorder, settled, Socket } from "./doubles.js";

export const tap = { model: "m1", element: "e", name: "tap" };
export const tree = (text = "0") => ({ root: "m1", models: { m1: { kind: "screen", body: [{ type: "text", text }] } } });
export const set = (value) => [{ op: "replace", path: "/models/m1/body/0/text", value }];
export const attached = (members = {}) => ({
  attached: { window: "w-1", user: "u", scene: "main", epoch: "e-1", rev: 1, applied: 0, resumed: false, ...members },
});

/** A session that has been started, and all that a test needs to play the rest. */
export async function started({ window, fetch = async () => new Response(), held, ...options } = {}) {
  Socket.all = [];
  const clock = new Clock();
  const delegate = new Recorder(
    "status", "attached", "full", "state", "patched", "sharedState", "sharedPatched", "answered", "rejected", "trigger", "rows");
  const lock = { held, holds: [], async hold(name, options) { this.holds.push([name, options?.steal ?? false, options?.patience ?? 150]); } };
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
export async function shown(options) {
  const parts = await started(options);
  Socket.last.open();
  Socket.last.receive(attached(), { state: tree(), rev: 1, applied: 0 });
  Socket.last.sent = [];
  parts.delegate.take();
  return parts;
}

/** Cuts the link and opens the next socket. */
export async function back({ clock }, code = 1006, wait = 500) {
  Socket.last.cut(code);
  clock.pass(wait);
  await settled();
  Socket.last.open();
}
