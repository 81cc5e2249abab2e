import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../-open-ahead";
import { Domains } from "../../../../features/domains/domains";
import { parseDomainsSearch } from "../../../../features/domains/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/data-domains/")({
  validateSearch: parseDomainsSearch,
  loader: (at) => openAhead("dataDomains", at),
  head: () => pageHead("dataDomains"),
  component: DomainsPage,
});

function DomainsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="dataDomains">
      <Domains
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    </CapabilityGate>
  );
}
