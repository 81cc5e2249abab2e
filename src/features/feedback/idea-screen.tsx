import { Suspense, useEffect, useRef, useState } from "react";
import { whyNotEdit, whyNotWithdraw } from "../../../convex/core/feedback/rules";
import { plural } from "../../../convex/lib/pure/text";
import { pathTo } from "../../../convex/site/links";
import { SentFiles } from "../../components/files/sent-files";
import { useAct } from "../../components/form/use-act";
import { FormattedText } from "../../components/formatted/formatted-text";
import { useLinkedPart } from "../../components/linked/use-linked-part";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { NotThere } from "../../components/not-there";
import { QueryBoundary } from "../../components/query-boundary";
import { refusalText } from "../../components/refusal-words";
import { RowLink } from "../../components/row-link";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/floating/confirm-dialog";
import { Field } from "../../ui/form/field";
import { Textarea } from "../../ui/form/input";
import { lazyPart } from "../../ui/lazy-part";
import { Alert } from "../../ui/page/alert";
import { Awaited } from "../../ui/page/awaited";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { PageHeader } from "../../ui/page/page-header";
import { Settled } from "../../ui/page/settled";
import { MetaLine } from "../../ui/text/meta-line";
import { RelativeTime } from "../../ui/text/relative-time";
import { toast } from "../../ui/toast/toast";
import {
  type Idea,
  type KeptIdeaDraft,
  useIdea,
  useIdeaCommands,
  useIdeaDownload,
  useKeptIdeaDraft,
  useTicketOf,
} from "./api";
import { Answers, Comments } from "./idea-talk";
import { IdeaStatusBadge } from "./status-badge";
import { TeamPart } from "./team-part";
import { VoteButton } from "./vote-button";
import { IdeaWeight } from "./weight";

const EditIdea = lazyPart(() => import("./edit-idea").then((part) => part.EditIdea));

/** What somebody may do with ideas beside their own. */
export interface IdeaRights {
  readonly mayWrite: boolean;
  readonly isTeam: boolean;
  readonly mayDelete: boolean;
}

/** Where an idea that is not there would be listed. */
const ALL_IDEAS = { list: "feedback", to: pathTo("feedback", { view: "all" }), label: "All ideas" } as const;

/** One idea: its text, who wants it, what was answered and what people say about it. */
export function IdeaScreen({ id, rights }: { id: string; rights: IdeaRights }) {
  return (
    <QueryBoundary title="The idea could not be loaded" page="Feedback Details">
      <Loaded id={id} rights={rights} />
    </QueryBoundary>
  );
}

function Loaded({ id, rights }: { id: string; rights: IdeaRights }) {
  const download = useIdeaDownload();
  const idea = useIdea(id);
  const kept = useKeptIdeaDraft({ idea: id });
  if (!idea || kept === undefined)
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title="Feedback Details" />
        {idea === null ? (
          <NotThere title="There is no such idea" {...ALL_IDEAS}>
            The link is wrong, or its author withdrew it.
          </NotThere>
        ) : (
          <ListSkeleton label="Loading the idea" />
        )}
      </div>
    );
  if (idea.status === "Deleted")
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title={idea.key} />
        <NotThere title="This idea was deleted" {...ALL_IDEAS}>
          Its text was removed, and its number is kept.
        </NotThere>
      </div>
    );
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <PageHeader
        title={idea.title}
        context={
          <MetaLine>
            <span>{idea.key}</span>
            <span>
              <IdeaStatusBadge status={idea.status} />
            </span>
            <span>
              {idea.author}, <RelativeTime at={idea.createdAt} />
            </span>
            <span>Priority for the author: {idea.priority}</span>
          </MetaLine>
        }
        actions={
          rights.mayWrite ? (
            <>
              <OwnActions idea={idea} />
              <VoteButton idea={idea} size="md" />
            </>
          ) : (
            <span className="text-muted">{plural(idea.votes, "vote")}</span>
          )
        }
      />
      <Settled className="flex flex-col gap-4" meanwhile={<ListSkeleton label="Loading the idea" />}>
        <Connections idea={idea} />
        {idea.mayAnswer && rights.mayWrite ? <DidItHelp idea={idea} /> : null}
        <Card aria-label="Description">
          <CardBody className="pt-4">
            <FormattedText text={idea.description} />
            <SentFiles files={idea.files} fetch={download} />
          </CardBody>
        </Card>
        {idea.about === null ? null : (
          <QueryBoundary title="The figures could not be loaded">
            <IdeaWeight ideaId={idea.id} status={idea.status} about={idea.about} />
          </QueryBoundary>
        )}
        <Said idea={idea} mayWrite={rights.mayWrite} kept={kept} />
        {rights.isTeam ? <TeamPart idea={idea} mayDelete={rights.mayDelete} /> : null}
      </Settled>
    </div>
  );
}

