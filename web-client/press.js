/** How long a finger rests that asks for a menu, in milliseconds: longer than where browsers ask by themselves. */
const rest = 700;

/**
 * Asks for the menu of what a finger rests on, where the browser does not: iOS knows no `contextmenu` event.
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
    // Lifted elsewhere than in the menu, the finger would close it.
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
    // Nor is what it rested on pressed.
    ["touchend", (event) => { if (opened) event.preventDefault(); }],
  ];
  for (const [name, act] of heard) root.addEventListener(name, act, { signal });
}
