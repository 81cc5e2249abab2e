import { CalendarOff, UserRoundCheck } from "lucide-react";
import { useAct } from "../../../components/form/use-act";
import { formatDate } from "../../../lib/dates";
import { Button } from "../../../ui/button";
import { useNow } from "../../../ui/text/use-now";
import { toast } from "../../../ui/toast/toast";
import { type Delegation, useApprovalCommands, useDelegations } from "../api";
import { delegationText } from "./delegation-words";

/**
 * Who stands in for the viewer, for whom they sit in, and what they arranged for others, one line each, while there is
 * something to say.
 */
export function Delegations() {
  const delegations = useDelegations();
  if (!delegations || delegations.length === 0) return null;
  return (
    <ul aria-label="Out of office" className="flex flex-col gap-2">
      {delegations.map((delegation) => (
        <Line key={delegation.id} delegation={delegation} />
      ))}
    </ul>
  );
}

function Line({ delegation }: { delegation: Delegation }) {
  const { id, startsAt, endsAt, reason, types } = delegation;
  const now = useNow();
  const { endDelegation } = useApprovalCommands();
  const { isBusy, act } = useAct();
  const Icon = delegation.isOwn ? CalendarOff : UserRoundCheck;
  const days = `${formatDate(startsAt)} to ${formatDate(endsAt)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-info-line bg-info-wash px-3 py-2 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-info" />
      <span className="min-w-0 flex-1 text-ink wrap-anywhere">
        {delegationText(delegation, now)}, {days}
        {types === null ? null : <>, only for {types.join(", ")}</>} <span className="text-muted">· {reason}</span>
      </span>
      <Button
        size="sm"
        variant="outline"
        busy={isBusy}
        busyLabel="Ending..."
        onClick={() =>
          void act("It was not ended", () => endDelegation({ delegationId: id })).then((done) =>
            done ? toast.success("The delegation is over") : undefined,
          )
        }
      >
        End now
      </Button>
    </li>
  );
}
