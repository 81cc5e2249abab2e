import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { TicketScreen } from "../../../features/tickets/ticket-screen";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/$id")({
  loader: (at) => openAhead("ticket", at),
  head: () => pageHead("ticket"),
  component: TicketPage,
});

function TicketPage() {
  const { id } = Route.useParams();
  return (
    <CapabilityGate page="ticket">
      <TicketScreen key={id} ticketKey={id} />
    </CapabilityGate>
  );
}
