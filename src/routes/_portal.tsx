import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { useUnseenCount } from "../features/notifications/api";
import { signInHref } from "../shell/auth/redirect";
import { PageError } from "../shell/errors/page-error";
import { PortalFrame } from "../shell/frame";
import { FrameSkeleton } from "../shell/frame-skeleton";
import { useMustChangePassword, useViewer } from "../shell/session";
import { FirstPassword } from "./-first-password";

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
  // Not lazy: a part whose code is late is rendered anew when the session becomes known, without what was typed into it.
  if (mustChangePassword) return <FirstPassword />;
  if (!viewer) return <FrameSkeleton />;
  return (
    <PortalFrame viewer={viewer} unseen={unseen}>
      <Outlet />
    </PortalFrame>
  );
}
