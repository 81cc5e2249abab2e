import { createFileRoute, notFound, Outlet, redirect, rootRouteId } from "@tanstack/react-router";
import { Suspense } from "react";
import { useUnseenCount } from "../features/notifications/api";
import { signInHref } from "../shell/auth/redirect";
import { PageError } from "../shell/errors/page-error";
import { PortalFrame } from "../shell/frame";
import { FrameSkeleton } from "../shell/frame-skeleton";
import { useMustChangePassword, useViewer } from "../shell/session";
import { lazyPart } from "../ui/lazy-part";

const Finder = lazyPart(() => import("./-finder").then((part) => part.Finder));
const FirstPassword = lazyPart(() => import("./-first-password").then((part) => part.FirstPassword));

// Made once: a boundary that gets a new element before its code is there drops what the server sent, and the typed text with it.
const firstPassword = (
  <Suspense fallback={null}>
    <FirstPassword />
  </Suspense>
);

/** The authenticated layout: nobody gets past it without a user. */
export const Route = createFileRoute("/_portal")({
  beforeLoad: ({ context, location, matches }) => {
    if (context.userId) return;
    // An address that leads nowhere says so; there is nothing to sign in for.
    if (matches.some(({ routeId }) => routeId === "/_portal/$")) throw notFound({ routeId: rootRouteId });
    throw redirect({ href: signInHref(location.href) });
  },
  component: Portal,
  errorComponent: PageError,
});

function Portal() {
  const viewer = useViewer();
  const mustChangePassword = useMustChangePassword();
  const unseen = useUnseenCount();
  if (mustChangePassword) return firstPassword;
  if (!viewer) return <FrameSkeleton />;
  return (
    <PortalFrame viewer={viewer} unseen={unseen} finder={Finder}>
      <Outlet />
    </PortalFrame>
  );
}
