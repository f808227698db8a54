/** @param {string} detent in pixels */
function heightOf(detent) {
  const [, amount, unit] = /^([\d.]+)(%|px)$/.exec(detent) ?? [0, { medium: 55 }[detent] ?? 100, "%"];
  return unit === "px" ? Number(amount) : Number(amount) / 100 * innerHeight;
}

/**
 * Lets a sheet be dragged by its grabber: let go of, it asks for the detent that is nearest, or far below all to be dismissed.
 * A press that moves nothing is left to be a click.
 * @param {HTMLElement} grabber @param {HTMLElement} sheet @param {() => {detents?: string[], detent?: string}} data
 * @param {(detent: string) => void} pick @param {() => void} dismiss
 */
export function draggable(grabber, sheet, data, pick, dismiss) {
  let from = 0, height = 0, moved = 0;
  grabber.onpointerdown = ({ pointerId, clientY }) => {
    grabber.setPointerCapture(pointerId);
    [from, height, moved] = [clientY, sheet.offsetHeight, 0];
  };
  grabber.onpointermove = ({ clientY, pointerId }) => {
    if (!grabber.hasPointerCapture(pointerId)) return;
    // Centred, a sheet grows on both sides.
    moved = (from - clientY) * (getComputedStyle(sheet).marginBottom === "0px" ? 1 : 2);
    sheet.style.transition = "none";
    sheet.style.height = `${height + moved}px`;
  };
  const end = () => { sheet.style.transition = ""; };
  grabber.onpointerup = () => {
    end();
    if (Math.abs(moved) < 8) return;
    // The click that a press ends with is no other answer.
    grabber.addEventListener("click", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    const { detents = [], detent = detents[0] } = data();
    const wanted = height + moved;
    const nearest = detents.toSorted((one, other) => Math.abs(heightOf(one) - wanted) - Math.abs(heightOf(other) - wanted))[0];
    // Where it goes is for the server to say; until then it stays as it was.
    sheet.style.height = /[\d.]/.test(detent) ? `${height}px` : "";
    if (wanted < Math.min(...detents.map(heightOf)) / 2) dismiss();
    else if (nearest !== detent) pick(nearest);
  };
  grabber.onpointercancel = end;
}
