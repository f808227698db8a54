/** Looks a name up that came from outside. @param {any} table @param {string} name */
export const lookup = (table, name) => (table && Object.hasOwn(table, name) ? table[name] : undefined);
