import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { Suspense } from "react";
import { useUnseenCount } from "../features/notifications/api";
import { signInHref } from "../shell/auth/redirect";
import { PageError } from "../shell/errors/page-error";
import { PortalFrame } from "../shell/frame";
import { FrameSkeleton } from "../shell/frame-skeleton";
import { useMustChangePassword, useViewer } from "../shell/session";
import { lazyPart } from "../ui/lazy-part";

const FirstPassword = lazyPart(() => import("./-first-password").then((part) => part.FirstPassword));

/** The authenticated layout: nobody gets past it without a user. */
export const Route = createFileRoute("/_portal")({
  beforeLoad: ({ context, location }) => {
    if (context.userId) return;
    throw redirect({ href: signInHref(location.href) });
  },
  component: Portal,
  errorComponent: PageError,
});

function Portal() {
  const viewer = useViewer();
  const mustChangePassword = useMustChangePassword();
  const unseen = useUnseenCount();
  if (mustChangePassword) {
    return (
      <Suspense fallback={null}>
        <FirstPassword email={viewer?.email ?? ""} />
      </Suspense>
    );
  }
  if (!viewer) return <FrameSkeleton />;
  return (
    <PortalFrame viewer={viewer} unseen={unseen}>
      <Outlet />
    </PortalFrame>
  );
}
