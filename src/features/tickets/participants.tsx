import { Suspense, useState } from "react";
import { useAct } from "../../components/form/use-act";
import { Button } from "../../ui/button";
import { lazyPart } from "../../ui/lazy-part";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { type Ticket, usePartyCommands } from "./api";

const AddPersonDialog = lazyPart(() => import("./add-person-dialog").then((part) => part.AddPersonDialog));

/** Who takes part beside the requester; those who may say so add and remove people, and everybody may leave. */
export function Participants({ ticket }: { ticket: Ticket }) {
  const { key, participants, canShare, canRemove, area } = ticket;
  const [isAdding, setAdding] = useState(false);
  const { removeParticipant } = usePartyCommands();
  const { isBusy, act } = useAct();
  if (participants.length === 0 && !canShare && !area) return null;
  return (
    <Card aria-labelledby="participants">
      <CardHeader id="participants" title="Who takes part" description="They can read the conversation and reply." />
      <CardBody className="flex flex-col gap-2">
        {participants.length === 0 ? null : (
          <ul aria-label="People who take part" className="flex flex-col gap-1">
            {participants.map(({ id, name, isSelf }) => (
              <li key={id} className="flex items-center justify-between gap-2">
                <span className="min-w-0 wrap-anywhere">{name}</span>
                {canRemove || isSelf ? (
                  <Button
                    size="sm"
                    variant="ghost"
                    busy={isBusy}
                    aria-label={isSelf ? "Leave this ticket" : `Remove ${name}`}
                    onClick={() => void act("Nothing was changed", () => removeParticipant({ key, personId: id }))}
                  >
                    {isSelf ? "Leave" : "Remove"}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        {canShare ? (
          <Button size="sm" variant="outline" className="self-start" onClick={() => setAdding(true)}>
            Add person
          </Button>
        ) : null}
        <SharedArea ticket={ticket} />
        <Suspense fallback={null}>
          {isAdding ? <AddPersonDialog ticket={ticket} onClose={() => setAdding(false)} /> : null}
        </Suspense>
      </CardBody>
    </Card>
  );
}

/** The area of its requester: whether its people read the ticket, and for those who may say so whether they should. */
function SharedArea({ ticket: { key, area } }: { ticket: Ticket }) {
  const { shareWithArea, unshareWithArea } = usePartyCommands();
  const { isBusy, act } = useAct();
  if (!area) return null;
  const run = (does: () => Promise<unknown>) => void act("Nothing was changed", does);
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-2 text-sm">
      <p className="wrap-anywhere">
        {area.isShared ? `Everyone in ${area.name} can read it.` : `Nobody else in ${area.name} can read it.`}
      </p>
      {area.canShare ? (
        <Button size="sm" variant="outline" busy={isBusy} onClick={() => run(() => shareWithArea({ key }))}>
          Share with {area.name}
        </Button>
      ) : null}
      {area.canEnd ? (
        <Button size="sm" variant="outline" busy={isBusy} onClick={() => run(() => unshareWithArea({ key }))}>
          Stop sharing
        </Button>
      ) : null}
    </div>
  );
}
