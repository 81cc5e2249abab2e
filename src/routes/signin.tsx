import { createFileRoute, redirect, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { safeRedirect } from "../../contracts/redirect";
import { PAGES } from "../../convex/site/pages";
import { ModeSwitch } from "../features/people/signin/mode-switch";
import { SignInForm } from "../features/people/signin/sign-in-form";
import { SignUpForm } from "../features/people/signin/sign-up-form";
import { PublicFrame } from "../shell/auth/public-frame";
import { pageHead } from "../shell/frame/title";
import { Alert } from "../ui/page/alert";

interface SignInSearch {
  redirect?: string;
  /** "complete": the address was just verified. */
  verification?: "complete";
  /** "reset": the password was just replaced by a mailed link. */
  password?: "reset";
}

export const Route = createFileRoute("/signin")({
  validateSearch: (search): SignInSearch => {
    const target = safeRedirect(search["redirect"]);
    return {
      ...(target === "/" ? {} : { redirect: target }),
      ...(search["verification"] === "complete" ? { verification: "complete" as const } : {}),
      ...(search["password"] === "reset" ? { password: "reset" as const } : {}),
    };
  },
  beforeLoad: ({ context, search }) => {
    if (context.userId) throw redirect({ href: safeRedirect(search.redirect), replace: true });
  },
  head: () => pageHead("signIn"),
  component: SignInPage,
});

function SignInPage() {
  const router = useRouter();
  const search = Route.useSearch();
  const [isNew, setIsNew] = useState(false);
  const handlers = {
    onSignedIn: () => router.navigate({ href: safeRedirect(search.redirect), replace: true }),
    onUnverified: (email: string) => router.navigate({ to: PAGES.verificationStatus.path, search: { email } }),
  };
  return (
    <PublicFrame
      title={isNew ? "Create your account" : "Sign in"}
      intro={
        isNew
          ? "With your company address. We send you a link to verify it."
          : "Requests, approvals and help for the data platform."
      }
    >
      {search.verification === "complete" && !isNew ? (
        <Alert meaning="success" title="Your email address is verified" className="mb-4">
          You can sign in now.
        </Alert>
      ) : null}
      {search.password === "reset" && !isNew ? (
        <Alert meaning="success" title="Your password was reset" className="mb-4">
          Sign in with the new one.
        </Alert>
      ) : null}
      {isNew ? <SignUpForm {...handlers} /> : <SignInForm {...handlers} />}
      <ModeSwitch isNew={isNew} onChange={setIsNew} />
    </PublicFrame>
  );
}
