/**
 * A button is disabled while its act runs, and loses the focus by that. It gets it back when it can be pressed again, unless
 * a person has gone elsewhere meanwhile.
 */
import { useEffect } from "react";

export function useHeldFocus(): void {
  useEffect(() => {
    let held: EventTarget | null = null;
    const hold = ({ target }: FocusEvent): void => {
      held = target;
    };
    const leave = ({ target }: Event): void => {
      const isLost = target === held && target instanceof Element && target.matches(":disabled");
      if (!isLost) held = null;
    };
    const point = ({ target }: Event): void => {
      if (!(held instanceof Node && target instanceof Node && held.contains(target))) held = null;
    };
    const watch = new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target === held && target instanceof HTMLElement && document.activeElement === document.body)
          target.focus({ preventScroll: true }); // while it is disabled nothing happens
    });
    document.addEventListener("focusin", hold);
    document.addEventListener("focusout", leave);
    document.addEventListener("pointerdown", point);
    watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", hold);
      document.removeEventListener("focusout", leave);
      document.removeEventListener("pointerdown", point);
      watch.disconnect();
    };
  }, []);
}
