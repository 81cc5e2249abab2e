import { createFileRoute } from "@tanstack/react-router";
import { parseSimulationSearch, type SimulationSearch } from "../../../features/templates/search";
import { ApprovalTesting } from "../../../features/templates/testing/approval-testing";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/approval-testing")({
  validateSearch: parseSimulationSearch,
  head: () => ({ meta: [{ title: pageTitle("Approval Testing") }] }),
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
    <CapabilityGate capability="approvals.simulate" page="Approval Testing" heldBy="super admins">
      <ApprovalTesting search={search} onSearch={change} />
    </CapabilityGate>
  );
}
