import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { openAhead } from "../../../-open-ahead";
import { useReadableAddress } from "../../../../components/linked/readable-address";
import { RequestPage } from "../../../../features/requests/page/request-page";
import { type DetailTab, parseDetailSearch } from "../../../../features/requests/page/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";
import { lazyPart } from "../../../../ui/lazy-part";

const AroundRequest = lazyPart(() => import("./-around-request").then((part) => part.AroundRequest));

export const Route = createFileRoute("/_portal/admin/requests/$id")({
  validateSearch: parseDetailSearch,
  loader: (at) => openAhead("requestAsAdmin", at),
  head: ({ params }) => pageHead("requestAsAdmin", params),
  component: AdminRequest,
});

function AdminRequest() {
  const { id } = Route.useParams();
  const { tab = "conversation" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { openedAs, onAddress } = useReadableAddress(id, (key, how) => void navigate({ params: { id: key }, ...how }));
  const showTab = (next: DetailTab) =>
    void navigate({ search: parseDetailSearch({ tab: next }), replace: true, resetScroll: false });
  return (
    <CapabilityGate page="requestAsAdmin">
      <RequestPage
        name={openedAs}
        isAdminFrame
        tab={tab}
        onTab={showTab}
        onAddress={onAddress}
        alsoHere={(request, about) => (
          <Suspense fallback={null}>
            <AroundRequest request={request} about={about} />
          </Suspense>
        )}
      />
    </CapabilityGate>
  );
}
