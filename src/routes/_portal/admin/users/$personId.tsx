import { createFileRoute } from "@tanstack/react-router";
import { PersonScreen } from "../../../../features/people/directory/person-screen";
import { parsePersonSearch, type PersonSearch } from "../../../../features/people/directory/person-search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";
import { useViewer } from "../../../../shell/session";
import { personSlots } from "./-person-slots";

export const Route = createFileRoute("/_portal/admin/users/$personId")({
  validateSearch: parsePersonSearch,
  head: () => pageHead("person"),
  component: Person,
});

function Person() {
  const { personId } = Route.useParams();
  const { tab = "overview", ...tried } = Route.useSearch();
  const navigate = Route.useNavigate();
  const may = useViewer()?.capabilities ?? [];
  const show = (next: PersonSearch) =>
    void navigate({ search: parsePersonSearch({ ...next }), replace: true, resetScroll: false });
  return (
    <CapabilityGate page="person">
      <PersonScreen
        key={personId}
        personId={personId}
        tab={tab}
        onTab={(next) => show({ tab: next })}
        {...personSlots({ personId, tried, onTry: (next) => show({ tab: "leaving", ...next }), may })}
      />
    </CapabilityGate>
  );
}
