import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { openAhead } from "../../../-open-ahead";
import { PAGES } from "../../../../../convex/site/pages";
import { MyApprovals } from "../../../../features/approvals/list/my-approvals";
import {
  type ApprovalsSearch,
  parseApprovalsSearch,
  withoutDefaults,
} from "../../../../features/approvals/list/search";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/approvals/")({
  validateSearch: parseApprovalsSearch,
  loader: (at) => openAhead("approvals", at),
  head: () => pageHead("approvals"),
  component: MyApprovalsPage,
});

function MyApprovalsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const changeSearch = useCallback(
    (changes: Partial<ApprovalsSearch>) =>
      void navigate({
        search: (before) => withoutDefaults({ ...before, ...changes }),
        replace: !("tab" in changes),
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback(
    (approvalId: string) => void navigate({ to: PAGES.approval.path, params: { approvalId } }),
    [navigate],
  );
  return (
    <CapabilityGate page="approvals">
      <MyApprovals search={search} onSearch={changeSearch} onOpen={open} />
    </CapabilityGate>
  );
}
