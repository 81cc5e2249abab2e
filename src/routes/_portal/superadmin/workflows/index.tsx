import { createFileRoute } from "@tanstack/react-router";
import { templatesAhead } from "../../../../features/catalog/ahead";
import { Templates } from "../../../../features/catalog/templates";
import { askAhead } from "../../../../shell/ahead";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/workflows/")({
  loader: ({ cause }) => askAhead("workflows", cause, () => templatesAhead()),
  head: () => pageHead("workflows"),
  component: () => (
    <CapabilityGate page="workflows">
      <Templates />
    </CapabilityGate>
  ),
});
