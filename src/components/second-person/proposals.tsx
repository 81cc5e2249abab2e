import { useState } from "react";
import type { ProposalState, ProposedLine } from "../../../convex/core/proposals/table";
import type { Refusal } from "../../../convex/lib/pure/refusal";
import { formatDeadline } from "../../lib/dates";
import { Button } from "../../ui/button";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { RelativeTime } from "../../ui/text/relative-time";
import { toast } from "../../ui/toast/toast";
import { useStepUp } from "../form/step-up";
import { useAct } from "../form/use-act";
import { WordsDialog } from "../form/words-dialog";
import { refusalText } from "../refusal-words";
import { ProposedLines } from "./proposed-lines";

/** A change that needs or needed a second person, as the backend shows it. */
export interface Proposal<ProposalId = string> {
  readonly id: ProposalId;
  readonly title: string;
  readonly lines: readonly ProposedLine[];
  readonly shownHash: string;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposedAt: number;
  readonly expiresAt: number;
  readonly appliesAt: number | null;
  readonly state: ProposalState;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
  readonly endReason: string | null;
  readonly isOwn: boolean;
  /** Successors it names who have not agreed yet, by name. */
  readonly waitsFor: readonly string[];
  readonly whyNotConfirm: Refusal | null;
  readonly whyNotRefuse: Refusal | null;
  readonly whyNotStop: Refusal | null;
}

/** What becomes of a proposal. */
export interface ProposalCommands {
  /** Checks the password of whoever looks. */
  readonly prove: Parameters<typeof useStepUp>[0];
  readonly confirm: (what: { proposalId: string; shownHash: string }) => Promise<unknown>;
  readonly decline: (what: { proposalId: string; reason: string }) => Promise<unknown>;
  readonly stop: (what: { proposalId: string; reason: string }) => Promise<unknown>;
  readonly withdraw: (what: { proposalId: string }) => Promise<unknown>;
}

interface ProposalsOf {
  /** The proposals about one thing; undefined until they are there. */
  readonly proposals: readonly Proposal[] | undefined;
}

/** The change that waits for a second person, with what the viewer may do about it. */
export function OpenProposal({ proposals, commands }: ProposalsOf & { commands: ProposalCommands }) {
  const proposal = proposals?.find(({ state }) => state === "open");
  return proposal ? <ProposalCard key={proposal.id} proposal={proposal} commands={commands} /> : null;
}

interface CardProps {
  proposal: Proposal;
  commands: ProposalCommands;
}

function ProposalCard({ proposal, commands }: CardProps) {
  const { title, lines, reason, proposedBy, proposedAt, appliesAt, expiresAt, waitsFor } = proposal;
  const waits =
    appliesAt === null
      ? `Waits for a second person until ${formatDeadline(expiresAt)}`
      : `Takes effect on ${formatDeadline(appliesAt)} unless an admin stops it`;
  return (
    <Card aria-labelledby="open-proposal">
      <CardHeader id="open-proposal" title={title} description={waits} />
      <CardBody className="flex flex-col gap-3">
        <ProposedLines lines={lines} />
        <DescriptionList
          items={[
            { term: "Reason", value: reason },
            ...(waitsFor.length === 0
              ? []
              : [{ term: "Waits for", value: `${names(waitsFor)} to agree to take over` }]),
            {
              term: "Proposed by",
              value: (
                <>
                  {proposedBy}, <RelativeTime at={proposedAt} />
                </>
              ),
            },
          ]}
        />
        <ProposalActions proposal={proposal} commands={commands} />
      </CardBody>
    </Card>
  );
}

function names(of: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(of);
}

function ProposalActions({ proposal, commands }: CardProps) {
  const [asks, setAsks] = useState<"decline" | "stop" | null>(null);
  const { withStepUp, stepUpDialog } = useStepUp(commands.prove);
  const { isBusy, act } = useAct();
  const { id: proposalId, shownHash, title } = proposal;
  async function confirm(): Promise<void> {
    if (await act("It was not confirmed", () => withStepUp(() => commands.confirm({ proposalId, shownHash }))))
      toast.success(`${title}: confirmed`);
  }
  async function withdraw(): Promise<void> {
    if (await act("It was not withdrawn", () => commands.withdraw({ proposalId })))
      toast.success(`${title}: withdrawn`);
  }
  const whyNotConfirm = refusalText(proposal.whyNotConfirm);
  const canStop = proposal.appliesAt !== null && proposal.whyNotStop === null && !proposal.isOwn;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {proposal.isOwn ? (
        <Button variant="outline" busy={isBusy} busyLabel="Withdrawing..." onClick={() => void withdraw()}>
          Withdraw
        </Button>
      ) : (
        <>
          <Button busy={isBusy} busyLabel="Confirming..." disabledReason={whyNotConfirm} onClick={() => void confirm()}>
            Confirm
          </Button>
          <Button
            variant="outline"
            disabledReason={refusalText(proposal.whyNotRefuse)}
            onClick={() => setAsks("decline")}
          >
            Refuse
          </Button>
        </>
      )}
      {canStop ? (
        <Button variant="outline" onClick={() => setAsks("stop")}>
          Stop
        </Button>
      ) : null}
      {proposal.isOwn || whyNotConfirm === null ? null : (
        <p className="basis-full text-sm text-muted">{whyNotConfirm}</p>
      )}
      {asks === null ? null : (
        <EndDialog key={asks} how={asks} proposal={proposal} commands={commands} onClose={() => setAsks(null)} />
      )}
      {stepUpDialog}
    </div>
  );
}

const ENDS = {
  decline: { button: "Refuse", busy: "Refusing...", done: "refused", failed: "It was not refused" },
  stop: { button: "Stop", busy: "Stopping...", done: "stopped", failed: "It was not stopped" },
} as const;

function EndDialog(props: CardProps & { how: "decline" | "stop"; onClose: () => void }) {
  const { how, proposal, commands, onClose } = props;
  const words = ENDS[how];
  async function send(reason: string): Promise<void> {
    await commands[how]({ proposalId: proposal.id, reason });
    toast.success(`${proposal.title}: ${words.done}`);
  }
  return (
    <WordsDialog
      title={`${words.button}: ${proposal.title}?`}
      words={{ help: "Whoever proposed it sees it." }}
      verb={words.button}
      busyLabel={words.busy}
      failure={words.failed}
      send={send}
      onClose={onClose}
    />
  );
}

const STATE_WORDS: Readonly<Record<ProposalState, string>> = {
  open: "Open",
  confirmed: "Confirmed",
  applied: "Took effect, nobody stopped it",
  refused: "Refused",
  withdrawn: "Withdrawn",
  stopped: "Stopped",
  overtaken: "Did not take effect",
  expired: "Expired",
};

/** Changes that took two people, and what came of each. */
export function EndedProposals({ proposals }: ProposalsOf) {
  const ended = (proposals ?? []).filter(({ state }) => state !== "open");
  if (ended.length === 0) return null;
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-sm font-semibold">Changes that took two people</h3>
      <ul className="flex flex-col">
        {ended.map(({ id, title, state, proposedBy, endedBy, endedAt, endReason }) => (
          <li key={id} className="border-b border-line py-2 text-sm last:border-b-0">
            <p className="font-medium">{title}</p>
            <p className="text-ink-soft">
              {STATE_WORDS[state]}
              {endedBy === null ? "" : ` by ${endedBy}`}
              {endedAt === null ? null : (
                <>
                  , <RelativeTime at={endedAt} />
                </>
              )}
              . Proposed by {proposedBy}.{endReason === null ? "" : ` ${endReason}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
