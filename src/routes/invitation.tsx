import { createFileRoute, useRouter } from "@tanstack/react-router";
import { authMessage } from "../../contracts/auth-errors";
import { PAGES } from "../../convex/site/pages";
import { InvitationOver } from "../features/people/signin/invitation-over";
import { LinkPasswordForm } from "../features/people/signin/link-password-form";
import { useOpenedLink } from "../features/people/signin/use-opened-link";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";
import { useAuth } from "../shell/session";

const BROKEN = { ok: false, code: "invitation_expired", message: authMessage("invitation_expired", "other") } as const;

export const Route = createFileRoute("/invitation")({
  validateSearch: (search): { token?: string } =>
    typeof search["token"] === "string" ? { token: search["token"] } : {},
  head: () => pageHead("invitation"),
  component: InvitationPage,
});

function InvitationPage() {
  const auth = useAuth();
  const router = useRouter();
  const { token, outcome } = useOpenedLink(Route.useSearch().token, "invitation", BROKEN);
  if (outcome === null) return <PublicFrame title="Your invitation" intro="One moment." />;
  if (!outcome.ok)
    return (
      <PublicFrame title={outcome.code === "invitation_expired" ? "Your invitation has expired" : "Your invitation"}>
        <InvitationOver token={token} outcome={outcome} />
      </PublicFrame>
    );
  return (
    <PublicFrame title="Welcome to the Data Portal" intro="Choose a password to get started. Nobody else knows it.">
      <LinkPasswordForm
        label="Password"
        submitLabel="Come in"
        busyLabel="Signing in..."
        send={(password) => auth.acceptInvitation({ token, password })}
        onDone={() => router.navigate({ to: PAGES.home.path, replace: true })}
      />
    </PublicFrame>
  );
}
