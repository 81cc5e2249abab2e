import { createFileRoute } from "@tanstack/react-router";
import { domainsAhead } from "../../../features/domains/ahead";
import { Domains } from "../../../features/domains/domains";
import { parseDomainsSearch } from "../../../features/domains/search";
import { askAhead } from "../../../shell/ahead";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/data-domains")({
  validateSearch: parseDomainsSearch,
  loader: ({ cause }) => askAhead("dataDomains", cause, () => domainsAhead()),
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
