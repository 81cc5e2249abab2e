import type { ReactNode } from "react";
import { Button } from "../../ui/button";

/** One version of something configured, in its history: what it says, who set it when, and the way back to it. */
export function VersionRow(props: { words: string; isNow: boolean; onSet: () => void; children: ReactNode }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 text-sm last:border-b-0">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{props.words}</span> <span className="text-muted">{props.children}</span>
      </span>
      {props.isNow ? (
        <span className="text-muted">Current</span>
      ) : (
        <Button size="sm" variant="outline" onClick={props.onSet}>
          Set back
          <span className="sr-only"> to {props.words}</span>
        </Button>
      )}
    </li>
  );
}
