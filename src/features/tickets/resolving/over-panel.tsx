import { whyNotRecause } from "../../../../convex/core/tickets/rules/causes";
import { useAct } from "../../../components/form/use-act";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import type { Ticket } from "../api";
import { MergeSteps } from "../merging/merge-steps";
import { useChangeCause } from "./api";
import { CauseField } from "./cause-field";

/** What is left to do with a ticket that is resolved, closed or merged. */
export function OverPanel({ ticket }: { ticket: Ticket }) {
  return (
    <Card aria-labelledby="over">
      <CardHeader id="over" title="Manage this ticket" />
      <CardBody className="flex flex-col gap-3">
        {whyNotRecause(ticket.state) === null ? <OverCause ticket={ticket} /> : null}
        <div className="flex flex-wrap gap-2 empty:hidden">
          <MergeSteps ticket={ticket} />
        </div>
      </CardBody>
    </Card>
  );
}

/** Why support was needed, to be said better than it was: also where the portal said it, or nobody did. */
function OverCause({ ticket: { key, cause } }: { ticket: Ticket }) {
  const change = useChangeCause();
  const { act } = useAct();
  return (
    <CauseField
      value={cause}
      onChange={(chosen) => void act("The cause was not changed", () => change({ key, cause: chosen }))}
    />
  );
}
