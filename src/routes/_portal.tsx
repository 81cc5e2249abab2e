import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { PageError } from "../shell/errors/page-error";
import { PortalFrame } from "../shell/frame";
import { FrameSkeleton } from "../shell/frame-skeleton";
import { useViewer } from "../shell/session";

/** The authenticated layout: nobody gets past it without a user. */
export const Route = createFileRoute("/_portal")({
  beforeLoad: ({ context, location }) => {
    if (context.userId) return;
    throw redirect({ href: `/signin?redirect=${encodeURIComponent(location.href)}` });
  },
  component: Portal,
  errorComponent: PageError,
});

function Portal() {
  const viewer = useViewer();
  if (!viewer) return <FrameSkeleton />;
  return (
    <PortalFrame viewer={viewer}>
      <Outlet />
    </PortalFrame>
  );
}
