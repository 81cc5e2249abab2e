import { AGENT_CAUSES, CAUSES, whyNotRecause } from "../../../../convex/core/tickets/rules/causes";
import { useAct } from "../../../components/form/use-act";
import { Field } from "../../../ui/form/field";
import { Select } from "../../../ui/form/select";
import { Card, CardBody, CardHeader } from "../../../ui/page/card";
import type { Ticket } from "../api";
import { MergeSteps } from "../merge-steps";
import { useChangeCause } from "./api";

/** What is left to do with a ticket that is resolved, closed or merged. */
export function OverPanel({ ticket }: { ticket: Ticket }) {
  return (
    <Card aria-labelledby="over">
      <CardHeader id="over" title="Work on it" />
      <CardBody className="flex flex-col gap-3">
        {whyNotRecause(ticket.state) === null ? <OverCause ticket={ticket} /> : null}
        <MergeSteps ticket={ticket} />
      </CardBody>
    </Card>
  );
}

/** Why support was needed, to be said better than it was: also where the portal said it, or nobody did. */
function OverCause({ ticket: { key, cause } }: { ticket: Ticket }) {
  const change = useChangeCause();
  const { act } = useAct();
  const own = AGENT_CAUSES.find((known) => known === cause);
  const offered = [
    ...(cause === null || own ? [] : [{ value: cause, label: CAUSES[cause].label }]),
    ...AGENT_CAUSES.map((value) => ({ value, label: CAUSES[value].label })),
  ];
  return (
    <Field
      label="Resolution cause"
      help={cause === null ? "Nobody said why support was needed. Only support sees it." : CAUSES[cause].does}
      required
    >
      <Select
        value={cause ?? ""}
        placeholder="Choose a cause"
        onValueChange={(next) => {
          const chosen = AGENT_CAUSES.find((known) => known === next);
          if (chosen) void act("The cause was not changed", () => change({ key, cause: chosen }));
        }}
        options={offered}
      />
    </Field>
  );
}
