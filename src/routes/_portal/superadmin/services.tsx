import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { Services } from "../../../features/services/services";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/services")({
  loader: (at) => openAhead("services", at),
  head: () => pageHead("services"),
  component: () => (
    <CapabilityGate page="services">
      <Services />
    </CapabilityGate>
  ),
});
