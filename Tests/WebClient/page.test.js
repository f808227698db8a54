import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";

const client = new URL("../../web-client/", import.meta.url);
const read = (name) => readFileSync(new URL(name, client), "utf8");
const modules = Object.fromEntries(
  readdirSync(client, { recursive: true }).filter((name) => name.endsWith(".js")).map((name) => [name, read(name)]));

/** The modules that `name` imports. */
const imported = (name) =>
  [...modules[name].matchAll(/^(?:import|export) \{.*\} from "(.*)";$/gm)].map(([, from]) => join(dirname(name), from));

/** What `name` imports at once, and what that imports; itself last, as the server joins them. */
function joined(name, seen = new Set()) {
  for (const from of imported(name)) if (!seen.has(from)) joined(from, seen);
  return seen.add(name);
}

const declared = (source) =>
  [...source.matchAll(/^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)/gm)].map(([, name]) => name);

test("the page has no script or style of its own: its policy allows none", () => {
  assert.doesNotMatch(read("index.html"), /<style|<script(?![^>]*src=)|\son\w+=|\sstyle=/);
});

test("an import or export is a line of its own, as the server's joining of modules expects", () => {
  for (const [name, source] of Object.entries(modules)) {
    const lines = source.split("\n").filter((line) => /^\s*(import|export)\b(?!\()/.test(line));
    const known = /^(import|export) \{ \w+(, \w+)* \} from "\.\.?\/([a-z]+\/)?[\w-]+\.js";$|^export (const|class|(async )?function) \w+/;
    assert.deepEqual(lines.filter((line) => !known.test(line)), [], name);
  }
});

test("a template ends on its line, because the server drops the indentation of lines", () => {
  for (const [name, source] of Object.entries(modules)) {
    const code = source.replace(/^\s*\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    const open = code.split("\n").filter((line) => line.replaceAll("\\`", "").split("`").length % 2 === 0);
    assert.deepEqual(open, [], name);
  }
});

test("modules that are joined name nothing alike, and nothing as the browser does", () => {
  const names = [...joined("client.js")].flatMap((name) => declared(modules[name]));
  const browsers = "open close focus blur print stop name status event history location screen top parent self length origin scroll fetch";
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
  assert.deepEqual(names.filter((name) => browsers.split(" ").includes(name)), []);
});

test("a folder imports itself and those below it", () => {
  const folders = ["protocol", "view", "page", ".", "console"];
  const floor = (name) => folders.indexOf(dirname(name));
  const upward = Object.keys(modules).flatMap((name) => imported(name).filter((from) => floor(from) > floor(name)).map((from) => `${name} → ${from}`));
  assert.deepEqual(upward, []);
});

test("no module needs itself", () => {
  const circles = Object.keys(modules).filter((name) => imported(name).some((from) => joined(from).has(name)));
  assert.deepEqual(circles, []);
});
