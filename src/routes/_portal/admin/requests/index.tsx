import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../-open-ahead";
import { useQueueProps } from "../../../-queue-props";
import { RequestsQueue } from "../../../../features/lists/requests-queue";
import { parseQueueSearch } from "../../../../features/lists/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/requests/")({
  validateSearch: parseQueueSearch,
  loader: (at) => openAhead("allRequests", at),
  head: () => pageHead("allRequests"),
  component: RequestsPage,
});

function RequestsPage() {
  const props = useQueueProps(Route.useSearch());
  return <CapabilityGate page="allRequests">{props ? <RequestsQueue {...props} /> : null}</CapabilityGate>;
}
