import { createFileRoute } from "@tanstack/react-router";
import { Services } from "../../../features/services/services";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/services")({
  head: () => ({ meta: [{ title: pageTitle("Services") }] }),
  component: () => (
    <CapabilityGate capability="services.manage" page="Services" heldBy="super admins">
      <Services />
    </CapabilityGate>
  ),
});
