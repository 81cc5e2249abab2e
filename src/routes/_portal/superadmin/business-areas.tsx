import { createFileRoute } from "@tanstack/react-router";
import { areasAhead } from "../../../features/areas/ahead";
import { Areas } from "../../../features/areas/areas";
import { parseAreasSearch } from "../../../features/areas/search";
import { askAhead } from "../../../shell/ahead";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/business-areas")({
  validateSearch: parseAreasSearch,
  loader: ({ cause }) => askAhead("businessAreas", cause, () => areasAhead()),
  head: () => pageHead("businessAreas"),
  component: AreasPage,
});

function AreasPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="businessAreas">
      <Areas search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
    </CapabilityGate>
  );
}
