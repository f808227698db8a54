import { own } from "./view.js";

/** Where each kind of container looks. @type {Record<string, (model: any) => string | undefined>} */
const inside = {
  stack: ({ path }) => path?.at(-1)?.model,
  tabs: ({ tabs, selected }) => tabs?.find((/** @type {any} */ { id }) => id === selected)?.model,
  switched: ({ child }) => child,
  split: ({ sidebar, detail }) => detail ?? sidebar,
};

/** All that each kind of container holds. @type {Record<string, (model: any) => (string | undefined)[] | undefined>} */
const held = {
  stack: ({ path }) => path?.map((/** @type {any} */ { model }) => model),
  tabs: ({ tabs }) => tabs?.map((/** @type {any} */ { model }) => model),
  switched: ({ child }) => [child],
  split: ({ sidebar, detail }) => [sidebar, detail],
  custom: ({ children }) => children,
};

/**
 * What a person sees of a document, from the root to the innermost model of the topmost layer, and the steps that Back would undo.
 * The first `covered` steps lie below a layer that may not be dismissed.
 * @param {any} root @param {(document: string) => any} shared
 */
export function visible(root, shared) {
  /** @type {{id: string, model: any, layer: number}[]} */
  const models = [];
  /** @type {{model: string, name: string, value: object}[]} */
  const steps = [];
  let covered = 0;
  // Also what is covered or not selected may present the layer above.
  /** @type {(tree: any, id?: string) => {tree: any, presented: any} | undefined} */
  const layerOf = (tree, id) => {
    const model = id === undefined ? undefined : tree?.models[id];
    if (!model) return;
    if (model.presented?.model) return { tree, presented: model.presented };
    if (model.kind === "shared") return layerOf(shared(model.document), shared(model.document)?.root);
    for (const child of own(held, model.kind)?.(model) ?? []) {
      const found = layerOf(tree, child);
      if (found) return found;
    }
  };
  const descend = (/** @type {any} */ tree, /** @type {string | undefined} */ id, /** @type {number} */ layer) => {
    const model = id === undefined ? undefined : tree?.models[id];
    if (!model || id === undefined) return;
    models.push({ id, model, layer });
    for (let depth = 0; depth < (model.path?.length ?? 1) - 1; depth++) {
      steps.push({ model: id, name: "back", value: { depth } });
    }
    // On a narrow page a detail lies over its sidebar, as in style.css.
    if (model.kind === "split" && model.detail && globalThis.innerWidth <= 800) steps.push({ model: id, name: "back", value: { depth: 0 } });
    if (model.kind === "shared") descend(shared(model.document), shared(model.document)?.root, layer);
    else descend(tree, own(inside, model.kind)?.(model), layer);
  };
  const walk = (/** @type {any} */ tree, /** @type {string} */ id, layer = 0) => {
    descend(tree, id, layer);
    const found = layerOf(tree, id);
    if (!found) return;
    const { model, dismissible } = found.presented;
    if (dismissible === false) covered = steps.length;
    else steps.push({ model, name: "dismiss", value: {} });
    walk(found.tree, model, layer + 1);
  };
  walk(root, root.root);
  return { models, steps, covered };
}
