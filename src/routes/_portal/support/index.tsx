import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { parseSupportSearch } from "../../../features/tickets/search";
import { Tickets } from "../../../features/tickets/tickets";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/")({
  validateSearch: parseSupportSearch,
  loader: (at) => openAhead("support", at),
  head: () => pageHead("support"),
  component: SupportPage,
});

function SupportPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="support">
      <Tickets
        search={search}
        onSearch={(next, how) => void navigate({ search: next, replace: how === "replace", resetScroll: false })}
      />
    </CapabilityGate>
  );
}
