import { createFileRoute } from "@tanstack/react-router";
import { MailWarning, SnowflakeVariables } from "../../../features/environment/setup-parts";
import { SetupPage } from "../../../features/home/setup/setup-page";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/first-steps")({
  head: () => ({ meta: [{ title: pageTitle("First Steps") }] }),
  component: () => (
    <CapabilityGate capability="areas.write" page="First Steps" heldBy="super admins">
      <SetupPage details={{ people: <MailWarning />, connection: <SnowflakeVariables /> }} />
    </CapabilityGate>
  ),
});
