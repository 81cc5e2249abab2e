import { createFileRoute } from "@tanstack/react-router";
import { useQueueProps } from "../../../-queue-props";
import { RequestsQueue } from "../../../../features/queues/requests-queue";
import { parseQueueSearch } from "../../../../features/queues/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageTitle } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/requests/")({
  validateSearch: parseQueueSearch,
  head: () => ({ meta: [{ title: pageTitle("Requests") }] }),
  component: RequestsPage,
});

function RequestsPage() {
  const props = useQueueProps(Route.useSearch());
  return (
    <CapabilityGate capability="requests.readAll" page="Requests" heldBy="admins, governance and FinOps">
      {props ? <RequestsQueue {...props} /> : null}
    </CapabilityGate>
  );
}
