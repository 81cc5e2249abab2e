import { createFileRoute, notFound, Outlet, redirect, rootRouteId } from "@tanstack/react-router";
import { signInHref } from "../../contracts/redirect";
import { useUnseenCount } from "../features/notifications/api";
import { PageError } from "../shell/errors/page-error";
import { PortalFrame } from "../shell/frame/frame";
import { Opening } from "../shell/frame/opening";
import { useMustChangePassword, useViewer } from "../shell/session";
import { lazyPart } from "../ui/lazy-part";
import { FirstPassword } from "./-first-password";

const Finder = lazyPart(() => import("./-finder").then((part) => part.Finder));

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
  // Not lazy: a part whose code is late is rendered again when the session becomes known, without what was typed into
  // it.
  if (mustChangePassword) return <FirstPassword />;
  if (!viewer) return <Opening />;
  return (
    <PortalFrame viewer={viewer} unseen={unseen} finder={Finder}>
      <Outlet />
    </PortalFrame>
  );
}
