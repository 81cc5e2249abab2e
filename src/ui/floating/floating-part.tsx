/**
 * What floats above a page (`floating.ts`) and how its code comes. Most visits open nothing, so no page waits
 * for it: a page fetches it once it is idle, or earlier when somebody goes for something that opens.
 */

import { type ComponentType, createElement, useState } from "react";
import { whenIdle } from "../../lib/when-idle";
import { lazyPart } from "../lazy-part";

type Parts = typeof import("./floating");

let here: Parts | null = null;

/** Fetches the code of what floats; at once when it is here. */
export async function loadFloating(): Promise<Parts> {
  here = await import("./floating");
  return here;
}

/** The code of what floats, if it is here. */
export function floatingParts(): Parts | null {
  return here;
}

/** Fetches it once the browser is idle, so that the first opening need not wait; returns how to call that off. */
export function loadFloatingWhenIdle(): () => void {
  // A failure is met again, and handled, when something is opened.
  return whenIdle(() => void loadFloating().catch(() => undefined));
}

/** One of the parts: rendered at once when the code is here, otherwise suspended until it is. */
export function floatingPart<Props extends object>(pick: (parts: Parts) => ComponentType<Props>) {
  const Late = lazyPart(() => loadFloating().then(pick));
  return function FloatingPart(props: Props) {
    // Chosen once: a part that changed its type when the code came would lose its state and its focus.
    const [Part] = useState<ComponentType<Props>>(() => (here === null ? Late : pick(here)));
    return createElement(Part, props);
  };
}
