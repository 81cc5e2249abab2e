import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { ButtonProps } from "./button";

/**
 * A menu whose code comes when somebody goes for its button: loading starts when pointer or focus
 * rests on it, and the first press puts the real menu, opened, in the stand-in's place.
 */
export function LazyMenu(props: {
  trigger: ReactElement<ButtonProps>;
  load: () => Promise<unknown>;
  /** The menu itself; opens as soon as it is rendered. */
  children: ReactNode;
}) {
  const { trigger, load, children } = props;
  const [isWanted, setWanted] = useState(false);
  // A failure is met again, and handled, when the menu is rendered.
  const prepare = () => void load().catch(() => undefined);
  const standIn = cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": isWanted,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setWanted(true),
    onKeyDown: (event) => {
      if (event.key === "ArrowDown") setWanted(true);
    },
  });
  return isWanted ? <Suspense fallback={standIn}>{children}</Suspense> : standIn;
}
