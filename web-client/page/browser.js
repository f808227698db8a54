import { home, protocol, randomBits } from "../protocol/names.js";
import { Session } from "../protocol/session.js";

/** The browser's clock. @type {Clock} */
export const clock = {
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
  random: Math.random,
  time: () => performance.now(),
};

/** The URL of the socket on this module's server. */
export const socketURL = new URL("connect", home).href.replace(/^http/, "ws");

/** Requests a page of this module's server. A page of another origin can't read the response; a successful request is enough then. @type {SessionOptions["fetch"]} */
const fetchFromHome = (url, options) =>
  fetch(new URL(url, home), url !== "/" || home.origin === location.origin ? options : { ...options, mode: "no-cors" });

/** @type {SessionOptions["unpack"]} */
const unpack = globalThis.DecompressionStream && ((message) => new Response(message.stream().pipeThrough(new DecompressionStream("gzip"))).text());

/** Calls after the next frame, or, of a page that is not seen, soon. @param {() => void} then */
export const afterDrawing = (then) => (document.hidden ? setTimeout(then) : requestAnimationFrame(() => setTimeout(then)));

/**
 * A session over the browser's sockets, clock and network.
 * @param {Pick<SessionOptions, "lock" | "greeting" | "delegate"> & Partial<SessionOptions>} options
 */
export const browserSession = (options) => new Session({
  url: socketURL, protocols: async () => [protocol], WebSocket, fetch: fetchFromHome, unpack, clock, instance: randomBits(), isSeen: () => !document.hidden, afterDrawing, ...options,
});
