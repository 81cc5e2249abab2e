import { createFileRoute, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { useOnce } from "../features/people/signin/use-once";
import type { AuthResult } from "../shell/auth/adapter";
import { authMessage } from "../shell/auth/errors";
import { PublicFrame } from "../shell/auth/public-frame";
import { useAuth } from "../shell/session";
import { pageTitle } from "../shell/title";
import { Alert } from "../ui/alert";
import { buttonClasses } from "../ui/button-classes";

export const Route = createFileRoute("/verify-email-address")({
  validateSearch: (search): { token?: string } => (typeof search["token"] === "string" ? { token: search["token"] } : {}),
  head: () => ({ meta: [{ title: pageTitle("Verify your email") }] }),
  component: VerifyEmailPage,
});

type Outcome = AuthResult<{ email: string | null }>;

function VerifyEmailPage() {
  const auth = useAuth();
  const { token } = Route.useSearch();
  const verify = useCallback(async (): Promise<Outcome> => {
    // The link works for an hour: it does not stay in the address bar or the history.
    window.history.replaceState(window.history.state, "", "/verify-email-address");
    if (token === undefined) return { ok: false, code: "verification_failed", message: authMessage("verification_failed", "verification") };
    return auth.verifyEmail(token);
  }, [auth, token]);
  const outcome = useOnce(verify);
  if (outcome === null) return <PublicFrame title="Verifying your email" intro="One moment." />;
  const isVerified = outcome.ok || outcome.code === "verification_already_verified";
  return (
    <PublicFrame title={isVerified ? "Your email is verified" : "Your email is not verified yet"}>
      <Alert meaning={outcome.ok ? "success" : isVerified ? "info" : "danger"} title={outcome.ok ? "Your account is ready. Sign in to use it." : outcome.message} />
      <div className="mt-4">
        {isVerified ? (
          <Link to="/signin" search={outcome.ok ? { verification: "complete" } : {}} className={buttonClasses({ size: "lg" })}>
            Continue to sign in
          </Link>
        ) : (
          <Link to="/verification-status" className={buttonClasses({ variant: "outline", size: "lg" })}>
            Request a new link
          </Link>
        )}
      </div>
    </PublicFrame>
  );
}
