/** Everything the client itself says to a person; an app's script may say it in another language, before the first window comes. */
export const words = {
  back: "Back",
  close: "Close",
  ok: "OK",
  open: "Open",
  copy: "Copy",
  share: "Share",
  review: "How do you like it?",
  star: (/** @type {number} */ n) => `${n} of 5`,
  resize: "Resize",
  notices: "Notices",
  observed: "An operator sees this window",
  waiting: (n = 0) => (n ? `Reconnecting… ${n} to be sent` : "Reconnecting…"),
  outdated: "There is a new version of this page.",
  update: "Update",
  tryNow: "Try now",
  cancel: "Cancel",
  again: "Try again",
  tooLarge: (/** @type {number} */ bytes) => `Too large: at most ${(bytes / 2 ** 20).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`,
  tooLong: "That is too long to send.",
  failed: "That did not work.",
  unknown: (/** @type {string} */ name) => `Cannot show “${name}”`,
};

const again = "Open a new one";

/**
 * What a final close code is called, and the one way on from it.
 * @type {Record<number, {title: string, text: string, button: string}>}
 */
export const endings = {
  1000: { title: "This window was closed", text: "You can leave this page.", button: again },
  4401: { title: "Please sign in again", text: "Your session has expired.", button: "Sign in" },
  4403: { title: "Not your window", text: "It belongs to someone else.", button: again },
  4500: { title: "This window was closed", text: "It has come to its end.", button: again },
  4501: { title: "You have signed out", text: "Everything here was closed.", button: "Sign in" },
  4502: { title: "No entry", text: "This account may not be used here.", button: "Try again" },
  4504: { title: "This window was put aside", text: "It made the server fail. Your other windows go on.", button: again },
  4503: { title: "This window is open in another tab", text: "It can be in one place at a time.", button: "Use it here" },
};

/** For codes that say that a message was malformed: somebody's mistake, but not the reader's. */
export const broken = {
  title: "Something went wrong",
  text: "The connection was ended for a technical reason.",
  button: "Reload",
};
