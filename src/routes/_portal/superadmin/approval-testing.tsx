import { createFileRoute } from "@tanstack/react-router";
import { parseSimulationSearch, type SimulationSearch } from "../../../features/catalog/search";
import { ApprovalTesting } from "../../../features/catalog/testing/approval-testing";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/approval-testing")({
  validateSearch: parseSimulationSearch,
  head: () => pageHead("approvalTesting"),
  component: Page,
});

function Page() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (changes: Partial<SimulationSearch>) =>
    void navigate({
      search: (before) => parseSimulationSearch({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <CapabilityGate page="approvalTesting">
      <ApprovalTesting search={search} onSearch={change} />
    </CapabilityGate>
  );
}
