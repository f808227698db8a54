import { home } from "../protocol/names.js";
import { h } from "./dom.js";

/** Whether an address is that of a file which a window shows. @param {string} url */
const isFile = (url) => new URL(url, home).href.startsWith(`${home.href}file/`);

/**
 * Saves what an address answers. The page stays as it is, whatever the answer.
 * @param {string} url @param {string | undefined} name @param {WindowViewDelegate["load"]} load
 */
export async function saveFile(url, name = "", load) {
  const href = await load(url);
  const link = h("a", { href, download: name });
  // Of another site, a browser ignores that a link is for saving, and would leave the page for an answer that is not.
  const isElsewhere = link.protocol.startsWith("http") && link.origin !== location.origin;
  const frame = isElsewhere && h("iframe", { src: href, hidden: true });
  if (frame) document.body.append(frame);
  else link.click();
  setTimeout(() => {
    URL.revokeObjectURL(href);
    if (frame) frame.remove();
  }, 60_000);
}

/** Shows a picture from an address. @param {View} view @param {string | undefined} url which is safe */
export async function showPicture(view, url) {
  const { node, state } = view;
  if (!(node instanceof HTMLImageElement)) return;
  state.picture = url;
  const { load } = view.scope.windowView.delegate;
  const src = url && isFile(url) ? await load(url).catch(() => undefined) : url;
  // Another one may have come meanwhile.
  if (state.picture !== url) return;
  if (src === undefined) return node.removeAttribute("src");
  if (src !== url) {
    // It is here already.
    node.loading = "eager";
    node.onload = node.onerror = () => URL.revokeObjectURL(src);
  }
  node.src = src;
}
