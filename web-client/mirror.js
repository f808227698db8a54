import { registry } from "./components.js";
import { h } from "./dom.js";
import { environment } from "./environment.js";
import { home, protocol } from "./names.js";
import { presentations } from "./presentations.js";
import { Session } from "./session.js";
import { Stage } from "./stage.js";
import { endings, broken } from "./words.js";

/*
 * The page in the console's frame: a window exactly as its user sees it, with the app's own elements and styles. It is
 * read-only. The console may show an earlier document instead, which doesn't affect the window itself.
 */

const { hash, origin } = location;
/** The document shown instead of the window's own. @type {any} */
let past;

const stage = new Stage(document.body, {
  send: () => undefined,
  follow() {},
  upload: () => new XMLHttpRequest(),
  forget: (shared) => { delete session.shared[shared]; },
  arrived: (_, title) => { document.title = title; },
});

const live = (/** @type {() => void} */ draw) => { if (!past) draw(); };

const session = new Session({
  url: new URL("connect", home).href.replace(/^http/, "ws"),
  protocols: async () => [protocol],
  WebSocket,
  fetch: (url, options) => fetch(new URL(url, home), options),
  clock: {
    setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer),
    random: Math.random,
  },
  // The window's lock belongs to its user.
  lock: { hold: async () => {}, release() {} },
  instance: crypto.randomUUID(),
  window: hash.slice(1),
  greeting: () => /** @type {any} */ ({
    observe: true,
    environment: environment(),
    capabilities: { present: [...presentations], element: [...registry.keys()] },
  }),
  delegate: {
    status(status, code = 0) {
      document.body.dataset.status = status;
      if (status !== "ended") return;
      const { title } = endings[code] ?? broken;
      live(() => {
        stage.clear();
        stage.main.replaceChildren(h("section", { className: "ending" }, h("h1", { textContent: title })));
      });
    },
    attached() {},
    state: (tree) => live(() => stage.state(tree)),
    patched: (trails) => live(() => stage.patched(trails)),
    sharedState: (shared, tree) => stage.shared(shared, tree),
    sharedPatched: (shared, trails) => stage.shared(shared, session.shared[shared].tree, trails),
    answered() {},
    rejected() {},
    trigger() {},
    observed() {},
  },
});

addEventListener("message", ({ data, origin: sender, source }) => {
  if (sender !== origin || source !== parent) return;
  const was = past;
  past = data?.past;
  if (past) stage.state(past);
  else if (was && session.document) stage.state(session.document.tree);
});

document.body.inert = true;
session.start();
parent.postMessage("ready", origin);
