/** RFC 6902 as the protocol narrows it: four operations, in place, whole or not at all. */
export class PatchError extends Error {}

/**
 * Applies `operations`, or throws and leaves `tree` unchanged. Returns the trail of every
 * operation: the containers and keys from the root down to the changed value.
 * @param {Json} tree @param {Operation[]} operations @returns {Trail[]}
 */
export function apply(tree, operations) {
  /** @type {(() => void)[]} */
  const undo = [];
  try {
    return operations.flatMap((operation) => {
      const trails = perform(tree, operation, undo);
      if (operation.animation) for (const trail of trails) trail.animation = operation.animation;
      return trails;
    });
  } catch (error) {
    for (const back of undo.reverse()) back();
    throw error;
  }
}

/** @param {Json} tree @param {Operation} operation @param {(() => void)[]} undo */
function perform(tree, { op, path, from, value }, undo) {
  if (op === "move") {
    // RFC 6902 §4.4: a value cannot move into itself.
    if (`${path}/`.startsWith(`${from}/`) && path !== from) throw new PatchError(`${from} into ${path}`);
    const source = locate(tree, from ?? "");
    const moved = take(source, undo);
    const target = locate(tree, path);
    put(target, moved, undo);
    return [source, target];
  }
  const trail = locate(tree, path);
  if (op !== "remove" && value === undefined) throw new PatchError(`no value for ${path}`);
  if (op === "add") put(trail, value, undo);
  else if (op === "remove") take(trail, undo);
  else if (op === "replace") replace(trail, value, undo);
  else throw new PatchError(`unknown operation ${op}`);
  return [trail];
}

/** RFC 6901. @param {any} here @param {string} path @returns {Trail} */
function locate(here, path) {
  if (path[0] !== "/") throw new PatchError(`not a place: ${path}`);
  /** @type {Trail} */
  const trail = [];
  for (const token of path.slice(1).split("/")) {
    if (trail.length) here = read(trail);
    if (typeof here !== "object" || !here) throw new PatchError(`nothing at ${path}`);
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(here) && !/^(0|[1-9]\d*)$/.test(key)) throw new PatchError(`no index: ${path}`);
    trail.push([here, Array.isArray(here) ? Number(key) : key]);
  }
  return trail;
}

/** @param {Trail} trail */
function read(trail) {
  const [holder, key] = trail[trail.length - 1];
  if (!Object.hasOwn(holder, key)) throw new PatchError(`nothing at ${key}`);
  return holder[key];
}

/** A plain assignment to `__proto__` would not create a member. @param {any} holder @param {string | number} key @param {Json} value */
function assign(holder, key, value) {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

/** @param {Trail} trail @param {Json} value @param {(() => void)[]} undo */
function put(trail, value, undo) {
  const [holder, key] = trail[trail.length - 1];
  if (!Array.isArray(holder)) {
    if (Object.hasOwn(holder, key)) return replace(trail, value, undo);
    assign(holder, key, value);
    undo.push(() => delete holder[key]);
  } else {
    if (Number(key) > holder.length) throw new PatchError(`index ${key} of ${holder.length}`);
    holder.splice(Number(key), 0, value);
    undo.push(() => holder.splice(Number(key), 1));
  }
}

/** @param {Trail} trail @param {(() => void)[]} undo */
function take(trail, undo) {
  const [holder, key] = trail[trail.length - 1];
  const value = read(trail);
  if (Array.isArray(holder)) {
    holder.splice(Number(key), 1);
    undo.push(() => holder.splice(Number(key), 0, value));
  } else {
    delete holder[key];
    undo.push(() => assign(holder, key, value));
  }
  return value;
}

/** @param {Trail} trail @param {Json} value @param {(() => void)[]} undo */
function replace(trail, value, undo) {
  const [holder, key] = trail[trail.length - 1];
  const old = read(trail);
  assign(holder, key, value);
  undo.push(() => assign(holder, key, old));
}
