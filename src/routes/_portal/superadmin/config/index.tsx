import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../-open-ahead";
import { Config } from "../../../../features/config/config";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/config/")({
  loader: (at) => openAhead("config", at),
  head: () => pageHead("config"),
  component: ConfigPage,
});

function ConfigPage() {
  return (
    <CapabilityGate page="config">
      <Config />
    </CapabilityGate>
  );
}
