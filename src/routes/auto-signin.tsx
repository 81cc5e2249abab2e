import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { authMessage } from "../../contracts/auth-errors";
import { PAGES } from "../../convex/site/pages";
import { useOnce } from "../features/people/signin/use-once";
import type { AuthResult } from "../shell/auth/adapter";
import { autoSignIn, invitationTarget, takeInvitation } from "../shell/auth/auto-sign-in";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";
import { useAuth } from "../shell/session";
import { buttonClasses } from "../ui/button-classes";
import { Alert } from "../ui/page/alert";

/**
 * The link of an invitation. Its query (email, password, taskId) is removed from the address by the
 * page's very first script, so this route has no search of its own: the values wait in memory.
 */
export const Route = createFileRoute("/auto-signin")({
  head: () => pageHead("autoSignIn"),
  component: AutoSignInPage,
});

function AutoSignInPage() {
  const auth = useAuth();
  const router = useRouter();
  const enter = useCallback(async (): Promise<AuthResult> => {
    const invitation = takeInvitation(window);
    if (invitation === null) return { ok: false, code: "unknown", message: authMessage("unknown", "auto-sign-in") };
    const result = await autoSignIn(auth, invitation);
    if (!result.ok) return result;
    const target = invitationTarget(invitation.taskId);
    const [, , page] = router.getMatchedRoutes(target);
    await router.navigate({ href: page === undefined ? "/" : target, replace: true });
    return result;
  }, [auth, router]);
  const outcome = useOnce(enter);
  if (outcome === null || outcome.ok) return <PublicFrame title="Signing you in" intro="One moment." />;
  return (
    <PublicFrame title="This link did not sign you in">
      <Alert meaning="danger" title={outcome.message} />
      <Link to={PAGES.signIn.path} className={buttonClasses({ variant: "outline", size: "lg", className: "mt-4" })}>
        Go to sign in
      </Link>
    </PublicFrame>
  );
}
