import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { authMessage } from "../../contracts/auth-errors";
import { PAGES } from "../../convex/site/pages";
import { LinkPasswordForm } from "../features/people/signin/link-password-form";
import { useOpenedLink } from "../features/people/signin/use-opened-link";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";
import { type AuthFailed, useAuth } from "../shell/session";
import { Button } from "../ui/button";
import { buttonClasses } from "../ui/button-classes";
import { Alert } from "../ui/page/alert";

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
  if (!outcome.ok) return <Over token={token} outcome={outcome} />;
  return (
    <PublicFrame title="Welcome to the Data Portal" intro="Choose a password to come in. Nobody else knows it.">
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

/** Why the link opens nothing, and how its person gets another one without asking anybody. */
function Over({ token, outcome }: { token: string; outcome: AuthFailed }) {
  const auth = useAuth();
  const [asked, setAsked] = useState<"no" | "busy" | "sent">("no");
  const [failure, setFailure] = useState<string | null>(null);
  async function askAgain(): Promise<void> {
    setAsked("busy");
    const result = await auth.renewInvitation({ token });
    setAsked(result.ok ? "sent" : "no");
    setFailure(result.ok ? null : result.message);
  }
  if (asked === "sent")
    return (
      <PublicFrame title="Look into your mail">
        <Alert meaning="success" title="If your invitation still stands, a new link is on its way.">
          Only the newest link works. If nothing comes, ask whoever invited you.
        </Alert>
      </PublicFrame>
    );
  const canAsk = outcome.code === "invitation_expired" && token !== "";
  return (
    <PublicFrame title={outcome.code === "invitation_expired" ? "Your invitation has expired" : "Your invitation"}>
      <Alert meaning={outcome.code === "invitation_expired" ? "info" : "danger"} title={outcome.message}>
        {canAsk ? "You can have another link sent to the same address." : null}
      </Alert>
      {failure === null ? null : <Alert meaning="danger" title={failure} className="mt-4" />}
      <div className="mt-4 flex flex-wrap gap-3">
        {canAsk ? (
          <Button size="lg" busy={asked === "busy"} busyLabel="Sending..." onClick={() => void askAgain()}>
            Send me a new one
          </Button>
        ) : (
          <Link to={PAGES.forgotPassword.path} className={buttonClasses({ variant: "outline", size: "lg" })}>
            Request a new link
          </Link>
        )}
        <Link to={PAGES.signIn.path} className={buttonClasses({ variant: "outline", size: "lg" })}>
          Go to sign in
        </Link>
      </div>
    </PublicFrame>
  );
}
