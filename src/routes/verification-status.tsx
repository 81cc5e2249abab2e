import { createFileRoute, Link } from "@tanstack/react-router";
import { PAGES } from "../../convex/site/pages";
import { VerificationStatus } from "../features/people/signin/verification-status";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";

export const Route = createFileRoute("/verification-status")({
  validateSearch: (search): { email?: string } => {
    const { email } = search;
    return typeof email === "string" && email.length <= 254 ? { email } : {};
  },
  head: () => pageHead("verificationStatus"),
  component: VerificationStatusPage,
});

function VerificationStatusPage() {
  const { email = "" } = Route.useSearch();
  return (
    <PublicFrame title="Verify your email" intro="Open the link we sent you. It works for one hour.">
      <VerificationStatus email={email} />
      <p className="mt-5 border-t border-line pt-4">
        <Link to={PAGES.signIn.path}>Back to sign in</Link>
      </p>
    </PublicFrame>
  );
}
