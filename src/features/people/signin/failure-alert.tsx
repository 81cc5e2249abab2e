import type { AuthFailed } from "../../../shell/session";
import { Alert } from "../../../ui/page/alert";

/** The words of a failure that concerns the whole form; a field's own message stands at the field. */
export function FailureAlert({ failure }: { failure: AuthFailed | null }) {
  if (failure === null || failure.code === "form_invalid") return null;
  const wait = failure.retryAfterSeconds;
  return (
    <Alert meaning="danger" title={failure.message}>
      {wait === undefined ? null : `You can try again in ${waitWords(wait)}.`}
    </Alert>
  );
}

function waitWords(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
