/** The facts about this page that are reported to the server. */
export function environment() {
  const matches = (/** @type {string} */ query) => matchMedia(query).matches;
  return {
    locale: navigator.language,
    // A date format takes 14 ms to make.
    timeZone: /** @type {any} */ (globalThis).Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    colorScheme: matches("(prefers-color-scheme: dark)") ? "dark" : "light",
    reducedMotion: matches("(prefers-reduced-motion: reduce)"),
    width: innerWidth,
    height: innerHeight,
    visible: document.visibilityState === "visible",
  };
}

/** Reports the members that changed, at most four times a second. @param {Clock} clock @param {(changes: object) => void} report @param {AbortSignal} signal */
export function watchEnvironment(clock, report, signal) {
  /** @type {Record<string, unknown>} */
  let known = environment();
  let timer = 0;
  const look = () => {
    timer = 0;
    const now = environment();
    const changes = Object.entries(now).filter(([name, value]) => known[name] !== value);
    known = now;
    if (changes.length) report(Object.fromEntries(changes));
  };
  const changed = () => { timer ||= clock.setTimeout(look, 250); };
  for (const name of ["resize", "languagechange"]) addEventListener(name, changed, { signal });
  document.addEventListener("visibilitychange", changed, { signal });
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
    matchMedia(query).addEventListener("change", changed, { signal });
  }
}
