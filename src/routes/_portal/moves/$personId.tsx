import { createFileRoute } from "@tanstack/react-router";
import { MovedScreen } from "../../../features/people/moving/moved-screen";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/moves/$personId")({
  head: () => pageHead("moved"),
  component: Moved,
});

function Moved() {
  const { personId } = Route.useParams();
  return (
    <CapabilityGate page="moved">
      <MovedScreen key={personId} personId={personId} />
    </CapabilityGate>
  );
}
