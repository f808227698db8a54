/*
 * The page's own window. Its socket opens while the client is loaded, and is taken by the first attempt to connect.
 */

const address = new URL("/connect", import.meta.url.replace(/^http/, "ws"));
address.searchParams.set("page", location.pathname);
/** @type {WebSocket | undefined} */
let early = new WebSocket(address.href, "oriel.v1");

/** @this {unknown} @param {string} url @param {string[]} protocols */
function EarlySocket(url, protocols) {
  const socket = early;
  early = undefined;
  if (socket?.url === url && socket.readyState <= WebSocket.OPEN) return socket;
  socket?.close();
  return new WebSocket(url, protocols);
}

/** The app's scripts are loaded as modules too, and have run by then. @type {Promise<unknown>} */
const scriptsHaveRun = new Promise((resolve) => {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (navigation?.domContentLoadedEventStart || document.readyState === "complete") resolve(undefined);
  for (const event of ["DOMContentLoaded", "load"]) addEventListener(event, resolve, { once: true });
});

const { connect } = await import("./client.js");
await scriptsHaveRun;
connect({ WebSocket: /** @type {any} */ (EarlySocket) });
