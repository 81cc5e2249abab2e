import { createFileRoute } from "@tanstack/react-router";
import { Domains } from "../../../features/domains/domains";
import { parseDomainsSearch } from "../../../features/domains/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/data-domains")({
  validateSearch: parseDomainsSearch,
  head: () => ({ meta: [{ title: pageTitle("Data Domains") }] }),
  component: DomainsPage,
});

function DomainsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate capability="domains.write" page="Data Domains" heldBy="governance and super admins">
      <Domains
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </CapabilityGate>
  );
}
