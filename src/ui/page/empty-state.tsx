import type { ReactNode } from "react";
import { cn } from "../cn";

/**
 * The four reasons a list shows nothing:
 * nothing-yet (say what will be here, offer to create), no-match (offer to clear the filters),
 * no-right (say who can grant it), failed (offer to retry).
 */
export type EmptyKind = "nothing-yet" | "no-match" | "no-right" | "failed";

/** One line of what will be here, one action, nothing else. */
export function EmptyState(props: {
  kind: EmptyKind;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
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
