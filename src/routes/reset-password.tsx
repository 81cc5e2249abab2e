import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { authMessage } from "../../contracts/auth-errors";
import { PAGES } from "../../convex/site/pages";
import { LinkPasswordForm } from "../features/people/signin/link-password-form";
import { useOpenedLink } from "../features/people/signin/use-opened-link";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";
import { useAuth } from "../shell/session";
import { buttonClasses } from "../ui/button-classes";
import { Alert } from "../ui/page/alert";

const BROKEN = { ok: false, code: "link_invalid", message: authMessage("link_invalid", "other") } as const;

export const Route = createFileRoute("/reset-password")({
  validateSearch: (search): { token?: string } =>
    typeof search["token"] === "string" ? { token: search["token"] } : {},
  head: () => pageHead("resetPassword"),
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  const auth = useAuth();
  const router = useRouter();
  const { token, outcome } = useOpenedLink(Route.useSearch().token, "reset-password", BROKEN);
  if (outcome === null) return <PublicFrame title="Reset your password" intro="One moment." />;
  if (!outcome.ok) {
    return (
      <PublicFrame title="Your password was not reset">
        <Alert meaning="danger" title={outcome.message} />
        <Link
          to={PAGES.forgotPassword.path}
          className={buttonClasses({ variant: "outline", size: "lg", className: "mt-4" })}
        >
          Request a new link
        </Link>
      </PublicFrame>
    );
  }
  async function finish(): Promise<void> {
    // Whoever was signed in in this browser with the old password no longer is.
    await auth.revalidate();
    await router.navigate({ to: PAGES.signIn.path, search: { password: "reset" }, replace: true });
  }
  return (
    <PublicFrame title="Choose a new password" intro="You will be signed out everywhere.">
      <LinkPasswordForm
        label="New password"
        submitLabel="Reset password"
        busyLabel="Resetting..."
        send={(newPassword) => auth.resetPassword({ token, newPassword })}
        onDone={finish}
      />
    </PublicFrame>
  );
}
