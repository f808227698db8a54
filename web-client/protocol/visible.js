import { lookup } from "./lookup.js";

/** The visible children of each kind of container. @type {Record<string, (model: any) => (string | undefined)[]>} */
const inside = {
  stack: ({ path }) => [path?.at(-1)?.model],
  tabs: ({ tabs, selected }) => [tabs?.find((/** @type {any} */ { id }) => id === selected)?.model],
  switched: ({ child }) => [child],
  split: ({ sidebar, detail }) => [sidebar, detail],
  custom: ({ children = [] }) => children,
};

/** The children of each kind of container. @type {typeof inside} */
const held = {
  ...inside,
  stack: ({ path = [] }) => path.map((/** @type {any} */ { model }) => model),
  tabs: ({ tabs = [] }) => tabs.map((/** @type {any} */ { model }) => model),
};

/**
 * The visible models of a document (the protocol's page, *What is visible*), parents first and the topmost layer last, and the steps
 * that Back would undo. The first `covered` steps lie below a layer that may not be dismissed. `selected` has the selected tab of
 * each visible tab container.
 * @param {any} root @param {(document: string) => any} shared
 */
export function visible(root, shared) {
  /** @type {{id: string, model: any}[]} */
  const models = [];
  /** @type {{model: string, name: string, value: object}[]} */
  const steps = [];
  /** @type {Record<string, string>} */
  const selected = {};
  let covered = 0;
  // Models that are covered or not selected may also present the layer above.
  /** @type {(tree: any, id?: string) => {tree: any, id: string, presented: any} | undefined} */
  const layerOf = (tree, id) => {
    const model = id === undefined ? undefined : tree?.models[id];
    if (!model || id === undefined) return;
    if (model.presented) return { tree, id, presented: model.presented };
    if (model.kind === "shared") return layerOf(shared(model.document), shared(model.document)?.root);
    for (const child of lookup(held, model.kind)?.(model) ?? []) {
      const found = layerOf(tree, child);
      if (found) return found;
    }
  };
  /** @param {any} tree @param {string | undefined} id @param {boolean} [isAside] whether Back ignores it */
  const descend = (tree, id, isAside = false) => {
    const model = id === undefined ? undefined : tree?.models[id];
    if (!model || id === undefined) return;
    models.push({ id, model });
    if (model.kind === "tabs") selected[id] = model.selected;
    for (let depth = 0; depth < (model.path?.length ?? 1) - 1 && !isAside; depth++) {
      steps.push({ model: id, name: "back", value: { depth } });
    }
    // Back closes a detail: on a narrow page it covers its sidebar.
    if (model.kind === "split" && model.detail && !isAside) steps.push({ model: id, name: "back", value: { depth: 0 } });
    if (model.kind === "shared") descend(shared(model.document), shared(model.document)?.root, isAside);
    // Beside a detail, Back ignores the sidebar.
    for (const child of lookup(inside, model.kind)?.(model) ?? []) descend(tree, child, isAside || Boolean(model.detail) && child === model.sidebar);
  };
  const walk = (/** @type {any} */ tree, /** @type {string} */ id) => {
    descend(tree, id);
    const found = layerOf(tree, id);
    if (!found) return;
    const { as, model, dismissible, id: question } = found.presented;
    if (as === "cover") models.length = 0;
    if (dismissible === false) covered = steps.length;
    else steps.push(model ? { model, name: "dismiss", value: {} } : { model: found.id, name: "dismiss", value: { id: question } });
    if (model) walk(found.tree, model);
  };
  walk(root, root.root);
  return { models, steps, covered, selected };
}
