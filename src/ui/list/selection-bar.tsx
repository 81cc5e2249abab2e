import { X } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { Button } from "../button";

/** What can be done with the chosen rows. It lies over the end of the page, so nothing moves when it comes. */
export function SelectionBar(props: {
  /** "3 requests selected". */
  text: ReactNode;
  /** Offer to choose everything that matches, or to go back to the page. */
  more?: ReactNode;
  onClear: () => void;
  children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useFocusBack(bar);
  return (
    <div
      ref={bar}
      role="region"
      tabIndex={-1}
      aria-label="Selected rows"
      className="fixed right-3 bottom-3 left-[calc(var(--beside-page)+0.75rem)] z-20 mx-auto flex max-w-3xl flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-float"
    >
      <p role="status" className="text-sm font-medium tabular-nums">
        {props.text}
      </p>
      {props.more}
      <div className="flex flex-1 flex-wrap items-center justify-end gap-1.5 max-sm:order-last max-sm:basis-full max-sm:justify-start">
        {props.children}
      </div>
      <Button
        variant="ghost"
        size="iconSm"
        className="max-sm:ml-auto"
        aria-label="Clear the selection"
        onClick={props.onClear}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}

/** Whoever came here from a row is on that row again once the bar is gone, not at the start of the page. */
function useFocusBack(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const buttons = bar.current;
    let row: HTMLElement | null = null;
    function arrive({ relatedTarget }: FocusEvent): void {
      const isFromList = relatedTarget instanceof HTMLElement && relatedTarget.closest("main") !== null;
      if (isFromList && !buttons?.contains(relatedTarget)) row = relatedTarget;
    }
    buttons?.addEventListener("focusin", arrive);
    return () => {
      buttons?.removeEventListener("focusin", arrive);
      // Its buttons leave the page after this; a dialog that it opened hands the focus back before.
      queueMicrotask(() => {
        if (document.activeElement === document.body) row?.focus({ preventScroll: true });
      });
    };
  }, [bar]);
}
