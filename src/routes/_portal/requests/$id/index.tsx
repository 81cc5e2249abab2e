import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../-open-ahead";
import { useReadableAddress } from "../../../../components/linked/readable-address";
import { AlsoHere } from "../../../../features/presence/also-here";
import { RequestPage } from "../../../../features/requests/page/request-page";
import { type DetailTab, parseDetailSearch } from "../../../../features/requests/page/search";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/$id/")({
  validateSearch: parseDetailSearch,
  loader: (at) => openAhead("request", at),
  head: ({ params }) => pageHead("request", params),
  component: OwnRequest,
});

function OwnRequest() {
  const { id } = Route.useParams();
  const { tab = "conversation" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { openedAs, onAddress } = useReadableAddress(id, (key, how) => void navigate({ params: { id: key }, ...how }));
  const showTab = (next: DetailTab) =>
    void navigate({ search: parseDetailSearch({ tab: next }), replace: true, resetScroll: false });
  return (
    <RequestPage
      name={openedAs}
      isAdminFrame={false}
      tab={tab}
      onTab={showTab}
      onAddress={onAddress}
      alsoHere={(request) => <AlsoHere request={request} page="request" />}
    />
  );
}
