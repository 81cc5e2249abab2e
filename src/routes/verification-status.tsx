import { createFileRoute, Link } from "@tanstack/react-router";
import { VerificationStatus } from "../features/people/signin/verification-status";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageTitle } from "../shell/frame/title";

export const Route = createFileRoute("/verification-status")({
  validateSearch: (search): { email?: string } => {
    const { email } = search;
    return typeof email === "string" && email.length <= 254 ? { email } : {};
  },
  head: () => ({ meta: [{ title: pageTitle("Verify your email") }] }),
  component: VerificationStatusPage,
});

function VerificationStatusPage() {
  const { email = "" } = Route.useSearch();
  return (
    <PublicFrame title="Verify your email" intro="Open the link we sent you. It works for one hour.">
      <VerificationStatus email={email} />
      <p className="mt-5 border-t border-line pt-4">
        <Link to="/signin">Back to sign in</Link>
      </p>
    </PublicFrame>
  );
}
