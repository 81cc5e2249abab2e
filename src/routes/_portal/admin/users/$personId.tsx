import { createFileRoute } from "@tanstack/react-router";
import { PersonScreen } from "../../../../features/people/directory/person-screen";
import { parsePersonSearch, type PersonTabName } from "../../../../features/people/directory/person-search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/users/$personId")({
  validateSearch: parsePersonSearch,
  head: () => pageHead("person"),
  component: Person,
});

function Person() {
  const { personId } = Route.useParams();
  const { tab = "overview" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const showTab = (next: PersonTabName) =>
    void navigate({ search: parsePersonSearch({ tab: next }), replace: true, resetScroll: false });
  return (
    <CapabilityGate page="person">
      <PersonScreen key={personId} personId={personId} tab={tab} onTab={showTab} />
    </CapabilityGate>
  );
}
