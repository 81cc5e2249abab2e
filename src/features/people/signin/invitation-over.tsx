import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { PAGES } from "../../../../convex/site/pages";
import { type AuthFailed, useAuth } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { Alert } from "../../../ui/page/alert";

/** Why the link opens nothing, and how its person gets another one without asking anybody. */
export function InvitationOver({ token, outcome }: { token: string; outcome: AuthFailed }) {
  const auth = useAuth();
  const [renewal, setRenewal] = useState<"no" | "busy" | "sent">("no");
  const [failure, setFailure] = useState<string | null>(null);
  async function askAgain(): Promise<void> {
    setRenewal("busy");
    const result = await auth.renewInvitation({ token });
    setRenewal(result.ok ? "sent" : "no");
    setFailure(result.ok ? null : result.message);
  }
  if (renewal === "sent")
    return (
      <Alert meaning="success" title="If your invitation is still valid, a new link is on its way.">
        Only the newest link works. If nothing comes, ask whoever invited you.
      </Alert>
    );
  const isExpired = outcome.code === "invitation_expired";
  const canAsk = isExpired && token !== "";
  return (
    <>
      {isExpired ? (
        // The page's title says that it has expired.
        <Alert
          meaning="info"
          title={
            canAsk
              ? "You can have another link sent to the same address."
              : "Use the newest link you were sent, or ask for another one."
          }
        />
      ) : (
        <Alert meaning="danger" title={outcome.message} />
      )}
      {failure === null ? null : <Alert meaning="danger" title={failure} className="mt-4" />}
      <div className="mt-4 flex flex-wrap gap-3">
        {canAsk ? (
          <Button size="lg" busy={renewal === "busy"} busyLabel="Sending..." onClick={() => void askAgain()}>
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
    </>
  );
}
