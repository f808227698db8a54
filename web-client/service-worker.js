/*
 * Answers the load of a page while the server can't be reached: with the page that `page/away.js` has kept for this.
 * Everything else goes to the server as if there were no worker.
 */
{
  const worker = /** @type {any} */ (self);

  // A new worker takes over at once: it has no state.
  worker.addEventListener("install", () => worker.skipWaiting());

  worker.addEventListener("activate", (/** @type {any} */ event) => {
    // The request is sent while the worker starts.
    event.waitUntil(worker.registration.navigationPreload?.enable());
  });

  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    if (request.mode !== "navigate" || request.method !== "GET" || new URL(request.url).pathname.startsWith("/file/")) return;
    event.respondWith(load(event));
  });

  /** Proxies answer with these for a server that they can't reach. Its own answers have a policy. @param {Response} response */
  const isProxys = ({ status, headers }) => status >= 502 && status <= 504 && !headers.has("Content-Security-Policy");

  /** @param {any} event @returns {Promise<Response>} */
  async function load({ request, preloadResponse }) {
    const away = () => caches.match("/client/away");
    try {
      const response = (await preloadResponse) ?? (await fetch(request));
      return (isProxys(response) && (await away())) || response;
    } catch (error) {
      const page = await away();
      if (page) return page;
      throw error;
    }
  }
}
