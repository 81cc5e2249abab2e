import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { openAhead } from "../../-open-ahead";
import { PAGES } from "../../../../convex/site/pages";
import { useReadableAddress } from "../../../components/linked/readable-address";
import { parseApprovalSearch } from "../../../features/approvals/list/search";
import { ApprovalPage } from "../../../features/approvals/page/approval-page";
import { AlsoHere } from "../../../features/presence/also-here";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/approvals/$approvalId")({
  validateSearch: parseApprovalSearch,
  loader: (at) => openAhead("approval", at),
  head: () => pageHead("approval"),
  component: OneApproval,
});

function OneApproval() {
  const { approvalId } = Route.useParams();
  const { tab = "request" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = useCallback(
    (next: string) => void navigate({ to: PAGES.approval.path, params: { approvalId: next } }),
    [navigate],
  );
  const { openedAs, onAddress } = useReadableAddress(
    approvalId,
    (address, how) => void navigate({ params: { approvalId: address }, ...how }),
  );
  return (
    <CapabilityGate page="approval">
      <ApprovalPage
        approvalId={openedAs}
        onAddress={onAddress}
        onOpen={open}
        tab={tab}
        onTab={(next) =>
          void navigate({ search: parseApprovalSearch({ tab: next }), replace: true, resetScroll: false })
        }
        alsoHere={(request) => <AlsoHere request={request} page="approval" />}
      />
    </CapabilityGate>
  );
}
