import { createFileRoute, Link } from "@tanstack/react-router";
import { PAGES } from "../../convex/site/pages";
import { ForgotPasswordForm } from "../features/people/signin/forgot-password-form";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";

export const Route = createFileRoute("/forgot-password")({
  head: () => pageHead("forgotPassword"),
  component: ForgotPasswordPage,
});

function ForgotPasswordPage() {
  return (
    <PublicFrame
      title="Reset your password"
      intro="Enter the address you sign in with. We send you a link to choose a new password."
    >
      <ForgotPasswordForm />
      <p className="mt-5 border-t border-line pt-4">
        <Link to={PAGES.signIn.path}>Back to sign in</Link>
      </p>
    </PublicFrame>
  );
}
