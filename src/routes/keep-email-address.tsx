import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { authMessage } from "../../contracts/auth-errors";
import { useOpenedLink } from "../features/people/signin/use-opened-link";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";
import { useAuth } from "../shell/session";
import { Button } from "../ui/button";
import { Alert } from "../ui/page/alert";

const BROKEN = { ok: false, code: "link_invalid", message: authMessage("link_invalid", "correction") } as const;

export const Route = createFileRoute("/keep-email-address")({
  validateSearch: (search): { token?: string } =>
    typeof search["token"] === "string" ? { token: search["token"] } : {},
  head: () => pageHead("keepEmail"),
  component: Page,
});

function Page() {
  return <KeptAddress from={Route.useSearch().token} />;
}

/** Stops what a colleague corrects, from the old mailbox. Opening the link stops nothing: mail scanners open links, too. */
function KeptAddress({ from }: { from: string | undefined }) {
  const auth = useAuth();
  const { token, outcome } = useOpenedLink(from, "keep-email", BROKEN);
  const [isBusy, setBusy] = useState(false);
  const [isKept, setKept] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (isKept)
    return (
      <PublicFrame title="You keep your email address">
        <Alert meaning="success" title="The change was stopped">
          Those who look after people are notified.
        </Alert>
      </PublicFrame>
    );
  if (outcome === null) return <PublicFrame title="Keep your email address" intro="One moment." />;
  const broken = outcome.ok ? failure : outcome.message;
  if (broken !== null)
    return (
      <PublicFrame title="Nothing was stopped">
        <Alert meaning="danger" title={broken}>
          If your address was changed and you do not know why, tell whoever runs the portal at once.
        </Alert>
      </PublicFrame>
    );
  async function stop(): Promise<void> {
    setBusy(true);
    const result = await auth.keepEmail({ token });
    setBusy(false);
    if (result.ok) setKept(true);
    else setFailure(result.message);
  }
  return (
    <PublicFrame
      title="Keep your email address"
      intro="A colleague is changing the email address of your account. If you do not know why, stop it."
    >
      <Button size="lg" className="mt-2 w-full" busy={isBusy} busyLabel="Stopping..." onClick={() => void stop()}>
        Keep my address
      </Button>
    </PublicFrame>
  );
}
