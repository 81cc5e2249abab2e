import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { openAhead } from "../../-open-ahead";
import { AuditTrail } from "../../../features/audit/audit-trail";
import { type AuditSearch, parseAuditSearch } from "../../../features/audit/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/audit")({
  validateSearch: parseAuditSearch,
  loader: (at) => openAhead("auditTrail", at),
  head: () => pageHead("auditTrail"),
  component: AuditPage,
});

function AuditPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const changeSearch = useCallback(
    (next: AuditSearch, how: "push" | "replace" = "push") =>
      void navigate({ search: next, replace: how === "replace", resetScroll: false }),
    [navigate],
  );
  return (
    <CapabilityGate page="auditTrail">
      <AuditTrail search={search} onSearch={changeSearch} />
    </CapabilityGate>
  );
}
