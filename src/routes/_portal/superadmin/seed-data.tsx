import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { SeedData } from "../../../features/seedData/seed-data";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/seed-data")({
  loader: (at) => openAhead("seedData", at),
  head: () => pageHead("seedData"),
  component: SeedDataPage,
});

function SeedDataPage() {
  return (
    <CapabilityGate page="seedData">
      <SeedData />
    </CapabilityGate>
  );
}
