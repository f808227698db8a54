const ended = new Set([1000, 1002, 1003, 1007, 1009]);

/** No `attach` came in time: the page or the network stood still. */
const late = 4408;

/** The protocol's table: a code that it doesn't list counts as a cut, after which the page may reconnect. @param {number} code */
export const mayReturn = (code) => code === late || !ended.has(code) && !(code >= 4400 && code < 4600);

/**
 * Milliseconds before the next attempt: from 0.5 s, spread over an interval that doubles up to 30 s,
 * so that the clients of a crashed server don't all return at once. Somebody who looks at the page waits at most 2 s.
 * @param {number} attempt counted from 0 @param {number} random in 0..<1 @param {boolean} [isSeen]
 */
export const backoff = (attempt, random, isSeen) =>
  500 + random * (Math.min(isSeen ? 2000 : 30_000, 1000 * 2 ** attempt) - 500);
