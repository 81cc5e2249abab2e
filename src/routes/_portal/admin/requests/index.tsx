import { createFileRoute } from "@tanstack/react-router";
import { useQueueProps } from "../../../-queue-props";
import { requestsAhead } from "../../../../features/lists/ahead";
import { RequestsQueue } from "../../../../features/lists/requests-queue";
import { parseQueueSearch } from "../../../../features/lists/search";
import { askAhead } from "../../../../shell/ahead";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/requests/")({
  validateSearch: parseQueueSearch,
  loader: ({ cause, location }) => askAhead("allRequests", cause, (asker) => requestsAhead(location.search, asker)),
  head: () => pageHead("allRequests"),
  component: RequestsPage,
});

function RequestsPage() {
  const props = useQueueProps(Route.useSearch());
  return <CapabilityGate page="allRequests">{props ? <RequestsQueue {...props} /> : null}</CapabilityGate>;
}
