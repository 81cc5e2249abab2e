import { createFileRoute, useRouter } from "@tanstack/react-router";
import { createServerFn } from "@tanstack/react-start";
import { useCallback } from "react";
import { useOnce } from "../../features/people/signin/use-once";
import { PublicFrame } from "../../shell/auth/public-frame";
import { useAuth } from "../../shell/session";
import { Alert } from "../../ui/page/alert";

/**
 * Signs a demo person in without a form. This route exists only in a build made with PORTAL_TEST_ROUTES=1;
 * it bypasses nothing, it only knows the demo accounts' password.
 */
const readDemoPassword = createServerFn({ method: "POST" }).handler(async (): Promise<string> => {
  const { readFile } = await import("node:fs/promises");
  const dataDir = process.env["DATA_DIR"] ?? "./data";
  return (await readFile(`${dataDir}/demo-password`, "utf8")).trim();
});

// @ts-expect-error -- the committed route tree, which types are checked against, leaves this route out
export const Route = createFileRoute("/test/auto-login")({
  validateSearch: (search): { email?: string } =>
    typeof search["email"] === "string" ? { email: search["email"] } : {},
  component: AutoLoginPage,
});

function AutoLoginPage() {
  const auth = useAuth();
  const router = useRouter();
  const { email = "staff@ao.com" } = Route.useSearch() as { email?: string };
  const enter = useCallback(async () => {
    const result = await auth.signIn({ email, password: await readDemoPassword() });
    if (result.ok) await router.navigate({ to: "/", replace: true });
    return result;
  }, [auth, email, router]);
  const outcome = useOnce(enter);
  return (
    <PublicFrame title="Signing in for a test" intro={email}>
      {outcome !== null && !outcome.ok ? <Alert meaning="danger" title={outcome.message} /> : null}
    </PublicFrame>
  );
}
