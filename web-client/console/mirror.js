import { browserSession } from "../page/browser.js";
import { environment } from "../page/environment.js";
import { registry } from "../view/components.js";
import { h } from "../view/dom.js";
import { presentations } from "../view/presentations.js";
import { WindowView } from "../view/window-view.js";
import { broken, endings } from "../view/words.js";

/*
 * The page in the console's frame: a window exactly as its user sees it, with the app's own elements and styles. It is
 * read-only. The console may show an earlier document instead, which doesn't affect the window itself.
 */

const { hash } = location;
/** The document shown instead of the window's own. @type {any} */
let past;

const windowView = new WindowView(document.body, {
  send: () => undefined,
  follow() {},
  upload: () => new XMLHttpRequest(),
  isConnected: () => false,
  load: async (url) => url,
  save() {},
  rows: (model, element, wish) => {
    if (wish) session.slices.ask(model, element, wish);
    return session.slices.tree(model, element);
  },
  forgetRows: (model, element) => session.slices.forget(model, element),
  forget: (shared) => { delete session.shared[shared]; },
  arrived: (_, title) => { document.title = title; },
});

windowView.isMirror = true;

const live = (/** @type {() => void} */ draw) => { if (!past) draw(); };

const session = browserSession({
  // The window's lock belongs to its user.
  lock: { hold: async () => {}, release() {} },
  window: hash.slice(1),
  greeting: () => ({
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
        windowView.clear();
        windowView.main.replaceChildren(h("section", { className: "ending" }, h("h1", { textContent: title })));
      });
    },
    attached() {},
    state: (tree) => live(() => windowView.state(tree)),
    patched: (trails) => live(() => windowView.patched(trails)),
    sharedState: (shared, tree) => windowView.shared(shared, tree),
    sharedPatched: (shared, trails) => windowView.shared(shared, session.shared[shared].tree, trails),
    rows: (change) => windowView.rows(change),
    answered() {},
    rejected() {},
    trigger() {},
    observed() {},
  },
});

addEventListener("message", ({ data, origin: sender, source }) => {
  if (sender !== location.origin || source !== parent) return;
  const was = past;
  past = data?.past;
  if (past) windowView.state(past);
  else if (was && session.document) windowView.state(session.document.tree);
});

document.body.inert = true;
// The app's scripts, which define its elements, have run by then.
addEventListener("DOMContentLoaded", () => {
  session.start();
  parent.postMessage("ready", location.origin);
});
