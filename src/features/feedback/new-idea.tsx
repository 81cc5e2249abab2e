import { useState } from "react";
import { type IdeaForm, problemsOf } from "../../../convex/core/feedback/rules";
import { pathTo } from "../../../convex/site/links";
import { FileChoice } from "../../components/files/file-choice";
import { useFiles } from "../../components/files/use-files";
import { DraftLine } from "../../components/form/draft-line";
import { fieldsRefused } from "../../components/form/form-fields";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { explain } from "../../components/refusal-words";
import { RowLink } from "../../components/row-link";
import { useSettled } from "../../lib/use-settled";
import { Button } from "../../ui/button";
import { FormErrorSummary } from "../../ui/form/form-error-summary";
import { Alert } from "../../ui/page/alert";
import { Card, CardHeader } from "../../ui/page/card";
import { PageHeader } from "../../ui/page/page-header";
import { toast } from "../../ui/toast/toast";
import {
  type About,
  type IdeaDraftOf,
  type KeptIdeaDraft,
  type TicketWords,
  useAboutName,
  useIdeaCommands,
  useIdeaFilePlace,
  useIdeaOfTicket,
  useKeptIdeaDraft,
  useSimilar,
  useTicketWords,
} from "./api";
import { IdeaFields, ideaFieldId } from "./idea-fields";
import { IdeaStatusBadge } from "./status-badge";
import { useIdeaDraft } from "./use-idea-draft";
import { VoteButton } from "./vote-button";

/** How long nobody types before ideas like this one are looked for. */
const QUIET_MS = 300;

interface NewIdeaProps {
  readonly about: About | null;
  /** The ticket it was. */
  readonly ticket: string | null;
  readonly onWritten: (key: string) => void;
}

/** Writing an idea; beside it those that are like it, to vote for instead. */
export function NewIdea(props: NewIdeaProps) {
  const words = useTicketWords(props.ticket);
  return words === undefined ? (
    <ListSkeleton label="Loading the ticket" />
  ) : (
    <WithDraft {...props} ticket={words && props.ticket} words={words} />
  );
}

interface WithWords extends NewIdeaProps {
  readonly words: TicketWords | null;
}

function WithDraft(props: WithWords) {
  const of = { idea: null, ...(props.ticket !== null && { ticket: props.ticket }) };
  const kept = useKeptIdeaDraft(of);
  return kept === undefined ? <ListSkeleton label="Loading the form" /> : <Writing {...props} of={of} kept={kept} />;
}

interface WritingProps extends WithWords {
  readonly of: IdeaDraftOf;
  readonly kept: KeptIdeaDraft | null;
}

/** The form of a new idea, and how it is sent. */
function useWriting({ about: cameFor, ticket, words, of, kept, onWritten }: WritingProps) {
  // What the ticket says is taken over once: afterwards the form is its writer's.
  const begun = words ? { title: words.title, text: words.description } : undefined;
  const writing = useIdeaDraft(of, kept, { begun, always: cameFor ? { about: cameFor } : {} });
  const { title = "", text: description, priority = "", about = null } = writing.draft;
  const form: IdeaForm = { title, description, priority };
  const setForm = (next: IdeaForm): void =>
    writing.change({ title: next.title, text: next.description, priority: next.priority });
  const files = useFiles(useIdeaFilePlace({ ideaId: null }));
  const along = useAlong(words);
  const [shown, setShown] = useState<{ fieldId: string; message: string }[]>([]);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { create } = useIdeaCommands();
  const writeFromTicket = useIdeaOfTicket();
  const aboutName = useAboutName(about);

  function say(found: Readonly<Record<string, string>>): void {
    setProblems(found);
    setShown(Object.entries(found).map(([field, message]) => ({ fieldId: ideaFieldId(field), message })));
  }
  async function send(): Promise<void> {
    if (isBusy) return;
    const found = problemsOf(form);
    say(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const uploadIds = files.acceptedIds;
      const key = await writing.sending(() =>
        ticket
          ? writeFromTicket({ key: ticket, ...form, fileIds: [...along.chosen], uploadIds })
          : create({ ...form, ...(about && aboutName && { about }), uploadIds }),
      );
      files.clear();
      toast.success(`${key} was sent`);
      onWritten(key);
    } catch (error) {
      const refused = fieldsRefused(error);
      if (refused) say(refused);
      else setFailure(explain(error));
    } finally {
      setBusy(false);
    }
  }
  return { form, setForm, writing, shown, problems, failure, isBusy, send, files, along, aboutName };
}

