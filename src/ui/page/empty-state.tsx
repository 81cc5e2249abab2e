import { type ReactNode, useLayoutEffect, useRef } from "react";
import { cn } from "../cn";

/**
 * The four reasons a list shows nothing:
 * nothing-yet (say what will be here, offer to create), no-match (offer to clear the filters),
 * no-right (say who can grant it), failed (offer to retry).
 */
export type EmptyKind = "nothing-yet" | "no-match" | "no-right" | "failed";

/**
 * What was pressed here leaves with it as soon as there is something to show: the focus goes to the page's heading, or
 * to the dialog it was in.
 */
function useFocusAfter() {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = own.current;
    return () => {
      if (!place?.contains(document.activeElement)) return;
      const around = place.closest<HTMLElement>("[role=dialog]");
      (around ?? document.querySelector<HTMLElement>("[data-page-heading]"))?.focus({ preventScroll: true });
    };
  }, []);
  return own;
}

/** One line of what will be here, one action, nothing else. */
export function EmptyState(props: {
  kind: EmptyKind;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  const own = useFocusAfter();
  return (
    <div
      ref={own}
      role={props.kind === "failed" ? "alert" : undefined}
      data-kind={props.kind}
      className={cn("flex flex-col items-start gap-3 px-4 py-6", props.className)}
    >
      <div className="max-w-prose">
        <p className="font-medium text-ink">{props.title}</p>
        {props.children ? <div className="mt-0.5 text-muted">{props.children}</div> : null}
      </div>
      {props.action}
    </div>
  );
}
