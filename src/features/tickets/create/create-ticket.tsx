import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { descriptionProblem, titleProblem, TOPIC_NAMES, TOPICS } from "../../../../convex/core/tickets/rules";
import type { TicketTopic } from "../../../../convex/core/tickets/table";
import { pathTo } from "../../../../convex/site/links";
import { DropZone, FileButton, FileList } from "../../../components/files/attach";
import { useFiles } from "../../../components/files/use-files";
import { DraftLine } from "../../../components/form/draft-line";
import { SecretWarning } from "../../../components/form/secret-warning";
import { useAct } from "../../../components/form/use-act";
import { FormattedField } from "../../../components/formatted/formatted-field";
import { ListSkeleton } from "../../../components/listing/list-skeleton";
import { QueryBoundary } from "../../../components/query-boundary";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/form/field";
import { FormErrorSummary } from "../../../ui/form/form-error-summary";
import { Input } from "../../../ui/form/input";
import { RadioGroup } from "../../../ui/form/radio-group";
import { Awaited } from "../../../ui/page/awaited";
import { Card } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { Settled } from "../../../ui/page/settled";
import { toast } from "../../../ui/toast/toast";
import {
  type KeptDraft,
  useCreateTicket,
  useFilePlace,
  useKeptDraft,
  useOpenTicketFor,
  useRelated,
  useSupportHours,
  useTicketRights,
} from "../api";
import { Back } from "../back";
import type { OpenIncident } from "../incidents/api";
import { OpenIncidents } from "../incidents/open-incidents";
import { useTeams } from "../sorting/api";
import { useTicketDraft } from "../writing/use-ticket-draft";
import { BeforeYouWrite } from "./before-you-write";
import { DescriptionHelp } from "./description-help";
import { DiagnosticsField, leftOf, type OfferedLine } from "./diagnostics-field";
import { withError } from "./error-draft";
import { ForField } from "./for-field";
import { OwnAlike } from "./own-alike";
import { RelatedField } from "./related-field";

const OPTIONS = TOPIC_NAMES.map((value) => ({ value, label: TOPICS[value].label, help: TOPICS[value].does }));

const idOf = (field: string): string => `ticket-${field}`;

/** What a new ticket is about, as far as the page says that somebody came from. */
interface Origin {
  readonly relatedRef: string | undefined;
  readonly incident: string | undefined;
  readonly error: string | undefined;
  readonly page: string | undefined;
}

/** Asks support for help; what it is about may come from the page somebody came from. */
export function CreateTicket(origin: Origin) {
  return (
    <QueryBoundary title="The form could not be loaded" page="Create Ticket">
      <Loaded {...origin} />
    </QueryBoundary>
  );
}

function Loaded(origin: Origin) {
  const kept = useKeptDraft(null);
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <PageHeader title="Create Ticket" context="Support reads it and answers in the portal." />
      {kept === undefined ? <ListSkeleton label="Loading the form" /> : <TicketForm origin={origin} kept={kept} />}
    </div>
  );
}

function TicketForm({ origin, kept }: { origin: Origin; kept: KeptDraft | null }) {
  const form = useTicketForm(origin, kept);
  const hours = useSupportHours();
  const { values, problems, set, files, requester } = form;
  const { mayAnswer } = useTicketRights();
  const teams = useTeams();
  const team = teams?.topics.find(({ topic }) => topic === values.topic)?.team;
  return (
    <Settled className="flex flex-col gap-4" meanwhile={<ListSkeleton label="Loading the form" />}>
      {requester ? null : <OpenIncidents chosen={form.incident} onChoose={form.chooseIncident} />}
      <Card aria-label="Your ticket" className="p-4">
        <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
          <FormErrorSummary problems={form.listed} submission={form.submission} />
          {mayAnswer ? (
            <ForField
              draft={form.writing.draft}
              tellsId={idOf("tells")}
              problem={problems.tells ?? null}
              change={form.writing.change}
            />
          ) : null}
          {requester && form.about === null ? null : <RelatedField {...form} />}
          <Field id={idOf("topic")} label="Topic" required error={problems.topic ?? null}>
            <RadioGroup
              label="Topic"
              options={OPTIONS}
              value={values.topic}
              onValueChange={(topic) => set({ topic: TOPIC_NAMES.find((one) => one === topic) ?? null })}
              className="grid gap-2 sm:grid-cols-2"
            />
          </Field>
          {teams === undefined ? <Awaited /> : null}
          {team === undefined ? null : <p className="-mt-2 text-sm text-muted">The {team} looks after it.</p>}
          <Field id={idOf("title")} label="Title" required error={problems.title ?? null}>
            <Input value={values.title} onChange={(event) => set({ title: event.target.value })} />
          </Field>
          {requester ? null : <OwnAlike title={values.title} />}
          {requester ? null : (
            <QueryBoundary title="Help articles could not be loaded">
              <BeforeYouWrite title={values.title} topic={values.topic} />
            </QueryBoundary>
          )}
          <Field
            id={idOf("description")}
            label="Description"
            help={<DescriptionHelp topic={values.topic} />}
            required
            error={problems.description ?? null}
          >
            <DropZone onFiles={files.add}>
              <FormattedField rows={8} value={values.description} onText={(description) => set({ description })} />
            </DropZone>
          </Field>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <FileButton onFiles={files.add} />
            <p className="text-sm text-muted">You can paste or drop a screenshot into the description.</p>
          </div>
          <FileList files={files.shown} />
          {requester ? null : <DiagnosticsField page={origin.page} {...form.diagnostics} />}
          <SecretWarning text={`${values.title}\n${values.description}`} />
          <div className="flex flex-wrap items-center gap-3 text-sm">
            <Button
              type="submit"
              busy={form.isBusy}
              busyLabel="Sending..."
              disabledReason={files.isBusy ? "Wait until the files are ready" : null}
            >
              {requester ? "Open ticket" : "Send to support"}
            </Button>
            {hours && !requester ? <Back hours={hours} /> : null}
            <DraftLine writing={form.writing} title="This ticket was not sent" />
          </div>
        </form>
      </Card>
    </Settled>
  );
}

