import { useState } from "react";
import { QueryBoundary } from "../../../components/query-boundary";
import { useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { DelegationDialog } from "./delegation-dialog";
import { Delegations } from "./delegations";

/** Who decides for the viewer while they are away, and the way to arrange it, outside the list of approvals. */
export function OwnAbsence() {
  const [isArranging, setArranging] = useState(false);
  const mayDelegate = useViewer()?.capabilities.includes("approvals.delegate") ?? false;
  return (
    <QueryBoundary title="Your out-of-office days did not load">
      <div className="flex max-w-xl flex-col items-start gap-3">
        <Delegations />
        <Button
          variant="outline"
          disabledReason={mayDelegate ? null : "This cannot be arranged while you impersonate somebody"}
          onClick={() => setArranging(true)}
        >
          Arrange out of office
        </Button>
        {isArranging ? <DelegationDialog onClose={() => setArranging(false)} /> : null}
      </div>
    </QueryBoundary>
  );
}
