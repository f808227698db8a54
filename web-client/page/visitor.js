import { stored } from "../protocol/names.js";

/** The requests that are under way: all windows of a page have one visitor. @type {Map<string, Promise<string | null | undefined>>} */
const running = new Map();

/**
 * A token for a page of another origin, in which browsers keep no cookie of the server. Its user is an anonymous visitor: the
 * same in all pages of the origin, and another at every other origin.
 * @param {URL} server
 * @returns {Promise<string | null | undefined>} `undefined` if a cookie says who the user is, `null` if the server takes no visitors there
 */
export function visitorToken(server) {
  const key = `${stored.visitor}/${server.origin}`;
  const asking = running.get(key) ?? ask(server, key).finally(() => running.delete(key));
  running.set(key, asking);
  return asking;
}

/** @param {URL} server @param {string} key */
async function ask(server, key) {
  const former = kept()?.getItem(key);
  const headers = former ? { Authorization: `Bearer ${former}` } : undefined;
  const response = await fetch(new URL("/connect", server), { method: "POST", credentials: "include", cache: "no-store", headers }).catch(async (error) => {
    // A browser does not say why it keeps an answer back. If the server answers at all, it does not allow this origin.
    await fetch(new URL("/health/live", server), { mode: "no-cors", cache: "no-store" }).catch(() => { throw error; });
  });
  if (!response || response.status === 403) return null;
  if (!response.ok) throw new Error(await response.text());
  /** @type {{token?: string}} */
  const { token } = await response.json();
  if (token) kept()?.setItem(key, token);
  return token;
}

/** A browser may refuse a page its storage; then each page has a visitor of its own. */
function kept() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
