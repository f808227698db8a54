import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const client = new URL("../../web-client/", import.meta.url);
const page = readFileSync(new URL("index.html", client), "utf8");
const modules = readdirSync(client).filter((name) => name.endsWith(".js"));

test("the page names every module, so that none waits for the one that imports it", () => {
  const named = [...page.matchAll(/(?:src|href)="\/client\/([\w-]+\.js)"/g)].map(([, name]) => name);
  assert.deepEqual(named.sort(), modules.sort());
});

test("the page has no script or style of its own: its policy allows none", () => {
  assert.doesNotMatch(page, /<style|<script(?![^>]*src=)|\son\w+=|\sstyle=/);
});

test("every comment stands on lines of its own or is a type, so that it can be left out when served", () => {
  for (const name of modules) {
    const source = readFileSync(new URL(name, client), "utf8");
    const stray = source.replaceAll(/^ *\/\*\*[^]*?\*\/$|^ *\/\/.*$|\/\*\* @type [^]*?\*\//gm, "").match(/\s\/\/ |\/\*/);
    assert.equal(stray, null, name);
  }
});
