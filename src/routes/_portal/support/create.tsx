import { createFileRoute } from "@tanstack/react-router";
import { CreateTicket } from "../../../features/tickets/create-ticket";
import { parseCreateTicketSearch } from "../../../features/tickets/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/create")({
  validateSearch: parseCreateTicketSearch,
  head: () => pageHead("createTicket"),
  component: CreateTicketPage,
});

function CreateTicketPage() {
  const { related, incident } = Route.useSearch();
  return (
    <CapabilityGate page="createTicket">
      <CreateTicket key={`${related} ${incident}`} relatedRef={related} incident={incident} />
    </CapabilityGate>
  );
}
