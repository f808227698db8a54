/** The duration of a long press in milliseconds, longer than the browsers' own. */
const rest = 700;

/**
 * Opens the context menu on a long press in browsers that don't: iOS has no `contextmenu` event.
 * @param {HTMLElement} root @param {AbortSignal} [signal]
 */
export function longPress(root, signal) {
  let timer = 0, opened = false;
  /** @type {PointerEvent | undefined} */
  let down;
  const end = () => { clearTimeout(timer); };
  const ask = () => {
    const { target, pointerId, clientX, clientY } = /** @type {PointerEvent} */ (down);
    const asked = new PointerEvent("contextmenu", { bubbles: true, cancelable: true, composed: true, clientX, clientY });
    opened = !target?.dispatchEvent(asked);
    // Lifting the finger outside the menu would close it.
    if (opened) root.querySelector(".menu:popover-open")?.setPointerCapture(pointerId);
  };
  /** @type {[string, (event: any) => void][]} */
  const heard = [
    ["pointerdown", (event) => {
      end();
      opened = false;
      down = event;
      if (event.pointerType === "touch" && event.isPrimary) timer = setTimeout(ask, rest);
    }],
    ["pointermove", ({ clientX, clientY }) => { if (down && Math.hypot(clientX - down.clientX, clientY - down.clientY) > 10) end(); }],
    ["pointerup", end],
    ["pointercancel", end],
    ["contextmenu", end],
    // The pressed element must not be clicked either.
    ["touchend", (event) => { if (opened) event.preventDefault(); }],
  ];
  for (const [name, act] of heard) root.addEventListener(name, act, { signal });
}
