import { createFileRoute } from "@tanstack/react-router";
import { Templates } from "../../../../features/templates/templates";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageTitle } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/workflows/")({
  head: () => ({ meta: [{ title: pageTitle("Workflows") }] }),
  component: () => (
    <CapabilityGate capability="templates.read" page="Workflows" heldBy="super admins">
      <Templates />
    </CapabilityGate>
  ),
});
