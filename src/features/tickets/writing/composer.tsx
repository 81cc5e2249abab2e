import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, type KeyboardEvent, Suspense, useId } from "react";
import { UNFINISHED } from "../../../../convex/core/tickets/rules";
import { CAUSE_MISSING } from "../../../../convex/core/tickets/rules/causes";
import { withTags } from "../../../../convex/core/tickets/rules/tags";
import type { AfterAnswer, ChosenCause, MessageVisibility, TicketDraft } from "../../../../convex/core/tickets/table";
import { pathTo } from "../../../../convex/site/links";
import { DropZone, FileButton, FileList } from "../../../components/files/attach";
import { useFiles } from "../../../components/files/use-files";
import { DraftLine } from "../../../components/form/draft-line";
import { SecretWarning } from "../../../components/form/secret-warning";
import { useAct } from "../../../components/form/use-act";
import { FormattedField } from "../../../components/formatted/formatted-field";
import { replyReaders, replyRecipients, useReplyMeaning } from "../../../components/tickets/reply-meaning";
import { ReplyMeaningField } from "../../../components/tickets/reply-meaning-field";
import { Button } from "../../../ui/button";
import { cn } from "../../../ui/cn";
import { Field } from "../../../ui/form/field";
import { lazyPart } from "../../../ui/lazy-part";
import { Alert } from "../../../ui/page/alert";
import { Card } from "../../../ui/page/card";
import { toast } from "../../../ui/toast/toast";
import {
  type KeptDraft,
  type Ticket,
  type UploadId,
  useAgentCommands,
  useFilePlace,
  useHeldReplyCommands,
  usePartyCommands,
  useTicketRights,
} from "../api";
import { AfterAnswerSelect } from "../canned/after-answer";
import type { ListedReply } from "../canned/api";
import { useConfirmedSend } from "../here/confirmed-send";
import { CauseField } from "../resolving/cause-field";
import { TagList } from "../sorting/tag-picker";
import { whyNotQuoted, type Wanted } from "./quoting";
import { Readers, useReaders } from "./readers";
import { useBegun } from "./use-begun";
import { useTicketDraft } from "./use-ticket-draft";

const CannedReplies = lazyPart(() => import("../canned/canned-replies").then((part) => part.CannedReplies));

/** What is written in, and what somebody wants to write now, which is over once it has begun. */
export interface ComposerProps {
  readonly ticket: Ticket;
  readonly kept: KeptDraft | null;
  readonly wanted: Wanted | null;
  readonly onBegun: () => void;
}

const NOTE_READERS = "Only support can read it. Type @ to mention somebody.";

