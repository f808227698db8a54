/** Every name this client puts into a page, a URL or a browser's store. */
export const protocol = "oriel.v1";
export const stored = { window: "oriel.window", url: "oriel.url", triggers: "oriel.triggers", places: "oriel.places", events: "oriel.events", visitor: "oriel.visitor", columns: "oriel.columns" };
/** This module's server, which relative addresses refer to. */
export const home = new URL("/", import.meta.url);
export const fragment = "#oriel=";
export const lockPrefix = "oriel:";

const consoles = /^\/admin(\/|$)/;
const servers = /^\/(sign-in|sign-out|connect|metrics|health\/(live|ready)|(admin|client|file|upload)(\/.*)?)$/;

/**
 * Whether the server itself answers at an address, so that no window is asked for it. Within the console, the console's
 * window is asked for the console's addresses.
 * @param {{pathname: string}} url @param {{pathname: string}} [here]
 */
export const isServers = ({ pathname }, here = location) =>
  servers.test(pathname) && !(consoles.test(pathname) && consoles.test(here.pathname));

/** 128 random bits, in letters of Base64URL. */
export const randomBits = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_" })[c] ?? "");

/** A tab's storage. A browser that keeps no cookies may refuse it; then nothing outlives the page. @returns {ScopedStorage} */
function storageOfTab() {
  try {
    return sessionStorage;
  } catch {
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
  }
}

export const tabStorage = storageOfTab();

/** The tab's storage, in which each embedded window has its own names. @param {string} name @returns {ScopedStorage} */
export const scopedStorage = (name) => ({
  getItem: (key) => tabStorage.getItem(`${key}/${name}`),
  setItem: (key, value) => tabStorage.setItem(`${key}/${name}`, value),
  removeItem: (key) => tabStorage.removeItem(`${key}/${name}`),
});
