import { createFileRoute } from "@tanstack/react-router";
import { KINDS, type NotificationKind } from "../../../../convex/notifications/rules";
import { NotificationTesting } from "../../../features/notifications/testing/notification-testing";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/title";

const FIRST: NotificationKind = "approval.asked";

/** What cannot be read counts as left out, so an old link still opens the screen. */
function parseSearch(raw: Readonly<Record<string, unknown>>): { kind?: NotificationKind } {
  return typeof raw.kind === "string" && Object.hasOwn(KINDS, raw.kind) && raw.kind !== FIRST ? { kind: raw.kind as NotificationKind } : {};
}

export const Route = createFileRoute("/_portal/superadmin/notification-testing")({
  validateSearch: parseSearch,
  head: () => ({ meta: [{ title: pageTitle("Notification Testing") }] }),
  component: NotificationTestingPage,
});

function NotificationTestingPage() {
  const { kind = FIRST } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate capability="mail.read" page="Notification Testing" heldBy="super admins">
      <NotificationTesting kind={kind} onKind={(next) => void navigate({ search: parseSearch({ kind: next }), replace: true, resetScroll: false })} />
    </CapabilityGate>
  );
}
