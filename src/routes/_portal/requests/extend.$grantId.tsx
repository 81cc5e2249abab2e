import { createFileRoute } from "@tanstack/react-router";
import { ExtendPage } from "../../../features/grants/extend-page";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/extend/$grantId")({
  head: () => ({ meta: [{ title: pageTitle("Extend access") }] }),
  component: Extend,
});

function Extend() {
  const { grantId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate
      capability="requests.create"
      page="Extend access"
      heldBy="everybody who is not only looking through somebody else's eyes"
    >
      <ExtendPage
        key={grantId}
        grantId={grantId}
        onSent={(id) => void navigate({ to: "/requests/$id", params: { id } })}
      />
    </CapabilityGate>
  );
}
