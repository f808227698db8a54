/** Every name this client puts into a page, a URL or a browser's store. */
export const protocol = "oriel.v1";
export const stored = { window: "oriel.window", url: "oriel.url", triggers: "oriel.triggers" };
export const fragment = "#oriel=";
export const lockPrefix = "oriel:";
