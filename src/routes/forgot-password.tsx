import { createFileRoute, Link } from "@tanstack/react-router";
import { ForgotPasswordForm } from "../features/people/signin/forgot-password-form";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageTitle } from "../shell/frame/title";

export const Route = createFileRoute("/forgot-password")({
  head: () => ({ meta: [{ title: pageTitle("Reset your password") }] }),
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
        <Link to="/signin">Back to sign in</Link>
      </p>
    </PublicFrame>
  );
}
