/** @param {string} detent in pixels */
function heightOf(detent) {
  const [, amount, unit] = /^([\d.]+)(%|px)$/.exec(detent) ?? [0, { medium: 55 }[detent] ?? 100, "%"];
  return unit === "px" ? Number(amount) : Number(amount) / 100 * innerHeight;
}

/**
 * Lets a sheet be dragged by its upper edge. When released, it asks for the nearest detent, or to be dismissed if it is far below all
 * of them. The server decides; until it has answered, the sheet stays where it was released.
 * @param {HTMLElement} sheet @param {any} state of its view: while `state.held` is set, the sheet keeps the height that a finger gave it
 * @param {() => {detents?: string[], detent?: string}} data
 * @param {(detent: string | undefined, then: () => void) => void} ask for a detent, or without one to be dismissed
 * @param {() => void} fit gives it the height from the document
 */
export function draggable(sheet, state, data, ask, fit) {
  let from = 0, height = 0, moved = 0, pull = 1;
  const end = () => { sheet.onpointermove = sheet.onpointerup = sheet.onpointercancel = null; };
  const drag = (/** @type {PointerEvent} */ { clientY, pointerId }) => {
    moved = (from - clientY) * pull;
    if (Math.abs(moved) < 8) return;
    // From here on it is a drag, not a click of the grabber.
    sheet.setPointerCapture(pointerId);
    state.held = drag;
    sheet.style.transition = "none";
    sheet.style.height = `${height + moved}px`;
  };
  const drop = () => {
    end();
    if (state.held !== drag) return;
    const mine = state.held = {};
    // Unless a finger holds it again.
    const settle = () => {
      if (state.held !== mine) return;
      state.held = undefined;
      fit();
    };
    const { detents = [], detent = detents[0] } = data();
    const heights = detents.length ? detents.map(heightOf) : [height];
    const wanted = height + moved;
    const nearest = heights.reduce((best, one, at) => (Math.abs(one - wanted) < Math.abs(heights[best] - wanted) ? at : best), 0);
    sheet.style.transition = "";
    if (wanted < Math.min(...heights) / 2) ask(undefined, settle);
    else if (detents[nearest] !== detent) ask(detents[nearest], settle);
    else settle();
  };
  sheet.addEventListener("pointerdown", ({ clientY, target }) => {
    const { top } = sheet.getBoundingClientRect();
    const isHeld = clientY - top < 56 && !(/** @type {Element} */ (target).closest(":is(button, a, input):not(.grabber)"));
    // A centred sheet grows on both sides, and only between its detents.
    const isCentred = getComputedStyle(sheet).marginBottom !== "0px";
    if (!isHeld || clientY < top || (isCentred && !data().detents)) return;
    [from, height, moved, pull] = [clientY, sheet.offsetHeight, 0, isCentred ? 2 : 1];
    [sheet.onpointermove, sheet.onpointerup, sheet.onpointercancel] = [drag, drop, drop];
  });
}
