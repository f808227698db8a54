import { h } from "./dom.js";

/**
 * Saves what an address answers. The page stays as it is, whatever the answer.
 * @param {string} url @param {string | undefined} name @param {WindowViewDelegate["load"]} load
 */
export async function saveFile(url, name = "", load) {
  const href = await load(url);
  h("a", { href, download: name }).click();
  release(href);
}

/** Lets go of a copy in the browser, once it is taken. @param {string} href */
const release = (href) => setTimeout(() => URL.revokeObjectURL(href), 60_000);

/** Shows a picture from an address. @param {View} view @param {string | undefined} url which is safe */
export async function showPicture(view, url) {
  const { node, state } = view;
  if (!(node instanceof HTMLImageElement)) return;
  state.picture = url;
  if (url === undefined) return node.removeAttribute("src");
  const src = await view.scope.windowView.delegate.load(url).catch(() => undefined);
  // Another one may have come meanwhile.
  if (state.picture !== url) return;
  if (src === undefined) return node.removeAttribute("src");
  node.src = src;
  if (src !== url) release(src);
}
