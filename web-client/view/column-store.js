import { home, stored } from "../protocol/names.js";

/*
 * How the user of this browser has the columns of tables, unless the app keeps that. What fits this screen does not fit another one,
 * so it stays in the browser.
 */

/** The tables that are kept: those that were used last. */
const mostTables = 100;

/** @param {import("./table.js").Table} table */
function keyOf({ owner: { data, model, scope }, windowView: { user, scene } }) {
  const { type, kind } = scope.tree.models[model] ?? {};
  return JSON.stringify([home.origin, user, scene, type ?? kind, data.id]);
}

/** A browser may refuse a page its storage, or have something else there. @returns {Map<string, ColumnCustomization>} */
function allColumns() {
  try {
    return new Map(JSON.parse(localStorage.getItem(stored.columns) ?? "[]"));
  } catch {
    return new Map();
  }
}

/** What is kept for a table, which is the one used last from now on. @param {import("./table.js").Table} table */
export function keptColumns(table) {
  const all = allColumns(), key = keyOf(table), found = all.get(key);
  if (found && [...all.keys()].at(-1) !== key) keepColumns(table, found);
  return found;
}

/** @param {import("./table.js").Table} table @param {ColumnCustomization} [customization] `undefined` to forget it */
export function keepColumns(table, customization) {
  const all = allColumns(), key = keyOf(table);
  all.delete(key);
  if (customization) all.set(key, customization);
  try {
    localStorage.setItem(stored.columns, JSON.stringify([...all].slice(-mostTables)));
  } catch (error) {
    console.warn(error);
  }
}
