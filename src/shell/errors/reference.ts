import { useEffect, useSyncExternalStore } from "react";
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