/** What was answered and what people say; one of it may be what the address names. */
function Said({ idea, ...writing }: { idea: Idea; mayWrite: boolean; kept: KeptIdeaDraft | null }) {
  const linked = useLinkedPart();
  return (
    <>
      <Answers idea={idea} linked={linked} />
      <Comments idea={idea} linked={linked} {...writing} />
    </>
  );
}

/** The ticket it was, what it was merged into, and what was merged into it. */
function Connections({ idea: { key: ideaKey, mergedInto, merged } }: { idea: Idea }) {
  const ticket = useTicketOf(ideaKey);
  return (
    <>
      {ticket === undefined ? <Awaited /> : null}
      {ticket ? (
        <p className="text-sm text-muted">
          Written from the ticket <RowLink to={pathTo("ticket", { id: ticket })}>{ticket}</RowLink>.
        </p>
      ) : null}
      {mergedInto === null ? null : (
        <Alert meaning="info" title="This idea is part of another one">
          Votes are counted there: <RowLink to={pathTo("idea", { id: mergedInto.key })}>{mergedInto.title}</RowLink>
        </Alert>
      )}
      {merged.length === 0 ? null : (
        <p className="text-sm text-muted">
          Merged into it:{" "}
          {merged.map(({ key }, place) => (
            <span key={key}>
              {place === 0 ? "" : ", "}
              <RowLink to={pathTo("idea", { id: key })}>{key}</RowLink>
            </span>
          ))}
          .
        </p>
      )}
    </>
  );
}

function OwnActions({ idea }: { idea: Idea }) {
  const [isEditing, setEditing] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { withdraw } = useIdeaCommands();
  const { act } = useAct();
  if (whyNotEdit(idea, idea.isMine)) return null;
  const no = whyNotWithdraw(idea, idea.isMine, idea.holdsOthers);
  const noWithdrawing = no && refusalText(no);
  return (
    <>
      <Button variant="outline" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button variant="destructiveOutline" disabledReason={noWithdrawing} onClick={() => setWithdrawing(true)}>
        Withdraw
      </Button>
      <Suspense fallback={null}>
        {isEditing ? <EditIdea idea={idea} onClose={() => setEditing(false)} /> : null}
      </Suspense>
      <ConfirmDialog
        open={isWithdrawing}
        onOpenChange={setWithdrawing}
        title={`Withdraw ${idea.key}?`}
        description="Only you and the admins will be able to see it. This cannot be undone."
        confirmLabel="Withdraw"
        onConfirm={async () => {
          if (await act("It was not withdrawn", () => withdraw({ ideaId: idea.id }))) setWithdrawing(false);
        }}
      />
    </>
  );
}

/** What is missing; whoever said No is in it at once. */
function Missing({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <Textarea ref={field} rows={3} value={value} onChange={({ target }) => onChange(target.value)} />;
}

/** Those who wanted it first say whether it helped. */
function DidItHelp({ idea }: { idea: Idea }) {
  const [isSayingNo, setSayingNo] = useState(false);
  const [reason, setReason] = useState("");
  const { answer } = useIdeaCommands();
  const { isBusy, act } = useAct();
  const say = (isSolved: boolean) =>
    act("Your answer was not saved", () => answer({ ideaId: idea.id, isSolved, reason: reason.trim() }));
  async function yes(): Promise<void> {
    if (await say(true)) toast.success("Thank you for the answer");
  }
  return (
    <Card aria-label="Did it solve it?">
      <CardHeader
        title="Did it solve it?"
        description="You were among the first to vote for this. If it did not, the idea will be looked at again."
      />
      <CardBody className="flex flex-col items-start gap-3">
        {isSayingNo ? (
          <Field label="What is missing?" help="Everyone can read it." required className="w-full">
            <Missing value={reason} onChange={setReason} />
          </Field>
        ) : null}
        <span className="flex gap-2">
          {isSayingNo ? (
            <Button
              busy={isBusy}
              busyLabel="Sending..."
              disabledReason={reason.trim() === "" ? "Say what is missing" : null}
              onClick={() => void say(false)}
            >
              Send answer
            </Button>
          ) : (
            <>
              <Button variant="outline" busy={isBusy} busyLabel="Saving..." onClick={() => void yes()}>
                Yes
              </Button>
              <Button variant="outline" onClick={() => setSayingNo(true)}>
                No
              </Button>
            </>
          )}
        </span>
      </CardBody>
    </Card>
  );
}
