/** The messages of the protocol, as OrielWire has them on the server. Every message is encoded or decoded here. */

/** A message of the client as the text of its frame. A lone surrogate would be refused as malformed. @param {ClientMessage} message */
export const encode = (message) =>
  JSON.stringify(message, (_, value) => (typeof value === "string" ? value.toWellFormed() : value));

/** An event's length as a message, in bytes. @param {Omit<WindowEvent, "id">} event */
export const encodedLength = (event) => new TextEncoder().encode(encode({ event })).length;

/**
 * The messages of the server, by verb, with their defaults written out. A patch may stand in a message with `saved`, so it comes first.
 * @type {Record<string, (members: any) => ServerMessage>}
 */
const decoders = {
  attached: ({ attached }) => ["attached", attached],
  state: ({ state, rev, applied }) => ["state", { state, rev, applied }],
  patch: ({ patch, rev, base = rev - 1, applied = 0, saved }) => ["patch", { patch, rev, base, applied, saved }],
  saved: ({ saved }) => ["saved", saved],
  observed: ({ observed }) => ["observed", observed],
  expires: ({ expires }) => ["expires", expires],
  rejected: ({ rejected, applied = 0 }) => ["rejected", { ...rejected, applied }],
  trigger: ({ trigger }) => ["trigger", trigger],
  shared: ({ shared: { document, rev, base = rev - 1, state, patch } }) =>
    state ? ["sharedState", { document, rev, state }] : ["sharedPatch", { document, rev, base, patch }],
  rows: ({ rows }) => (rows.state ? ["rowsState", rows] : ["rowsPatch", { base: rows.rev - 1, ...rows }]),
  closing: ({ closing }) => ["closing", closing],
  pong: ({ pong }) => ["pong", pong],
};

/**
 * A message of the server: its case, named as on the server, and its content. `undefined` if the client doesn't know its verb.
 * @param {string} text @returns {ServerMessage | undefined} @throws {SyntaxError}
 */
export function decode(text) {
  const members = JSON.parse(text);
  const verb = Object.keys(decoders).find((verb) => verb in members);
  return verb === undefined ? undefined : decoders[verb](members);
}
