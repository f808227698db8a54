/**
 * The look of a screen before it enters, or after it leaves: a key frame, or a pair of them if the final look differs too.
 * @typedef {Record<string, string | number>} Frame
 * @typedef {{box: DOMRect, side: 1 | -1, leaving: boolean, source?: Element | null}} Scene the surroundings; `side` is −1 if text runs from right to left
 */

const percent = (/** @type {number} */ value) => `${value * 100}%`;
const spot = ([x, y] = [0.5, 0.5]) => `${percent(x)} ${percent(y)}`;
/** @type {(name: string, unit?: string) => (transition: any) => Frame} */
const filter = (name, unit = "") => ({ amount }) => ({ filter: `${name}(${amount}${unit})`, opacity: 0 });

/** @type {Record<string, (transition: any, scene: Scene) => Frame | [Frame, Frame]>} */
const effects = {
  identity: (_, { leaving }) => leaving ? [{ visibility: "hidden" }, { visibility: "hidden" }] : [{ visibility: "visible" }, { visibility: "visible" }],
  static: () => [{ opacity: 1 }, { opacity: 1 }],
  opacity: () => ({ opacity: 0 }),
  slide: (_, { side, leaving }) => ({ translate: `${leaving ? side * 100 : side * -100}% 0` }),
  push: (_, { side }) => ({ translate: `${side * 100}% 0`, boxShadow: "0 0 2rem #0004" }),
  recede: (_, { side }) => ({ translate: `${side * -30}% 0`, filter: "brightness(.8)" }),
  cover: () => ({ translate: "0 100%", borderRadius: "1rem" }),
  scale: ({ scale = 0, anchor }) => ({ scale, opacity: scale ? 0 : 1, transformOrigin: spot(anchor) }),
  move: ({ edge }, { side }) => ({
    translate: /** @type {any} */ ({ top: "0 -100%", bottom: "0 100%", leading: `${side * -100}% 0` })[edge] ?? `${side * 100}% 0`,
  }),
  nudge: ({ by }, { side }) => ({ translate: `${side * by}px 0`, opacity: 0 }),
  offset: ({ x, y }) => ({ translate: `${x}px ${y}px`, opacity: 0 }),
  blur: filter("blur", "px"),
  brightness: filter("brightness"),
  contrast: filter("contrast"),
  hueRotation: filter("hue-rotate", "deg"),
  saturation: filter("saturate"),
  tiltAndFly: () => ({ transform: "perspective(60rem) rotateX(75deg) translateY(-60%) scale(.4)", opacity: 0 }),
  circleShape: ({ anchor }) => [{ clipPath: `circle(0 at ${spot(anchor)})` }, { clipPath: `circle(150% at ${spot(anchor)})` }],
  rectangleShape: ({ anchor: [x, y] = [0.5, 0.5] }) => [
    { clipPath: `inset(${percent(y)} ${percent(1 - x)} ${percent(1 - y)} ${percent(x)})` },
    { clipPath: "inset(0)" },
  ],
  stripes: ({ count, axis, inverted }) => [{ clipPath: stripes(count, axis, inverted, 0) }, { clipPath: stripes(count, axis, inverted, 1) }],
  zoom({ source: name }, { box, side, source }) {
    if (!source) return effects.push({ name }, { box, side, leaving: false });
    const from = source.getBoundingClientRect();
    return {
      transformOrigin: "0 0", opacity: 0, borderRadius: "1rem",
      transform: `translate(${from.left - box.left}px, ${from.top - box.top}px) scale(${from.width / box.width}, ${from.height / box.height})`,
    };
  },
};

/** Blinds, open by this fraction of their width. @param {number} count @param {string} axis @param {boolean} inverted @param {0 | 1} open */
function stripes(count, axis, inverted, open) {
  const points = [];
  for (let at = 0; at < count; at++) {
    const near = (inverted ? at + 1 - open : at) / count, far = (inverted ? at + 1 : at + open) / count;
    points.push([near, 0], [near, 1], [far, 1], [far, 0], [near, 0]);
  }
  // The path returns along the edge, so that the stripes stay separate.
  points.push([0, 0]);
  return `polygon(${points.map(([x, y]) => spot(axis === "horizontal" ? [y, x] : [x, y])).join()})`;
}

/** @type {Map<string, (transition: any, scene: Scene) => Frame | [Frame, Frame]>} */
const custom = new Map();

/** Defines a custom transition: the look of a screen before it enters. @param {string} name @param {(transition: any, scene: Scene) => Frame | [Frame, Frame]} effect */
export const defineTransition = (name, effect) => custom.set(`custom:${name}`, effect);

/** @param {string} name */
export const effect = (name) => (Object.hasOwn(effects, name) ? effects[name] : custom.get(name));

/**
 * The key frames from absent to present; `undefined` for an unknown transition.
 * @param {any} transition @param {Scene} scene @returns {[Frame, Frame] | undefined}
 */
export function keyFrames(transition, scene) {
  const made = effect(transition.name)?.(transition, scene);
  if (!made) return undefined;
  let [absent, present] = Array.isArray(made) ? made : [made, {}];
  for (const other of transition.with ?? []) {
    const [more, there] = keyFrames(other, scene) ?? [{}, {}];
    // Two filters are combined; for all other properties the later one wins.
    const both = [absent.filter, more.filter].filter(Boolean).join(" ");
    absent = { ...absent, ...more, ...(both && { filter: both }) };
    present = { ...present, ...there };
  }
  return [absent, present];
}
