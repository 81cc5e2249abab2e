import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { CreateTicket } from "../../../features/tickets/create/create-ticket";
import { parseCreateTicketSearch } from "../../../features/tickets/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/create")({
  validateSearch: parseCreateTicketSearch,
  head: () => pageHead("createTicket"),
  loader: (at) => openAhead("createTicket", at),
  component: CreateTicketPage,
});

function CreateTicketPage() {
  const { related, incident, error, page } = Route.useSearch();
  return (
    <CapabilityGate page="createTicket">
      <CreateTicket
        key={`${related} ${incident} ${error}`}
        relatedRef={related}
        incident={incident}
        error={error}
        page={page}
      />
    </CapabilityGate>
  );
}
