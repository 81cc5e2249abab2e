import { createFileRoute } from "@tanstack/react-router";
import { MailWarning, ConnectionVariables } from "../../../features/environment/setup-parts";
import { SetupPage } from "../../../features/home/setup/setup-page";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/first-steps")({
  head: () => pageHead("firstSteps"),
  component: () => (
    <CapabilityGate page="firstSteps">
      <SetupPage details={{ people: <MailWarning />, connection: <ConnectionVariables /> }} />
    </CapabilityGate>
  ),
});
