import { useEffect, useState } from "react";
import { PAGES } from "../../../convex/site/pages";
import { Button } from "../../ui/button";
import { useIsConnected } from "../connection-status";
import { MessageScreen } from "../errors/screen";
import { useAcceptance } from "../session";
import { FrameSkeleton } from "./frame-skeleton";
import { type NotIn, WAIT_MS, whatIsInTheWay } from "./not-in";

/** A page that is still out tries by itself this often: whoever mends the backend need not tell everybody to reload. */
const RETRY_MS = 20_000;

/** The frame while a signed-in page opens; in words what keeps it, when something does. */
export function Opening() {
  const { isAccepted, isRefused, backendUrl, again } = useAcceptance();
  const obstacle = whatIsInTheWay({ isRefused, isConnected: useIsConnected() });
  const [shown, setShown] = useState<NotIn | null>(null);
  if (isAccepted && shown !== null) setShown(null);
  useEffect(() => {
    if (obstacle === null || obstacle === shown) return;
    const timer = setTimeout(() => setShown(obstacle), WAIT_MS[obstacle]);
    return () => clearTimeout(timer);
  }, [obstacle, shown]);
  useEffect(() => {
    if (shown !== "refused") return;
    const timer = setInterval(again, RETRY_MS);
    return () => clearInterval(timer);
  }, [shown, again]);
  if (shown === null) return <FrameSkeleton />;
  return <Obstacle what={shown} backendUrl={backendUrl} onRetry={again} />;
}

const words = {
  refused: {
    title: "You are signed in, but the portal cannot open",
    text: "The part of the portal that keeps its data does not accept your sign-in. Nothing is wrong with your account, and nothing you saved is lost. This page retries automatically; if it stays like this, tell the people who run the portal.",
    operator:
      "does not accept this portal's sign-in: its auth config does not know the issuer or the keys. Restart the portal with CONVEX_URL and CONVEX_DEPLOY_KEY set: the start checks the deployment, sets AUTH_ISSUER and AUTH_JWKS there, and lists what is missing.",
    operatorHere:
      "does not accept this portal's sign-in. Restart the portal; it hands its engine the keys again at every start. If that does not help, compare AUTH_ISSUER with the last start that worked.",
  },
  unreachable: {
    title: "The portal's data cannot be reached",
    text: "The part of the portal that keeps its data does not answer. Nothing you saved is lost. This page continues automatically as soon as it does; if it stays like this, tell the people who run the portal.",
    operator: "does not answer this browser. Check that it runs, and that browsers may reach it, also by WebSocket.",
    operatorHere:
      "does not answer this browser. Check that the process runs, and that a proxy in front of it passes WebSocket upgrades.",
  },
} as const;

function Obstacle({ what, backendUrl, onRetry }: { what: NotIn; backendUrl: string | null; onRetry: () => void }) {
  const { title, text, operator, operatorHere } = words[what];
  return (
    <MessageScreen title={title} role="alert">
      <p className="text-ink-soft">{text}</p>
      <p className="rounded-lg border border-line bg-sunken px-3 py-2 text-sm text-ink-soft wrap-anywhere">
        <span className="font-medium text-ink">For the people who run the portal: </span>
        {backendUrl === null ? (
          <>the portal's engine {operatorHere}</>
        ) : (
          <>
            the deployment <span className="font-mono">{backendUrl}</span> {operator}
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onRetry}>Try again</Button>
        <Button variant="outline" onClick={() => location.assign(PAGES.signOut.path)}>
          Sign out
        </Button>
      </div>
    </MessageScreen>
  );
}