/** Where somebody writes: agents choose who reads it, and the choice stays until they choose anew. */
export function Composer({ ticket, kept, wanted, onBegun }: ComposerProps) {
  const writing = useTicketDraft(ticket.key, kept);
  const { change } = writing;
  const { body, visibility: chosen = "public", after = null, cause = null, tags = [] } = writing.draft;
  const { isBusy, act } = useAct();
  const files = useFiles(useFilePlace(ticket.key));
  const send = useSend(ticket);
  const meaning = useReplyMeaning(ticket);
  const isOver = !UNFINISHED.includes(ticket.state);
  const mode = ticket.isAgent && isOver ? "internal" : chosen;
  const isInternal = ticket.isAgent && mode === "internal";
  const isAnswering = ticket.isAgent && !isInternal && !isOver;
  const isResolving = isAnswering && after === "resolve";
  const isBegun = body.trim() !== "" || files.shown.length > 0;
  const { choose, question } = useReaders({ mode, isBegun, change });
  const field = useBegun({ ticket, wanted, body, isInternal, change, choose, onBegun });
  const { ask, below } = useConfirmedSend(ticket, isAnswering && writing.isBegun, submit);
  if (!useTicketRights().mayWrite) return null;
  const missing = meaning.missing ?? (isResolving && cause === null ? CAUSE_MISSING : null);
  const whyNot = whyNotSend(body, files.isBusy) ?? (isInternal ? null : whyNotQuoted(ticket, body)) ?? missing;
  async function submit(readUpTo: number): Promise<void> {
    const said = { body, uploadIds: files.acceptedIds, isThanks: meaning.isThanks, readUpTo };
    const end = isInternal ? null : { after, cause: isResolving ? cause : null, tags };
    if (!(await act("It was not sent", () => writing.sending((version) => send(mode, { ...said, version }, end)))))
      return;
    files.clear();
    meaning.choose(null);
  }
  function insert(text: string, reply: ListedReply): void {
    const whole = body.trim() === "" ? text : `${body.trimEnd()}\n\n${text}`;
    const next = reply.after !== null && { after: reply.after, cause: reply.cause ?? cause ?? undefined };
    change({ body: whole, ...next, ...(reply.tags && { tags: withTags(tags, reply.tags) }) });
  }
  const label = isInternal ? "Internal note" : ticket.isAgent ? `Reply to ${ticket.requester}` : "Your reply";
  return (
    <Card
      aria-label="Write"
      className={cn("flex flex-col gap-3 p-4", isInternal && "border-warning-line bg-warning-wash")}
    >
      {ticket.isAgent && !isOver ? <Readers mode={mode} onChoose={choose} /> : null}
      {question}
      <Unsent because={kept?.unsentBecause ?? null} />
      {isAnswering ? <Canned ticket={ticket} text={body} onInsert={insert} /> : null}
      <ReplyMeaningField state={ticket.state} meaning={meaning} />
      <Field label={label} help={isInternal ? NOTE_READERS : isAnswering ? null : replyReaders(ticket)} required>
        <DropZone onFiles={files.add}>
          <FormattedField
            ref={field}
            rows={4}
            noteOf={isInternal ? ticket.key : undefined}
            value={body}
            // What was begun as a note stays one, also when its ticket is opened again.
            onText={(next) => change({ body: next, ...(ticket.isAgent && { visibility: mode }) })}
            onKeyDown={onSendKey(() => (isBusy || whyNot !== null ? undefined : ask()))}
          />
        </DropZone>
      </Field>
      <FileList files={files.shown} />
      <SecretWarning text={body} />
      {isAnswering ? <AfterSending {...{ after, cause, tags, change }} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <SendButton
          isNote={isInternal}
          to={isAnswering ? replyRecipients(ticket) : null}
          isBusy={isBusy}
          whyNot={whyNot}
          onSend={ask}
        />
        <FileButton onFiles={files.add} />
        <DraftLine writing={writing} title="What you wrote was not sent" />
      </div>
      {below}
    </Card>
  );
}

/** The canned replies; their place is kept until they are here. */
function Canned(props: ComponentProps<typeof CannedReplies>) {
  return (
    <Suspense fallback={<div className="h-8 pointer-coarse:h-11" />}>
      <CannedReplies {...props} />
    </Suspense>
  );
}

/** Sends what is written; beside it whom an answer goes to. Who reads anything else is said above the field. */
function SendButton(props: {
  isNote: boolean;
  to: string | null;
  isBusy: boolean;
  whyNot: string | null;
  onSend: () => void;
}) {
  const { isNote, to, isBusy, whyNot, onSend } = props;
  const id = useId();
  return (
    <>
      <Button
        variant={isNote ? "outline" : "default"}
        busy={isBusy}
        busyLabel="Sending..."
        disabledReason={whyNot}
        aria-keyshortcuts="Control+Enter"
        aria-describedby={to === null ? undefined : id}
        onClick={onSend}
      >
        {isNote ? "Save internal note" : "Send reply"}
      </Button>
      {to === null ? null : (
        <span id={id} className="min-w-0 text-sm wrap-anywhere text-ink-soft">
          {to}
        </span>
      )}
    </>
  );
}

/** What the answer does beside being read; what resolves the ticket says why it was needed. */
function AfterSending(props: Follows & { change: (words: Partial<TicketDraft>) => void }) {
  const { after, cause, tags, change } = props;
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      <Field label="After sending" required>
        <AfterAnswerSelect value={after} onChange={(next) => change({ after: next ?? undefined })} />
      </Field>
      {after === "resolve" ? <CauseField value={cause} onChange={(next) => change({ cause: next })} /> : null}
      {tags.length === 0 ? null : (
        <div className="flex flex-wrap items-center gap-2 text-sm sm:col-span-2">
          Tags to add
          <TagList
            label="Tags the reply adds"
            tags={tags}
            onRemove={(tag) => change({ tags: tags.filter((one) => one !== tag) })}
          />
        </div>
      )}
    </div>
  );
}

/** Sends by Ctrl+Enter, on a Mac by Cmd+Enter. Esc leaves the field, so that letters are the page's again. */
function onSendKey(send: () => void) {
  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.nativeEvent.isComposing) event.currentTarget.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
}

function whyNotSend(body: string, isBusy: boolean): string | null {
  if (body.trim() === "") return "Write something first";
  return isBusy ? "Wait until the files are ready" : null;
}

/** Why the reply that is written here anew was not sent. */
function Unsent({ because }: { because: string | null }) {
  if (because === null) return null;
  return (
    <Alert meaning="warning" title="Your reply was not sent">
      {because}
    </Alert>
  );
}

/** What is sent. */
interface Said {
  readonly body: string;
  readonly uploadIds: UploadId[];
  readonly isThanks: boolean;
  readonly readUpTo: number;
  /** Of the draft it was written as. */
  readonly version: number | null;
}

/** What the answer does beside being read. */
interface Follows {
  readonly after: AfterAnswer | null;
  readonly cause: ChosenCause | null;
  readonly tags: readonly string[];
}

function useSend({ key, isAgent }: Ticket) {
  const { say } = useAgentCommands();
  const { hold } = useHeldReplyCommands();
  const { reply } = usePartyCommands();
  const navigate = useNavigate();
  return async (
    visibility: MessageVisibility,
    { isThanks, readUpTo, version, ...said }: Said,
    follows: Follows | null,
  ): Promise<void> => {
    if (isAgent) {
      const { after = null, cause = null, tags = [] } = follows ?? {};
      const next = { ...(after !== null && { after }), ...(cause !== null && { cause }) };
      if (visibility === "public") await hold({ key, ...said, ...next, tags: [...tags], readUpTo, version });
      else await say({ key, ...said, visibility });
      return;
    }
    const stands = await reply({ key, ...said, isThanks });
    if (stands === key) return;
    toast.success(`${stands} follows up ${key}`);
    void navigate({ href: pathTo("ticket", { id: stands }), ignoreBlocker: true });
  };
}
