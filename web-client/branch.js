/** Where each kind of container looks. @type {Record<string, (model: any) => string | undefined>} */
const inside = {
  stack: ({ path }) => path?.at(-1)?.model,
  tabs: ({ tabs, selected }) => tabs?.find((/** @type {any} */ { id }) => id === selected)?.model,
  switched: ({ child }) => child,
  split: ({ sidebar, detail }) => detail ?? sidebar,
};

/**
 * What a person sees of a document, from the root to the innermost model of the topmost layer, and the steps that Back would undo.
 * @param {any} root @param {(document: string) => any} shared
 */
export function visible(root, shared) {
  /** @type {{id: string, model: any, layer: number}[]} */
  const models = [];
  /** @type {{model: string, name: string, value: object}[]} */
  const steps = [];
  const walk = (/** @type {any} */ tree, /** @type {string | undefined} */ id, layer = 0) => {
    const model = id === undefined ? undefined : tree?.models[id];
    if (!model || id === undefined) return;
    models.push({ id, model, layer });
    for (let depth = 0; depth < (model.path?.length ?? 1) - 1; depth++) {
      steps.push({ model: id, name: "back", value: { depth } });
    }
    // On a narrow page a detail lies over its sidebar, as in style.css.
    if (model.kind === "split" && model.detail && globalThis.innerWidth <= 800) steps.push({ model: id, name: "back", value: { depth: 0 } });
    if (model.kind === "shared") walk(shared(model.document), shared(model.document)?.root, layer);
    else walk(tree, inside[model.kind]?.(model), layer);
    const above = model.presented?.model;
    if (above && model.presented.dismissible !== false) steps.push({ model: above, name: "dismiss", value: {} });
    walk(tree, above, layer + 1);
  };
  walk(root, root.root);
  return { models, steps };
}
