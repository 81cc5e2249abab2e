import { useEffect, useSyncExternalStore } from "react";
import { CopyButton } from "../../ui/text/copy-button";
import { onReported, referenceOf, reportError } from "../reporting";

/** Reports an error once and answers its reference; null until it was sent. */
export function useReported(error: unknown, errorBoundary: string): string | null {
  useEffect(() => {
    reportError(error, { level: "error", tags: { errorBoundary } });
  }, [error, errorBoundary]);
  return useSyncExternalStore(
    onReported,
    () => referenceOf(error),
    () => null,
  );
}

/**
 * What somebody hands on so that the report of this error is found. Its line is kept free, so that nothing moves when
 * it comes.
 */
export function ErrorReference({ reference }: { reference: string | null }) {
  return (
    <p className="flex min-h-7 items-center gap-1 text-sm text-muted">
      {reference === null ? null : (
        <>
          Reference <span className="font-mono text-ink">{reference}</span>
          <CopyButton text={reference} label="Copy reference" />
        </>
      )}
    </p>
  );
}
