import type { ReactNode } from "react";
import { CopyButton } from "../text/copy-button";

/** A part of a page that failed: what happened, what is safe, what to do, and a reference to quote. */
export function ErrorState(props: { title: string; children: ReactNode; reference?: string; actions?: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4 rounded-lg border border-danger-line bg-surface p-4">
      <div className="max-w-prose">
        <p className="font-medium text-danger">{props.title}</p>
        <div className="mt-0.5 text-ink-soft">{props.children}</div>
      </div>
      {props.actions ? <div className="flex flex-wrap gap-2">{props.actions}</div> : null}
      {props.reference ? (
        <p className="flex items-center gap-1 text-sm text-ink-soft">
          Reference <code className="font-mono text-xs">{props.reference}</code>
          <CopyButton text={props.reference} label="Copy reference" />
        </p>
      ) : null}
    </div>
  );
}
