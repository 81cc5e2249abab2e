import { createFileRoute, Outlet, redirect } from "@tanstack/react-router";
import { FirstPasswordForm } from "../features/people/signin/first-password-form";
import { PublicFrame } from "../shell/auth/public-frame";
import { signInHref } from "../shell/auth/redirect";
import { PageError } from "../shell/errors/page-error";
import { PortalFrame } from "../shell/frame";
import { FrameSkeleton } from "../shell/frame-skeleton";
import { useMustChangePassword, useViewer } from "../shell/session";

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
  if (mustChangePassword) {
    return (
      <PublicFrame title="Choose your own password" intro="The one you signed in with was made for you. Replace it to go on.">
        <FirstPasswordForm email={viewer?.email ?? ""} />
      </PublicFrame>
    );
  }
  if (!viewer) return <FrameSkeleton />;
  return (
    <PortalFrame viewer={viewer}>
      <Outlet />
    </PortalFrame>
  );
}
