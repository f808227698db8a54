/** Everything the client itself says to a person. String Catalogs have it in other languages, as `oriel.page.` and its name here; an app's script may change it, before the first window comes. */
export const words = {
  back: "Back",
  close: "Close",
  ok: "OK",
  open: "Open",
  copy: "Copy",
  copied: "Copied",
  commands: "Commands",
  findCommand: "What do you want to do?",
  search: "Search",
  searching: "Searching…",
  notSearched: "Nothing can be found right now.",
  nothingFound: "Nothing found",
  moreFound: (/** @type {number} */ n) => `${n} more. Type more to see them.`,
  remove: (/** @type {string} */ name) => `Remove ${name}`,
  share: "Share",
  review: "How would you rate this app?",
  star: (/** @type {number} */ n) => `${n} of 5`,
  resize: "Resize",
  notices: "Notices",
  observed: "An operator is viewing this window",
  reconnecting: "Reconnecting…",
  unsent: (/** @type {number} */ n) => `Reconnecting… ${n} unsent ${n === 1 ? "change" : "changes"}`,
  asOf: (/** @type {string} */ time) => `as of ${time}`,
  slow: "The server is slow to answer…",
  elsewhere: (/** @type {string} */ title) => `“${title}” is open in another tab.`,
  openHere: "Open it here",
  /** Who has closed the window. @type {Record<Closer, string>} */
  closedBy: {
    user: "You closed it in another window. It can be reopened for ten minutes.",
    app: "The app closed it, or another person did. It can be reopened for ten minutes.",
    operator: "An operator closed it. It can be reopened for ten minutes.",
  },
  reopen: "Reopen it",
  heldBack: (/** @type {number} */ n) => `Your browser held ${n === 1 ? "this window" : "these windows"} back.`,
  /** Notifications that are folded. */
  offerSystem: "Show notifications also while this page is hidden?",
  allow: "Allow",
  you: "You",
  more: (/** @type {number} */ n) => `${n} more`,
  andMore: (/** @type {string} */ names, /** @type {number} */ n) => `${names} and ${n} more`,
  openHeld: (/** @type {number} */ n) => (n === 1 ? "Open" : `Open the ${n} windows`),
  outdated: "A new version of this page is available.",
  update: "Update",
  tryNow: "Try now",
  cancel: "Cancel",
  chooseFile: "Choose a file",
  chooseFiles: "Choose files",
  again: "Try again",
  tooLarge: (/** @type {string} */ megabytes) => `Too large. The limit is ${megabytes} MB.`,
  full: "Too many windows are open",
  /** By default what the server says. */
  fullBecause: (/** @type {string} */ reason) => reason,
  yourWindows: "Show your windows",
  notFound: "Page not found",
  nothingAt: (/** @type {string} */ path) => `There is nothing at “${path}”.`,
  start: "Go to the start",
  tooLong: "This is too long to send.",
  excess: (/** @type {number} */ n) => `${n} ${n === 1 ? "character" : "characters"} too many`,
  someone: "Someone",
  writing: (/** @type {string} */ names, /** @type {number} */ n) => `${names} ${n === 1 ? "is" : "are"} writing`,
  /** A table's rows. */
  newRows: (/** @type {number} */ n) => `${n} new ↑`,
  orderHolds: (/** @type {number} */ n) => `Order holds · ${n} waiting`,
  selectedRows: (/** @type {number} */ n) => `${n} selected`,
  rowGone: "The row has gone",
  rowsUnread: "The rows could not be read",
  copiedRows: (/** @type {number} */ n) => `${n} copied`,
  moreOfRow: "More of this row",
  rowsHere: (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ all) => `Rows ${first} to ${last} of ${all}`,
  copiedSome: (/** @type {number} */ n, /** @type {number} */ all) => `The first ${n} of ${all} copied`,
  hideColumn: (/** @type {string} */ name) => `Hide ${name}`,
  showColumn: (/** @type {string} */ name) => `Show ${name}`,
  moveLeft: "Move left",
  moveRight: "Move right",
  resetColumns: "Reset columns",
  findInRows: "Find in rows",
  rowFound: (/** @type {number} */ n, /** @type {number} */ all) => `Row ${n} of ${all}`,
  noRowFound: "No row has this",
  searchGivenUp: "Not all rows were searched",
  downloadAs: (/** @type {string} */ format) => `Download as ${format}`,
  /** The heading of a column without a title. */
  actions: "Actions",
  /** Of more data, a chart shows the last. */
  lastPoints: (/** @type {string} */ count) => `The last ${count} points`,
  required: "required",
  keys: "Keys",
  singleKeys: "Keys without Ctrl, ⌘ or Alt",
  incomplete: "This is not complete.",
  invalid: "This can’t be accepted.",
  blocked: "Your network blocks the connection",
  blockedBecause: "The page has loaded, but something between you and the server refuses its WebSocket. Ask the people who run your network to let it through.",
  noToken: "This window can’t be shown here",
  noTokenBecause: "The page around it has to say who you are.",
  away: "The server can’t be reached",
  awayUntil: "Your windows are kept. This page comes back by itself.",
  failed: "That didn’t work.",
  endsSoon: "Your session ends in a minute.",
  signIn: "Sign in again",
  unknown: (/** @type {string} */ name) => `Cannot show “${name}”`,
};

