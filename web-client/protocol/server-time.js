/** Milliseconds since 1970 at the start of the page, as the server has it; as the browser has it until the server has said so. */
let serverOrigin = Date.now() - performance.now();

/** Learns what time it is on the server. @param {number} time milliseconds since 1970 */
export const learnTime = (time) => { serverOrigin = time - performance.now(); };

/** The server's time, in milliseconds since 1970, at a moment of the page's own clock, which nobody sets. */
export const serverTime = (moment = performance.now()) => serverOrigin + moment;
