import { useState } from "react";
import type { DomainStatus } from "../../../convex/core/domains/rules/states";
import { plural } from "../../../convex/lib/pure/text";
import { useStepUp } from "../../components/form/step-up";
import { useAct } from "../../components/form/use-act";
import { Reason, sayOutcome } from "../../components/second-person/words";
import { useAuth } from "../../shell/session";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/floating/dialog";
import { type DomainPage, useDomainCommands } from "./api";
import { STATE_ACTIONS } from "./state-words";

/** Puts a domain into another state, with what hangs on it; somebody else confirms it. */
export function StateDialog({ domain, to, onClose }: { domain: DomainPage; to: DomainStatus; onClose: () => void }) {
  const [shown] = useState(domain);
  const [reason, setReason] = useState("");
  const { setState } = useDomainCommands();
  const { withStepUp, stepUpDialog } = useStepUp(useAuth().stepUp);
  const { isBusy, act } = useAct();
  const words = STATE_ACTIONS[to] ?? { verb: "Change", follows: "" };
  async function save(): Promise<void> {
    const done = await act("It was not proposed", () =>
      withStepUp(() => setState({ domainId: shown.id, shownAt: shown.updatedAt, to, reason: reason.trim() })),
    );
    if (!done) return;
    sayOutcome(done.result, "Done");
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={`${words.verb}: ${domain.name}?`}
      description={words.follows}
      footer={
        <>
          <Button
            busy={isBusy}
            busyLabel="Proposing..."
            disabledReason={reason.trim() === "" ? "Give a reason" : null}
            onClick={() => void save()}
          >
            {words.verb}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">{impactText(domain)}</p>
      <p className="text-ink-soft">This takes two people: somebody who is not in charge of it confirms it.</p>
      <Reason value={reason} onChange={setReason} help="Whoever confirms sees it." />
      {stepUpDialog}
    </Dialog>
  );
}

/** What hangs on a domain, in a sentence. */
export function impactText({ impact }: Pick<DomainPage, "impact">): string {
  const parts = [
    ...(impact.openRequests > 0 ? [plural(impact.openRequests, "open request")] : []),
    ...(impact.grants > 0 ? [plural(impact.grants, "active grant")] : []),
    ...(impact.children > 0 ? [`${plural(impact.children, "domain")} below it`] : []),
    ...(impact.products > 0 ? [plural(impact.products, "data product")] : []),
    ...(impact.databases > 0 ? [plural(impact.databases, "database")] : []),
    ...(impact.roles > 0 ? [plural(impact.roles, "role")] : []),
  ];
  return parts.length === 0 ? "Nothing hangs on it." : `What hangs on it: ${parts.join(", ")}.`;
}
