import { type FocusEvent, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { showToastsIn } from "./toast";

/**
 * The list itself pauses its timers while hovered. Keyboard focus must do the same (a message may
 * not vanish while being read), so focus entering or leaving is told to it as a pointer would.
 */
function mirrorFocusAsHover(event: FocusEvent<HTMLElement>): void {
  const list = (event.target as Element).closest("[data-sonner-toaster]");
  if (!list) return;
  const stays = event.relatedTarget instanceof Node && list.contains(event.relatedTarget);
  if (stays) return;
  const kind = event.type === "focus" ? "mouseover" : "mouseout";
  list.dispatchEvent(new MouseEvent(kind, { bubbles: true, relatedTarget: document.body }));
}

/** Where toasts appear: top right, five visible, five seconds, each with a close button. */
export function Toaster({ theme }: { theme: "light" | "dark" }) {
  // After the list's own effects: it hears only what is said once it listens.
  useEffect(() => showToastsIn(toast), []);
  return (
    <div onFocus={mirrorFocusAsHover} onBlur={mirrorFocusAsHover}>
      <Sonner position="top-right" visibleToasts={5} duration={5000} closeButton theme={theme} className="toaster" />
    </div>
  );
}
