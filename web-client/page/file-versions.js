import { restyle } from "../view/dom.js";

/** The versions of the files that this page is made of, which a server of another build has changed. */
export class FileVersions {
  /** @type {{styles?: string, scripts?: string} | undefined} */
  #files;
  /** Whether the server has other scripts, which a reload brings. */
  isOutdated = false;

  /** @param {Document | ShadowRoot} scope of the style sheets */
  constructor(scope) {
    this.scope = scope;
  }

  /**
   * Replaces the style sheets in place if the server's have changed.
   * @param {{styles?: string, scripts?: string}} now @returns whether the page has just become outdated
   */
  update(now) {
    const files = this.#files ??= { ...now };
    if (files.styles !== now.styles) restyle(this.scope, `${now.styles}`);
    files.styles = now.styles;
    if (files.scripts === now.scripts || this.isOutdated) return false;
    return this.isOutdated = true;
  }
}