function Writing(props: WritingProps) {
  const { form, setForm, writing, shown, problems, failure, isBusy, send, files, along, aboutName } = useWriting(props);
  const { ticket } = props;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="New Idea"
        context={
          <>
            Everyone who uses the portal can read ideas and vote for them. Is something broken today?{" "}
            <RowLink to={pathTo("createTicket")}>Ask support</RowLink>.
          </>
        }
      />
      <form
        noValidate
        className="relative flex max-w-2xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <FormErrorSummary problems={shown} submission={shown} />
        {failure === null ? null : (
          <Alert meaning="danger" title="Your idea was not sent">
            {failure}
          </Alert>
        )}
        <Origin ticket={ticket} aboutName={aboutName ?? null} />
        <IdeaFields
          form={form}
          files={files}
          problems={problems}
          onChange={setForm}
          alike={<Similar text={form.title} />}
        >
          <FileChoice
            legend="Files from the ticket"
            help="Everyone who reads the idea can open those you choose."
            files={along.files}
            chosen={along.chosen}
            onChange={along.choose}
          />
        </IdeaFields>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            busy={isBusy}
            busyLabel="Sending..."
            disabledReason={files.isBusy ? "Wait until the files are ready" : null}
          >
            Send idea
          </Button>
          <DraftLine writing={writing} title="Your idea was not sent" />
        </div>
      </form>
    </div>
  );
}

/** The files of the ticket, none of which goes along until its writer chooses it: everybody reads an idea. */
function useAlong(words: TicketWords | null) {
  const [chosen, choose] = useState<readonly TicketWords["files"][number]["id"][]>([]);
  const files = words?.files ?? [];
  return { files, chosen: chosen.filter((id) => files.some((file) => file.id === id)), choose };
}

/** The ticket it is filled in from, and what it is about. */
function Origin({ ticket, aboutName }: { ticket: string | null; aboutName: string | null }) {
  return (
    <>
      {ticket ? (
        <p className="text-ink-soft">
          It is filled in from {ticket}. Everyone can read an idea, so remove anything not everyone should know. Sending
          it resolves the ticket.
        </p>
      ) : null}
      {aboutName ? (
        <p className="text-ink-soft">
          It is about <strong className="font-medium text-ink">{aboutName}</strong>: what it costs people is shown
          beside your idea.
        </p>
      ) : null}
    </>
  );
}

/** Ideas like what is being typed: under the title, and beside the form where there is room. */
function Similar({ text }: { text: string }) {
  const found = useSimilar(useSettled(text, QUIET_MS)) ?? [];
  return (
    <div role="status" className="empty:-mt-4 xl:absolute xl:top-0 xl:left-full xl:ml-4 xl:w-72">
      {found.length === 0 ? null : (
        <Card aria-labelledby="similar-ideas">
          <CardHeader
            id="similar-ideas"
            title="Is it one of these?"
            description="Voting for an idea counts for more than writing it again."
          />
          <ul className="flex flex-col border-t border-line">
            {found.map((idea) => (
              <li
                key={idea.id}
                className="flex items-start justify-between gap-3 border-b border-line px-4 py-3 text-sm last:border-b-0"
              >
                <span className="flex min-w-0 flex-col items-start gap-1 wrap-anywhere">
                  <RowLink to={pathTo("idea", { id: idea.key })}>{idea.title}</RowLink>
                  <IdeaStatusBadge status={idea.status} />
                </span>
                <VoteButton idea={idea} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}
