import { apply, PatchError } from "./patch.js";

/** A document with its revision. */
export class WindowDocument {
  /** @param {any} tree @param {number} rev */
  constructor(tree, rev) {
    this.tree = tree;
    this.rev = rev;
  }

  /**
   * @param {Operation[]} operations @param {number} rev @param {number} base
   * @throws {PatchError} if the patch starts from another revision; the document is then unchanged
   */
  apply(operations, rev, base = rev - 1) {
    if (base !== this.rev) throw new PatchError(`at ${this.rev}, not ${base}`);
    const trails = apply(this.tree, operations);
    this.rev = rev;
    return trails;
  }
}
