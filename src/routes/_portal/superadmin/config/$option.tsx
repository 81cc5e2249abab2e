import { createFileRoute } from "@tanstack/react-router";
import { OptionPage } from "../../../../features/config/option-page";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/config/$option")({
  head: () => pageHead("configOption"),
  component: Option,
});

function Option() {
  const { option } = Route.useParams();
  return (
    <CapabilityGate page="configOption">
      <OptionPage key={option} option={option} />
    </CapabilityGate>
  );
}