const again = "Open a new window";

/**
 * The texts for final close codes, each with one button. 401 is not a close code: the browser keeps no cookie.
 * @type {Record<number, {title: string, text: string, button: string}>}
 */
export const endings = {
  401: {
    title: "This page needs cookies",
    text: "The server knows your windows by a cookie, and this browser does not keep it. Allow cookies for this site, then try again.",
    button: "Try again",
  },
  1000: { title: "This window was closed", text: "You can close this page.", button: again },
  4401: { title: "Please sign in again", text: "Your session has expired.", button: "Sign in" },
  4403: { title: "You have no access here", text: "This window belongs to another user, or this account has no access.", button: again },
  4404: { title: "There is nothing here", text: "This address leads nowhere.", button: again },
  4429: { title: "That was too much at once", text: "The server limits how many windows and messages may come from one user or network. Close some windows, or try again later.", button: "Try again" },
  4500: { title: "This window was closed", text: "It can’t be reopened.", button: again },
  4501: { title: "You’re signed out", text: "Your windows are kept for when you sign in again.", button: "Sign in" },
  4502: { title: "Access denied", text: "This account has been banned.", button: "Try again" },
  4504: { title: "This window is unavailable", text: "It crashed the server and was set aside. Your other windows aren’t affected.", button: again },
  4503: { title: "This window is open in another tab", text: "A window can be open in only one tab at a time.", button: "Use it here" },
  4505: { title: "This place was closed", text: "Nothing is lost. Your windows are kept for when it opens again.", button: "Try again" },
};

/** For codes that say that a message was malformed: somebody's mistake, but not the reader's. */
export const broken = {
  title: "Something went wrong",
  text: "A technical error ended the connection.",
  button: "Reload",
};

/**
 * @typedef {string | {text: string, plurals: Record<string, {argument: number, forms: Record<string, string>}>}} Translation
 * As the server writes it: the text has `%@`, `%lld` and `%2$@` for arguments, and `%#@name@` for a part with plural forms.
 */

/** Says words in another language. @param {string} lang @param {Record<string, Translation>} texts by the names of words, such as `back` and `endings.4500.title` */
export function speak(lang, texts) {
  const rules = new Intl.PluralRules(tagged(lang));
  for (const [name, translation] of Object.entries(texts)) {
    const path = name.split(".");
    const last = /** @type {string} */ (path.pop());
    const owner = path.length ? path.reduce(own, /** @type {any} */ ({ ...words, endings, broken })) : words;
    const word = own(owner, last);
    if (typeof word === "string") owner[last] = filled(translation, [], rules);
    else if (typeof word === "function") owner[last] = (/** @type {any[]} */ ...values) => filled(translation, values, rules);
  }
}

/** The tag, if it is one. @param {string} lang */
function tagged(lang) {
  try {
    return Intl.getCanonicalLocales(lang)[0];
  } catch {
    return undefined;
  }
}

/** @param {any} object @param {string} name */
const own = (object, name) => (Object(object) === object && Object.hasOwn(object, name) ? object[name] : undefined);

/** @param {Translation} translation @param {any[]} values @param {Intl.PluralRules} rules */
function filled(translation, values, rules) {
  const { text, plurals } = typeof translation === "string" ? { text: translation, plurals: {} } : translation;
  const whole = text.replace(/%#@(.+?)@/g, (_, /** @type {string} */ name) => {
    const { argument = 0, forms = {} } = own(plurals, name) ?? {};
    return forms[rules.select(values[argument])] ?? forms.other ?? "";
  });
  let next = 0;
  return whole.replace(/%(?:(\d+)\$)?(?:lld|d|@)|%%/g, (all, place) => (all === "%%" ? "%" : String(values[place ? place - 1 : next++] ?? "")));
}
