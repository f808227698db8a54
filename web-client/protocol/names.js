/** Every name this client puts into a page, a URL or a browser's store. */
export const protocol = "oriel.v1";
export const stored = { window: "oriel.window", url: "oriel.url", triggers: "oriel.triggers", scroll: "oriel.scroll" };
/** This module's server, which relative addresses refer to. */
export const home = new URL("/", import.meta.url);
export const fragment = "#oriel=";
export const lockPrefix = "oriel:";

const consoles = /^\/admin(\/|$)/;
const servers = /^\/(sign-in|sign-out|connect|metrics|health\/(live|ready)|(admin|client|upload)(\/.*)?)$/;

/**
 * Whether the server itself answers at an address, so that no window is asked for it. Within the console, the console's
 * window is asked for the console's addresses.
 * @param {{pathname: string}} url @param {{pathname: string}} [here]
 */
export const isServers = ({ pathname }, here = location) =>
  servers.test(pathname) && !(consoles.test(pathname) && consoles.test(here.pathname));

/** The browser's storage, in which each embedded window has its own names. @param {string} name @returns {ScopedStorage} */
export const scopedStorage = (name) => ({
  getItem: (key) => sessionStorage.getItem(`${key}/${name}`),
  setItem: (key, value) => sessionStorage.setItem(`${key}/${name}`, value),
  removeItem: (key) => sessionStorage.removeItem(`${key}/${name}`),
});
