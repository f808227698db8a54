import { home } from "../protocol/names.js";
import { h } from "../view/dom.js";
import { words } from "../view/words.js";

/** Reloads the page once the server answers. It is copied into the kept page, so it may refer to nothing else. */
function reloadOnceReachable() {
  setInterval(async () => {
    const { status } = await fetch(location.href, { method: "HEAD" }).catch(() => ({ status: 503 }));
    if (status < 500) location.reload();
  }, 2000);
}

/** The page that says that the server is away, in this page's language and with its styles, which the browser has kept. */
function awayPage() {
  const { lang, dir } = document.documentElement;
  const page = document.implementation.createHTMLDocument(words.away);
  Object.assign(page.documentElement, { lang, dir });
  page.head.append(
    ...[...document.querySelectorAll("head > :is(meta[name], link[rel=icon], link[rel=stylesheet])")].map((node) => node.cloneNode()));
  page.body.append(
    h("main", {}, h("section", { className: "ending", role: "status" }, h("h1", { textContent: words.away }), h("p", { textContent: words.awayUntil }))),
    h("script", { textContent: `(${reloadOnceReachable})()` }));
  return page;
}

/** @param {string} text */
async function digest(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/**
 * Keeps a page for when the server can't be reached, and the service worker that shows it then. Browsers allow that only
 * on secure connections and on this machine; elsewhere nothing is kept.
 */
export async function keepAwayPage() {
  if (!navigator.serviceWorker || home.origin !== location.origin) return;
  const page = awayPage();
  const policy = `default-src 'none'; connect-src 'self'; img-src data: 'self'; style-src 'self'; script-src 'sha256-${await digest(page.scripts[0].text)}'`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  const kept = await caches.open("oriel");
  await kept.put("/client/away", new Response(`<!doctype html>${page.documentElement.outerHTML}`, { status: 503, headers }));
  await navigator.serviceWorker.register("/client/service-worker.js", { scope: "/" });
}
