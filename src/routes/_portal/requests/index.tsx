import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { openAhead } from "../../-open-ahead";
import { PAGES } from "../../../../convex/site/pages";
import { OwnRequests } from "../../../features/requests/own/own-requests";
import { parseOwnSearch } from "../../../features/requests/own/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";
import { useWhyNotExport } from "../../../shell/session";

export const Route = createFileRoute("/_portal/requests/")({
  validateSearch: parseOwnSearch,
  loader: (at) => openAhead("requests", at),
  head: () => pageHead("requests"),
  component: OwnRequestsPage,
});

function OwnRequestsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onOpenDraft = useCallback(
    (type: string, draft: string) => void navigate({ to: PAGES.newRequest.path, search: { type, draft } }),
    [navigate],
  );
  return (
    <CapabilityGate page="requests">
      <OwnRequests
        search={search}
        onSearch={(next, how) =>
          void navigate({ search: parseOwnSearch({ ...next }), replace: how === "replace", resetScroll: false })
        }
        whyNotExport={useWhyNotExport("requests.exportOwn")}
        onOpenDraft={onOpenDraft}
      />
    </CapabilityGate>
  );
}
