import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../-open-ahead";
import { Templates } from "../../../../features/catalog/templates";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/workflows/")({
  loader: (at) => openAhead("workflows", at),
  head: () => pageHead("workflows"),
  component: () => (
    <CapabilityGate page="workflows">
      <Templates />
    </CapabilityGate>
  ),
});
