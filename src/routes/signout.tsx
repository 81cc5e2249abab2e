import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { PAGES } from "../../convex/site/pages";
import { useOnce } from "../features/people/signin/use-once";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";
import { useAuth } from "../shell/session";
import { Button } from "../ui/button";
import { Alert } from "../ui/page/alert";

export const Route = createFileRoute("/signout")({
  head: () => pageHead("signOut"),
  component: SignOutPage,
});

function SignOutPage() {
  const auth = useAuth();
  const router = useRouter();
  const leave = useCallback(async () => {
    const result = await auth.signOut();
    if (result.ok) await router.navigate({ to: PAGES.signIn.path, search: {}, replace: true });
    return result;
  }, [auth, router]);
  const result = useOnce(leave);
  if (result === null || result.ok) return <PublicFrame title="Signing out" intro="One moment." />;
  return (
    <PublicFrame title="You are still signed in">
      <Alert meaning="danger" title={result.message} />
      <Button size="lg" className="mt-4" onClick={() => void leave()}>
        Try again
      </Button>
    </PublicFrame>
  );
}
