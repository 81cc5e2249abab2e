import { Suspense, useState } from "react";
import { PRIORITIES, whyNotMove } from "../../../convex/core/tickets/rules";
import { whyNotRecause } from "../../../convex/core/tickets/rules/causes";
import { isDone, whyNotWaitForRequester } from "../../../convex/core/tickets/rules/waits";
import { useActs } from "../../components/form/use-act";
import { PersonPicker } from "../../components/pickers/person-picker";
import { refusalText } from "../../components/refusal-words";
import { Button } from "../../ui/button";
import { Field } from "../../ui/form/field";
import { Select } from "../../ui/form/select";
import { lazyPart } from "../../ui/lazy-part";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { type Ticket, useAgentCommands, useHeldReplyCommands } from "./api";
import { Arrived, useUnread } from "./here/unread";
import { MergeSteps } from "./merging/merge-steps";
import { OverPanel } from "./resolving/over-panel";
import { ProofLine } from "./resolving/proof-line";
import type { Resolution } from "./resolving/resolve-dialog";
import { TagField } from "./sorting/tag-field";
import { TeamField } from "./sorting/team-field";
import { useGive } from "./sorting/use-give";
import type { WaitsOn } from "./wait-dialog";

const SuggestDialog = lazyPart(() => import("./converting/suggest-dialog").then((part) => part.SuggestDialog));
const ResolveDialog = lazyPart(() => import("./resolving/resolve-dialog").then((part) => part.ResolveDialog));
const WaitDialog = lazyPart(() => import("./wait-dialog").then((part) => part.WaitDialog));

const REPLY_IS_HELD = "A reply of yours is about to be sent";

/** What agents do with a ticket beside answering it; `isHeld` while a reply of theirs is about to be sent. */
export function AgentPanel({ ticket, isHeld }: { ticket: Ticket; isHeld: boolean }) {
  const { key, state } = ticket;
  const { resume } = useAgentCommands();
  const { hold } = useHeldReplyCommands();
  const { isBusy: isActing, act } = useActs();
  const { claim, isBusy } = useGive(key);
  const [resolving, setResolving] = useState<Resolution | null>(null);
  const [isSuggesting, setSuggesting] = useState(false);
  const [waiting, setWaiting] = useState<WaitsOn | null>(null);
  const unread = useUnread(ticket, resolving !== null || waiting !== null);
  const may = (move: "wait" | "resume" | "resolve" | "steer" | "merge") => whyNotMove(state, move) === null;
  const run = (does: () => Promise<unknown>) => void act("Nothing was changed", does);
  if (!may("steer")) {
    const isLeft = ticket.canUnmerge || may("merge") || whyNotRecause(state) === null;
    return isLeft ? <OverPanel ticket={ticket} /> : null;
  }
  return (
    <Card aria-labelledby="steering">
      <CardHeader id="steering" title="Manage this ticket" />
      <CardBody className="flex flex-col gap-3">
        {ticket.isMine ? null : (
          <Button busy={isBusy} busyLabel="Claiming..." onClick={() => void claim()}>
            Claim
          </Button>
        )}
        <ProofLine
          ticket={ticket}
          onResolve={may("resolve") && !isHeld ? (body) => setResolving({ body, cause: "proven" }) : null}
        />
        <Fields ticket={ticket} run={run} />
        <TeamField ticket={ticket} />
        <TagField ticket={ticket} />
        <div className="flex flex-wrap gap-2">
          {may("resume") ? (
            <Button size="sm" variant="outline" busy={isActing} onClick={() => run(() => resume({ key }))}>
              Resume
            </Button>
          ) : null}
          {may("wait") ? <WaitButtons ticket={ticket} onWait={setWaiting} /> : null}
          {may("resolve") ? (
            <Button
              size="sm"
              variant="outline"
              disabledReason={isHeld ? REPLY_IS_HELD : null}
              onClick={() => setResolving({ body: "", cause: null })}
            >
              Resolve
            </Button>
          ) : null}
          <Button size="sm" variant="outline" onClick={() => setSuggesting(true)}>
            Suggest a request or idea
          </Button>
          <MergeSteps ticket={ticket} />
        </div>
        <Suspense fallback={null}>
          {isSuggesting ? <SuggestDialog ticket={ticket} onClose={() => setSuggesting(false)} /> : null}
          {waiting ? (
            <WaitDialog ticket={ticket} on={waiting} unread={unread} onClose={() => setWaiting(null)} />
          ) : null}
          {resolving ? (
            <ResolveDialog
              what={key}
              initial={resolving}
              isProven={ticket.proof !== null && isDone(ticket.proof)}
              notice={<Arrived messages={unread.arrived} />}
              send={(resolution) => hold({ key, ...resolution, after: "resolve", readUpTo: unread.readNow() })}
              onClose={() => setResolving(null)}
            />
          ) : null}
        </Suspense>
      </CardBody>
    </Card>
  );
}

/** Whom or what it can wait for; for a requester who has no answer yet it cannot, which the button says. */
function WaitButtons({ ticket: { state, isAnswered }, onWait }: { ticket: Ticket; onWait: (on: WaitsOn) => void }) {
  const whyNot = whyNotWaitForRequester(isAnswered);
  return (
    <>
      {state === "waitingOnRequester" ? null : (
        <Button
          size="sm"
          variant="outline"
          disabledReason={whyNot && refusalText(whyNot)}
          onClick={() => onWait("waitingOnRequester")}
        >
          Wait for requester
        </Button>
      )}
      {state === "waitingOnThirdParty" ? null : (
        <Button size="sm" variant="outline" onClick={() => onWait("waitingOnThirdParty")}>
          Wait for third party
        </Button>
      )}
    </>
  );
}

function Fields({ ticket, run }: { ticket: Ticket; run: (does: () => Promise<unknown>) => void }) {
  const { setPriority } = useAgentCommands();
  const { key, priority, assignee } = ticket;
  const { assign } = useGive(key);
  return (
    <>
      <Field label="Priority" required>
        <Select
          value={priority ?? ""}
          onValueChange={(next) => {
            const chosen = PRIORITIES.find((one) => one === next);
            if (chosen) run(() => setPriority({ key, priority: chosen }));
          }}
          options={PRIORITIES.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label="Assigned to">
        <PersonPicker
          value={assignee === null ? null : { id: "", name: assignee }}
          onChange={(person) => void assign(person)}
        />
      </Field>
    </>
  );
}
