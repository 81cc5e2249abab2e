import { createFileRoute } from "@tanstack/react-router";
import { OwnRequests } from "../../../features/own-requests/own-requests";
import { parseOwnSearch } from "../../../features/own-requests/view";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/title";

export const Route = createFileRoute("/_portal/requests/")({
  validateSearch: parseOwnSearch,
  head: () => ({ meta: [{ title: pageTitle("My requests") }] }),
  component: OwnRequestsPage,
});

function OwnRequestsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate capability="requests.readOwn" page="My requests" heldBy="everybody with an active account">
      <OwnRequests
        search={search}
        onSearch={(next) => void navigate({ search: parseOwnSearch({ ...next }), replace: true, resetScroll: false })}
        onOpenDraft={(type, draft) => void navigate({ to: "/requests/create", search: { type, draft } })}
      />
    </CapabilityGate>
  );
}
