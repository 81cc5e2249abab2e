import { lazy, Suspense } from "react";
import { loadFloating } from "./floating-part";
import type { BubbleProps } from "./tooltip-bubble";

// The words are for the eye only, and said elsewhere: without the code that places them the page is whole.
const Late = lazy(async () => {
  const parts = await loadFloating().catch(() => null);
  return { default: (props: BubbleProps) => (parts === null ? null : <parts.TooltipBubble {...props} />) };
});

/** The bubble of a tooltip; nothing until its code is here. */
export function TooltipBubble(props: BubbleProps) {
  return (
    <Suspense fallback={null}>
      <Late {...props} />
    </Suspense>
  );
}
