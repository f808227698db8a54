/** Glyphs for the names of common symbols; U+FE0E asks for the text form, which follows the colour. */
const glyphs = {
  plus: "+", minus: "−", xmark: "✕", checkmark: "✓", ellipsis: "⋯", "chevron.right": "›",
  house: "⌂", gear: "⚙", envelope: "✉", pencil: "✎", star: "★", heart: "♥", flag: "⚑", bell: "◉",
  person: "☻", building: "▤", lock: "⊘", trash: "⌫", magnifyingglass: "⌕", list: "☰", calendar: "▦", clock: "◷",
  sun: "☀", moon: "☾", bolt: "⚡", phone: "☎", info: "ⓘ", warning: "⚠", "arrow.up": "↑",
  "arrow.down": "↓", "arrow.left": "←", "arrow.right": "→", "arrow.clockwise": "↻", share: "⇪",
};

/** @param {string | undefined} name */
export const glyph = (name) =>
  name && (Object.hasOwn(glyphs, name) ? glyphs[/** @type {keyof typeof glyphs} */ (name)] + "\uFE0E" : "◆");
