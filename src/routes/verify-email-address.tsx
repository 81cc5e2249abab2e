import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { authMessage } from "../../contracts/auth-errors";
import { PAGES } from "../../convex/site/pages";
import { LinkPasswordForm } from "../features/people/signin/link-password-form";
import { useOpenedLink } from "../features/people/signin/use-opened-link";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";
import { useAuth } from "../shell/session";
import { buttonClasses } from "../ui/button-classes";
import { Alert } from "../ui/page/alert";

const BROKEN = {
  ok: false,
  code: "verification_failed",
  message: authMessage("verification_failed", "verification"),
} as const;
const NEXT = { size: "lg", className: "mt-4" } as const;

export const Route = createFileRoute("/verify-email-address")({
  validateSearch: (search): { token?: string } =>
    typeof search["token"] === "string" ? { token: search["token"] } : {},
  head: () => pageHead("verifyEmail"),
  component: VerifyEmailPage,
});

function VerifyEmailPage() {
  const auth = useAuth();
  const { token, outcome } = useOpenedLink(Route.useSearch().token, "verify-email", BROKEN);
  const [isDone, setDone] = useState(false);
  if (isDone) return <Verified meaning="success" message="Your account is ready. Sign in to use it." />;
  if (outcome === null) return <PublicFrame title="Verifying your email" intro="One moment." />;
  if (outcome.ok) {
    return (
      <PublicFrame title="Confirm your password" intro="Enter the password you signed up with, or choose another one.">
        <LinkPasswordForm
          label="Password"
          submitLabel="Verify email"
          busyLabel="Verifying..."
          send={(password) => auth.verifyEmail({ token, password })}
          onDone={() => setDone(true)}
        />
      </PublicFrame>
    );
  }
  if (outcome.code === "verification_already_verified") return <Verified meaning="info" message={outcome.message} />;
  return (
    <PublicFrame title="Your email is not verified yet">
      <Alert meaning="danger" title={outcome.message} />
      <Link to={PAGES.verificationStatus.path} className={buttonClasses({ ...NEXT, variant: "outline" })}>
        Request a new link
      </Link>
    </PublicFrame>
  );
}

function Verified({ meaning, message }: { meaning: "success" | "info"; message: string }) {
  const search = meaning === "success" ? ({ verification: "complete" } as const) : {};
  return (
    <PublicFrame title="Your email is verified">
      <Alert meaning={meaning} title={message} />
      <Link to={PAGES.signIn.path} search={search} className={buttonClasses(NEXT)}>
        Continue to sign in
      </Link>
    </PublicFrame>
  );
}
