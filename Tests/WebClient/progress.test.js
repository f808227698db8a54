import assert from "node:assert/strict";
import test from "node:test";

import { Progress } from "../../web-client/page/progress.js";
import { Clock } from "./doubles.js";

/** Something that can be pressed. */
class Pressed {
  marks = new Set();
  setAttribute = (name) => this.marks.add(name);
  removeAttribute = (name) => this.marks.delete(name);
  get isMarked() { return this.marks.has("data-busy"); }
}

function begin() {
  const [clock, shown] = [new Clock(), { bar: false, slow: false }];
  const progress = new Progress(clock, (bar, slow) => Object.assign(shown, { bar, slow }));
  return { clock, progress, shown, buttons: [new Pressed(), new Pressed()] };
}

test("what was pressed is marked after 150 ms, the page after 500, and words come after 2 s", () => {
  const { clock, progress, shown, buttons: [button] } = begin();
  progress.sent(1, "tap", button);
  const seen = [149, 1, 349, 1, 1499, 1].map((milliseconds) => {
    clock.pass(milliseconds);
    return [clock.now, button.isMarked, shown.bar, shown.slow];
  });
  assert.deepEqual(seen, [
    [149, false, false, false], [150, true, false, false], [499, true, false, false], [500, true, true, false],
    [1999, true, true, false], [2000, true, true, true]]);
  assert.deepEqual(clock.waits, []);
});

test("an answer that comes soon leaves nothing to see and no timer", () => {
  const { clock, progress, shown, buttons: [button] } = begin();
  progress.sent(1, "tap", button);
  clock.pass(149);
  progress.answered(1);
  clock.pass(10_000);
  assert.deepEqual([button.isMarked, shown, clock.waits], [false, { bar: false, slow: false }, []]);
});

test("an answer ends what it answers, and not what was pressed later", () => {
  const { clock, progress, shown, buttons: [first, second] } = begin();
  progress.sent(1, "tap", first);
  clock.pass(1900);
  progress.sent(2, "tap", second);
  clock.pass(200);
  assert.deepEqual([first.isMarked, second.isMarked, shown], [true, true, { bar: true, slow: true }]);
  progress.answered(1);
  assert.deepEqual([first.isMarked, second.isMarked, shown], [false, true, { bar: false, slow: false }]);
  progress.answered(2);
  assert.equal(second.isMarked, false);
});

test("a button that is pressed twice is marked until both are answered", () => {
  const { clock, progress, buttons: [button] } = begin();
  for (const event of [1, 2]) progress.sent(event, "tap", button);
  clock.pass(150);
  progress.answered(1);
  assert.equal(button.isMarked, true);
  progress.answered(2);
  assert.equal(button.isMarked, false);
});

test("text that is typed shows itself: only words say that its answer is late", () => {
  const { clock, progress, shown, buttons: [field] } = begin();
  progress.sent(1, "input", field);
  clock.pass(500);
  assert.deepEqual([field.isMarked, shown], [false, { bar: false, slow: false }]);
  clock.pass(1500);
  assert.deepEqual([field.isMarked, shown], [false, { bar: false, slow: true }]);
});

test("without a connection the page says that instead, and what was pressed stays marked", () => {
  const { clock, progress, shown, buttons: [button] } = begin();
  progress.sent(1, "tap", button);
  clock.pass(2000);
  progress.connected(false);
  assert.deepEqual([button.isMarked, shown], [true, { bar: false, slow: false }]);
  progress.connected(true);
  assert.deepEqual([button.isMarked, shown], [true, { bar: true, slow: true }]);
});
