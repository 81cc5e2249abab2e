import { createFileRoute } from "@tanstack/react-router";
import { servicesAhead } from "../../../features/services/ahead";
import { Services } from "../../../features/services/services";
import { askAhead } from "../../../shell/ahead";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/services")({
  loader: ({ cause }) => askAhead("services", cause, () => servicesAhead()),
  head: () => pageHead("services"),
  component: () => (
    <CapabilityGate page="services">
      <Services />
    </CapabilityGate>
  ),
});
