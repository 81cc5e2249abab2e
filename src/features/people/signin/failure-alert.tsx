import { Link } from "@tanstack/react-router";
import { isAboutVerification } from "../../../../contracts/auth-errors";
import { PAGES } from "../../../../convex/site/pages";
import type { AuthFailed } from "../../../shell/session";
import { Alert } from "../../../ui/page/alert";

/**
 * The words of a failure that concerns the whole form, with the way to another link where a link of verification
 * failed; a field's own message stands at the field.
 */
export function FailureAlert({ failure }: { failure: AuthFailed | null }) {
  if (failure === null || failure.code === "form_invalid") return null;
  const wait = failure.retryAfterSeconds;
  return (
    <Alert meaning="danger" title={failure.message}>
      {wait === undefined ? null : `You can try again in ${waitWords(wait)}.`}
      {isAboutVerification(failure.message) ? <NewLink /> : null}
    </Alert>
  );
}

function NewLink() {
  return (
    <Link to={PAGES.verificationStatus.path} className="rounded-sm font-medium underline underline-offset-2">
      Request a new link
    </Link>
  );
}

function waitWords(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
