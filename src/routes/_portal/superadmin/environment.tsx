import { createFileRoute } from "@tanstack/react-router";
import { Environment } from "../../../features/environment/environment";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/title";

export const Route = createFileRoute("/_portal/superadmin/environment")({
  head: () => ({ meta: [{ title: pageTitle("Environment") }] }),
  component: () => (
    <CapabilityGate capability="environment.read" page="Environment" heldBy="super admins">
      <Environment />
    </CapabilityGate>
  ),
});
