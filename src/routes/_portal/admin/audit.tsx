import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { AuditTrail } from "../../../features/audit/audit-trail";
import { type AuditSearch, parseAuditSearch } from "../../../features/audit/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/audit")({
  validateSearch: parseAuditSearch,
  head: () => ({ meta: [{ title: pageTitle("Audit Trail") }] }),
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
    <CapabilityGate capability="audit.readAll" page="Audit Trail" heldBy="admins, governance and FinOps">
      <AuditTrail search={search} onSearch={changeSearch} />
    </CapabilityGate>
  );
}
