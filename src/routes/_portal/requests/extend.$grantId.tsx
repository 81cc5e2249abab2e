import { createFileRoute } from "@tanstack/react-router";
import { PAGES } from "../../../../convex/site/pages";
import { useReadableAddress } from "../../../components/linked/readable-address";
import { ExtendPage } from "../../../features/grants/extend-page";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/extend/$grantId")({
  head: () => pageHead("extendAccess"),
  component: Extend,
});

function Extend() {
  const { grantId } = Route.useParams();
  const navigate = Route.useNavigate();
  const { openedAs, onAddress } = useReadableAddress(
    grantId,
    (address, how) => void navigate({ params: { grantId: address }, ...how }),
  );
  return (
    <CapabilityGate page="extendAccess">
      <ExtendPage
        key={openedAs}
        grantId={openedAs}
        onAddress={onAddress}
        onSent={(id) => void navigate({ to: PAGES.request.path, params: { id } })}
      />
    </CapabilityGate>
  );
}
