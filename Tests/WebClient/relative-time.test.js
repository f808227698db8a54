import assert from "node:assert/strict";
import test from "node:test";
import { relative } from "../../web-client/view/relative-time.js";

const minute = 60_000, hour = 60 * minute, day = 24 * hour;

for (const [age, text, next] of [
  [0, "now", 1000], [999, "now", 1], [1000, "1 second ago", 1000], [59_400, "59 seconds ago", 600],
  [minute, "1 minute ago", minute], [3.5 * minute, "3 minutes ago", minute / 2], [2 * hour, "2 hours ago", hour],
  [day, "yesterday", day], [3 * day, "3 days ago", day],
  [-500, "now", 1500], [-1000, "in 1 second", 1], [-90 * minute, "in 1 hour", hour / 2 + 1], [-day, "tomorrow", 1],
]) {
  test(`${age} ms after a time, that was ${text}`, () => {
    assert.deepEqual(relative(1e12, 1e12 + age, "en"), { text, next });
  });
}

test("a time is said in the user's language", () => {
  assert.equal(relative(1e12, 1e12 + 3 * minute, "de").text, "vor 3 Minuten");
  assert.equal(relative(1e12, 1e12 - 3 * minute, "de").text, "in 3 Minuten");
});

test("the text changes when it says, and not before", () => {
  let now = 1e12 - 2 * minute;
  for (let steps = 0; steps < 200; steps++) {
    const { text, next } = relative(1e12, now, "en");
    assert.equal(relative(1e12, now + next - 1, "en").text, text);
    assert.notEqual(relative(1e12, now + next, "en").text, text);
    now += next;
  }
});
