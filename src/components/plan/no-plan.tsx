import { useState } from "react";
import { asSentence } from "../../../convex/lib/pure/text";
import { Button } from "../../ui/button";
import { Alert } from "../../ui/page/alert";
import { RelativeTime } from "../../ui/text/relative-time";
import { toast } from "../../ui/toast/toast";
import { explain } from "../refusal-words";

/** Said instead of a dry run: why there is none yet, when it was last tried, and a way to try again. */
export function NoPlan({
  why,
  triedAt,
  onAgain,
}: {
  why: string;
  triedAt: number | null;
  onAgain?: () => Promise<number>;
}) {
  const [isBusy, setBusy] = useState(false);
  async function again(): Promise<void> {
    setBusy(true);
    try {
      await onAgain?.();
      toast.success("The dry run is being made");
    } catch (error) {
      toast.error("The dry run was not started", { description: explain(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Alert meaning="warning" title="There is no dry run yet">
      <div className="flex flex-col items-start gap-2">
        <p className="wrap-anywhere">
          {asSentence(why)}{" "}
          {triedAt === null ? null : (
            <>
              Last tried <RelativeTime at={triedAt} />.{" "}
            </>
          )}
          It is retried automatically.
        </p>
        {onAgain ? (
          <Button size="sm" variant="outline" busy={isBusy} busyLabel="Trying" onClick={() => void again()}>
            Try again now
          </Button>
        ) : null}
      </div>
    </Alert>
  );
}