interface Values {
  readonly title: string;
  readonly description: string;
  readonly topic: TicketTopic | null;
}

/** The form as it is kept while it is written; where somebody came from says more than what was kept. */
function useTicketForm({ relatedRef, incident: cameFor, error, page }: Origin, kept: KeptDraft | null) {
  const topicAtFirst = kept?.draft.topic ?? topicOf(relatedRef ?? null);
  const writing = useTicketDraft(null, kept, {
    ...(topicAtFirst !== null && { topic: topicAtFirst }),
    ...(relatedRef !== undefined && { related: relatedRef }),
    ...(cameFor !== undefined && { incident: cameFor }),
    ...withError({ body: "", ...kept?.draft }, { error, page }),
  });
  const { draft, change } = writing;
  const values: Values = { title: draft.title ?? "", description: draft.body, topic: draft.topic ?? null };
  const ref = draft.related ?? null;
  const incident = draft.incident ?? null;
  const [submission, setSubmission] = useState<object | null>(null);
  const related = useRelated(ref);
  const files = useFiles(useFilePlace(null));
  const create = useCreateTicket();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const { requester } = draft;
  const [offered, setOffered] = useState<readonly OfferedLine[] | null>(null);
  const openFor = useOpenTicketFor();
  const found = {
    tells: requester && draft.tells === undefined ? "Choose whether they are notified" : null,
    ...problemsOf(values),
  };
  const problems: Partial<typeof found> = submission ? found : {};
  function set({ description: body, topic, ...title }: Partial<Values>): void {
    change({
      ...title,
      ...(body !== undefined && { body }),
      ...(topic !== undefined && { topic: topic ?? undefined }),
    });
  }
  async function send(): Promise<void> {
    setSubmission({});
    const { topic, title, description } = values;
    if (topic === null || found.title || found.description || found.tells || files.isBusy) return;
    // What was not found is left out, and what is still looked at goes along.
    const about = related === null ? null : ref;
    const words = { title, description, topic, related: about, uploadIds: files.acceptedIds };
    const done = await act("The ticket was not sent", () =>
      writing.sending(() =>
        requester
          ? openFor({ ...words, personId: requester.id, tells: draft.tells === true })
          : create({ ...words, ...(incident !== null && { incident }), diagnostics: leftOf(offered) }),
      ),
    );
    if (!done) return;
    files.clear();
    toast.success(requester ? `${done.result} was opened for ${requester.name}` : `${done.result} was sent to support`);
    void navigate({ href: pathTo("ticket", { id: done.result }), ignoreBlocker: true });
  }
  return {
    values,
    requester,
    writing,
    files,
    problems,
    listed: Object.entries(problems).flatMap(([field, message]) =>
      message ? [{ fieldId: idOf(field), message }] : [],
    ),
    submission,
    set,
    about: ref,
    setAbout: (about: string | null) =>
      change({ related: about ?? undefined, topic: draft.topic ?? topicOf(about) ?? undefined }),
    related,
    diagnostics: { offered, setOffered },
    incident,
    chooseIncident: (chosen: OpenIncident | null) => {
      change({ incident: chosen?.key });
      if (chosen) set(withIncident(values, chosen));
    },
    isBusy,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void send();
    },
  };
}

/** The topics of things with one; those of a service or a warehouse may be any. */
const TOPIC_OF: Readonly<Record<string, TicketTopic>> = {
  request: "request",
  task: "request",
  approval: "request",
  grant: "access",
  domain: "access",
  table: "access",
};

/** The topic of what a thing is about; null where it may be any. */
function topicOf(about: string | null): TicketTopic | null {
  if (about === null) return null;
  const kind = about.includes(":") ? about.slice(0, about.indexOf(":")) : "request";
  return TOPIC_OF[kind] ?? null;
}

/** What was typed stays; only what is empty is filled in. */
function withIncident({ title, description, topic }: Values, incident: OpenIncident): Values {
  return {
    title: title.trim() === "" ? incident.title : title,
    description: description.trim() === "" ? "I have this problem too." : description,
    topic: topic ?? "other",
  };
}

function problemsOf({ title, description, topic }: Values) {
  return {
    topic: topic === null ? "Choose a topic" : null,
    title: titleProblem(title),
    description: descriptionProblem(description),
  } satisfies Record<string, string | null>;
}
