import assert from "node:assert/strict";
import { test } from "node:test";
import { isServers } from "../../web-client/protocol/names.js";

const of = (/** @type {string} */ pathname, here = "/") => isServers({ pathname }, { pathname: here });

test("the server itself answers at its own addresses", () => {
  for (const path of ["/sign-in", "/sign-out", "/connect", "/metrics", "/health/live", "/health/ready", "/admin", "/admin/users",
    "/admin/api/v1/windows", "/client/client.js", "/upload/t"]) assert.equal(of(path), true, path);
});

test("every other address is the windows' own", () => {
  for (const path of ["/", "/sign-in/help", "/signs", "/metrics/today", "/health", "/administration", "/clients"]) {
    assert.equal(of(path), false, path);
  }
});

test("within the console its addresses are its window's", () => {
  assert.equal(of("/admin/users", "/admin"), false);
  assert.equal(of("/sign-out", "/admin/users"), true);
  assert.equal(of("/admin/users", "/administration"), true);
});
