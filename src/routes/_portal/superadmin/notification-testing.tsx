import { createFileRoute } from "@tanstack/react-router";
import { NotificationTesting } from "../../../features/notifications/testing/notification-testing";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

/** What cannot be read counts as left out, so an old link still opens the screen. */
function parseSearch(raw: Readonly<Record<string, unknown>>): { kind?: string } {
  return typeof raw.kind === "string" ? { kind: raw.kind } : {};
}

export const Route = createFileRoute("/_portal/superadmin/notification-testing")({
  validateSearch: parseSearch,
  head: () => pageHead("notificationTesting"),
  component: NotificationTestingPage,
});

function NotificationTestingPage() {
  const { kind } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="notificationTesting">
      <NotificationTesting
        named={kind}
        onKind={(next) => void navigate({ search: parseSearch({ kind: next }), replace: true, resetScroll: false })}
      />
    </CapabilityGate>
  );
}
