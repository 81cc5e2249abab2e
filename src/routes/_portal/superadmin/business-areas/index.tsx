import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../-open-ahead";
import { Areas } from "../../../../features/areas/areas";
import { parseAreasSearch } from "../../../../features/areas/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/business-areas/")({
  validateSearch: parseAreasSearch,
  loader: (at) => openAhead("businessAreas", at),
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
