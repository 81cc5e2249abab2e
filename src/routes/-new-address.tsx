import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type AuthFlow, authMessage } from "../../contracts/auth-errors";
import { PAGES } from "../../convex/site/pages";
import { useOpenedLink } from "../features/people/signin/use-opened-link";
import { PublicFrame } from "../shell/auth/public-frame";
import { useAuth } from "../shell/session";
import { Button } from "../ui/button";
import { buttonClasses } from "../ui/button-classes";
import { Alert } from "../ui/page/alert";

const broken = (flow: AuthFlow) =>
  ({ ok: false, code: "link_invalid", message: authMessage("link_invalid", flow) }) as const;
const BROKEN = { "change-email": broken("other"), "correct-email": broken("correction") } as const;

/** Takes the address of a mailed link. Opening the link changes nothing: mail scanners open links, too. */
export function NewAddress({ purpose, from }: { purpose: "change-email" | "correct-email"; from: string | undefined }) {
  const auth = useAuth();
  const { token, outcome } = useOpenedLink(from, purpose, BROKEN[purpose]);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  if (done !== null)
    return (
      <PublicFrame title="Your email address was changed">
        <Alert meaning="success" title={`You sign in as ${done} now`}>
          Accounts in other systems keep the address they have.
        </Alert>
        <Link to={PAGES.profile.path} className={buttonClasses({ size: "lg", className: "mt-4" })}>
          Go to your profile
        </Link>
      </PublicFrame>
    );
  if (outcome === null) return <PublicFrame title="Confirm your new email address" intro="One moment." />;
  const problem = outcome.ok ? failure : outcome.message;
  if (problem !== null)
    return (
      <PublicFrame title="Your email address was not changed">
        <Alert meaning="danger" title={problem} />
        {purpose === "correct-email" ? null : (
          <Link
            to={PAGES.profile.path}
            className={buttonClasses({ variant: "outline", size: "lg", className: "mt-4" })}
          >
            Request a new link
          </Link>
        )}
      </PublicFrame>
    );
  async function confirm(): Promise<void> {
    setBusy(true);
    const result = await (purpose === "change-email" ? auth.changeEmail({ token }) : auth.correctEmail({ token }));
    setBusy(false);
    if (result.ok) setDone(result.email);
    else setFailure(result.message);
  }
  return (
    <PublicFrame
      title="Confirm your new email address"
      intro="You sign in with it from now on. Links mailed to your old address stop working."
    >
      <Button size="lg" className="mt-2 w-full" busy={isBusy} busyLabel="Changing..." onClick={() => void confirm()}>
        Use this address
      </Button>
    </PublicFrame>
  );
}
