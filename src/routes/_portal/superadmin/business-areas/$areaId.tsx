import { createFileRoute } from "@tanstack/react-router";
import { AreaScreen } from "../../../../features/areas/area-screen";
import { type AreaTabName, parseAreaSearch } from "../../../../features/areas/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/business-areas/$areaId")({
  validateSearch: parseAreaSearch,
  head: () => pageHead("businessArea"),
  component: Area,
});

function Area() {
  const { areaId } = Route.useParams();
  const { tab = "overview" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const showTab = (next: AreaTabName) =>
    void navigate({ search: parseAreaSearch({ tab: next }), replace: true, resetScroll: false });
  return (
    <CapabilityGate page="businessArea">
      <AreaScreen key={areaId} areaId={areaId} tab={tab} onTab={showTab} />
    </CapabilityGate>
  );
}
