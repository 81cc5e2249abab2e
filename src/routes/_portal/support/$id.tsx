import { createFileRoute } from "@tanstack/react-router";
import { Suspense } from "react";
import { openAhead } from "../../-open-ahead";
import { ViewAsToCome } from "../../../features/impersonation/view-as-to-come";
import { TicketScreen } from "../../../features/tickets/ticket-screen";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";
import { useViewer } from "../../../shell/session";
import { lazyPart } from "../../../ui/lazy-part";

const ViewAs = lazyPart(() =>
  import("../../../features/impersonation/view-as-requester").then((part) => part.ViewAsTicketRequester),
);

export const Route = createFileRoute("/_portal/support/$id")({
  loader: (at) => openAhead("ticket", at),
  head: () => pageHead("ticket"),
  component: TicketPage,
});

function TicketPage() {
  const { id } = Route.useParams();
  const mayStart = useViewer()?.capabilities.includes("impersonation.start") === true;
  return (
    <CapabilityGate page="ticket">
      <TicketScreen
        key={id}
        ticketKey={id}
        viewAs={
          mayStart ? (
            <Suspense fallback={<ViewAsToCome />}>
              <ViewAs ticketKey={id} />
            </Suspense>
          ) : null
        }
      />
    </CapabilityGate>
  );
}
