import { createFileRoute } from "@tanstack/react-router";
import { DomainScreen } from "../../../../features/domains/domain-screen";
import { type DomainTabName, parseDomainSearch } from "../../../../features/domains/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/data-domains/$domainId")({
  validateSearch: parseDomainSearch,
  head: () => pageHead("dataDomain"),
  component: Domain,
});

function Domain() {
  const { domainId } = Route.useParams();
  const { tab = "overview" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const showTab = (next: DomainTabName) =>
    void navigate({ search: parseDomainSearch({ tab: next }), replace: true, resetScroll: false });
  return (
    <CapabilityGate page="dataDomain">
      <DomainScreen key={domainId} domainId={domainId} tab={tab} onTab={showTab} />
    </CapabilityGate>
  );
}
