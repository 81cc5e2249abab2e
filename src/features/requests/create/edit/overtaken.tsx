import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { PAGES } from "../../../../../convex/site/pages";
import { explain } from "../../../../components/refusal-words";
import { Button } from "../../../../ui/button";
import { Alert } from "../../../../ui/page/alert";

/** Somebody was faster: says so, and keeps what was typed. */
export function Overtaken({
  requestKey,
  reason,
  onKeep,
}: {
  requestKey: string;
  reason: string;
  onKeep: () => Promise<void>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keep = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onKeep();
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert meaning="danger" title="Your changes can no longer be saved">
      <p>{reason}</p>
      <p className="mt-1">
        Nothing of yours was sent, and what you typed is still here. Keep it as a draft of a new request, or go back to{" "}
        <Link
          to={PAGES.request.path}
          params={{ id: requestKey }}
          className="font-medium text-accent-text underline underline-offset-2"
        >
          {requestKey}
        </Link>{" "}
        as it is.
      </p>
      {failure === null ? null : <p className="mt-1 text-danger">{failure}</p>}
      <Button
        variant="outline"
        size="sm"
        className="mt-2"
        busy={isBusy}
        busyLabel="Keeping..."
        onClick={() => void keep()}
      >
        Keep as a draft
      </Button>
    </Alert>
  );
}
