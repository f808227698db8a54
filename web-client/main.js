/*
 * The page's own window. This is no module, so that it runs before all that are: the window's socket opens while they are
 * loaded, and the first attempt to connect takes it.
 */
{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const address = new URL("/connect", script.src.replace(/^http/, "ws"));
  address.searchParams.set("page", location.pathname);
  /** @type {WebSocket | undefined} */
  let early = new WebSocket(address.href, "oriel.v1");

  /** @this {unknown} @param {string} url @param {string[]} protocols */
  const EarlySocket = function (url, protocols) {
    const socket = early;
    early = undefined;
    if (socket?.url === url && socket.readyState <= WebSocket.OPEN) return socket;
    socket?.close();
    return new WebSocket(url, protocols);
  };

  const client = import("./client.js");
  // The app's scripts have run by then.
  addEventListener("DOMContentLoaded", async () => (await client).connect({ WebSocket: /** @type {any} */ (EarlySocket) }));
}
