import { PenLine } from "lucide-react";
import { formatDateTime } from "../../lib/dates";
import { Button } from "../../ui/button";
import { LeaveGuard } from "./leave-guard";
import { SaveIndicator } from "./save-indicator";
import type { DraftState } from "./use-draft";

/** Whether what is written is kept, how to be rid of it, and a question before what is not kept is left behind. */
export function DraftLine({ writing, title }: { writing: DraftState; title: string }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <LeaveGuard title={title} isUnsaved={writing.isLost} isClosedUnsaved={writing.isUnkept} />
      {writing.keptAt === null || writing.isEmpty ? (
        <SaveIndicator state={writing.state} />
      ) : (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <PenLine aria-hidden className="size-4" />
          Your draft from {formatDateTime(writing.keptAt)}
        </p>
      )}
      {writing.isEmpty ? null : (
        <Button variant="ghost" size="sm" onClick={writing.remove}>
          Delete draft
        </Button>
      )}
    </div>
  );
}
