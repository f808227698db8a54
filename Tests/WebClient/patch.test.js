import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { apply, PatchError } from "../../web-client/protocol/patch.js";

const fixtures = new URL("../Fixtures/patches/", import.meta.url);

for (const name of readdirSync(fixtures)) {
  test(`the server's patches of ${name} lead from before to after`, () => {
    const cases = JSON.parse(readFileSync(new URL(name, fixtures), "utf8"));
    assert.ok(cases.length > 0);
    for (const { before, patch, after } of cases) {
      apply(before, patch);
      assert.deepEqual(before, after);
    }
  });
}

test("the trail of an operation leads from the root to what it touched", () => {
  const text = { type: "text", text: "0" };
  const model = { kind: "screen", body: [text] };
  const tree = { models: { m1: model } };
  const [trail] = apply(tree, [{ op: "replace", path: "/models/m1/body/0/text", value: "1" }]);
  assert.deepEqual(trail, [[tree, "models"], [tree.models, "m1"], [model, "body"], [model.body, 0], [text, "text"]]);
  assert.equal(text.text, "1");
});

test("a moved value stays the same object", () => {
  const tree = { rows: [{ id: "a" }, { id: "b" }, { id: "c" }] };
  const last = tree.rows[2];
  apply(tree, [{ op: "move", from: "/rows/2", path: "/rows/0" }]);
  assert.equal(tree.rows[0], last);
  assert.deepEqual(tree, { rows: [{ id: "c" }, { id: "a" }, { id: "b" }] });
});

test("tokens are unescaped once", () => {
  const tree = { "a/b": 1, "m~n": 2, "~1": 3 };
  apply(tree, [
    { op: "replace", path: "/a~1b", value: 4 },
    { op: "replace", path: "/m~0n", value: 5 },
    { op: "replace", path: "/~01", value: 6 },
  ]);
  assert.deepEqual(tree, { "a/b": 4, "m~n": 5, "~1": 6 });
});

const refused = {
  "an unknown operation": { op: "copy", from: "/rows", path: "/more" },
  "a member that is not there": { op: "replace", path: "/none", value: 1 },
  "a member of a prototype": { op: "replace", path: "/constructor/name", value: 1 },
  "an index that is not there": { op: "remove", path: "/rows/3" },
  "an index beyond the end": { op: "add", path: "/rows/4", value: 1 },
  "the index -": { op: "add", path: "/rows/-", value: 1 },
  "an index with a leading zero": { op: "replace", path: "/rows/01", value: 1 },
  "the length of an array": { op: "replace", path: "/rows/length", value: 0 },
  "the whole document": { op: "replace", path: "", value: {} },
  "a path inside a string": { op: "add", path: "/title/0", value: "x" },
  "a move into itself": { op: "move", from: "/rows", path: "/rows/0" },
  "an operation without its value": { op: "add", path: "/more" },
};

for (const [what, operation] of Object.entries(refused)) {
  test(`a patch with ${what} is refused whole`, () => {
    const tree = { title: "T", rows: [{ id: "a" }, { id: "b" }, { id: "c" }] };
    const before = structuredClone(tree);
    const operations = [
      { op: "add", path: "/new", value: 1 },
      { op: "remove", path: "/rows/1" },
      { op: "move", from: "/rows/1", path: "/rows/0" },
      { op: "replace", path: "/title", value: "U" },
      { op: "add", path: "/rows/2", value: { id: "d" } },
      operation,
    ];
    assert.throws(() => apply(tree, operations), PatchError);
    assert.deepEqual(tree, before);
  });
}

test("a member may be called __proto__", () => {
  const tree = JSON.parse('{"models": {}}');
  apply(tree, [{ op: "add", path: "/models/__proto__", value: { kind: "screen" } }]);
  assert.deepEqual(Object.keys(tree.models), ["__proto__"]);
  assert.equal(Object.getPrototypeOf(tree.models), Object.prototype);
});
