import { useState } from "react";
import type { ProposedLine } from "../../../convex/core/proposals/table";
import { Button } from "../../ui/button";
import { Alert } from "../../ui/page/alert";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { ProposedLines } from "./proposed-lines";

/** A change with what hangs on it, as it is before it is proposed. */
interface SeenChange {
  readonly lines: readonly ProposedLine[];
  readonly shownHash: string;
}

const GONE = "It can no longer be proposed, or not by you";

/** What is shown before it is proposed, and why it cannot be proposed yet. */
export interface Seen {
  readonly shown: SeenChange | null;
  /** It cannot be done any more, or not by the viewer. */
  readonly isGone: boolean;
  /** It is not so any more. */
  readonly isOld: boolean;
  readonly lookAgain: () => void;
  readonly whyNot: string | null;
}

/**
 * Keeps what was shown first of something live: nobody proposes what changed under their eyes. It is renewed when the
 * viewer says so, or when it is about something else, which `of` names.
 */
export function useSeen(of: string, live: SeenChange | null | undefined): Seen {
  const [kept, setKept] = useState<{ of: string; shown: SeenChange } | null>(null);
  const before = kept?.of === of ? kept.shown : null;
  if (before === null && live) setKept({ of, shown: live });
  const shown = before ?? live ?? null;
  const isOld = Boolean(live && shown && live.shownHash !== shown.shownHash);
  return {
    shown,
    isGone: live === null,
    isOld,
    lookAgain: () => (live ? setKept({ of, shown: live }) : undefined),
    whyNot:
      live === null
        ? GONE
        : shown === null
          ? "Counting what depends on it"
          : isOld
            ? "Look at what changed first"
            : null,
  };
}

/** What changes and what hangs on it, line by line; says when it is not so any more. */
export function SeenLines({ seen }: { seen: Seen }) {
  const { shown, isGone, isOld, lookAgain } = seen;
  if (isGone) return <Alert meaning="warning" title={GONE} />;
  if (shown === null)
    return (
      <SkeletonGroup label="Counting what hangs on it" className="flex flex-col gap-2">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-1/2" />
      </SkeletonGroup>
    );
  const lines = shown.lines.filter(({ before, after }) => before !== after);
  return (
    <section aria-label="What depends on it" className="flex flex-col gap-3">
      <ProposedLines lines={lines} />
      {isOld ? (
        <Alert meaning="warning" title="This changed since you looked">
          <Button size="sm" variant="outline" className="mt-1.5" onClick={lookAgain}>
            Show what it is now
          </Button>
        </Alert>
      ) : null}
    </section>
  );
}
