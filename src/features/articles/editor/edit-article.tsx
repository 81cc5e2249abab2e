import { useState } from "react";
import { articleProblems, tidyArticle, USUAL_REVIEW_MS } from "../../../../convex/core/articles/rules";
import type { Article } from "../../../../convex/core/articles/table";
import type { TicketTopic } from "../../../../convex/core/tickets/table";
import { pathTo } from "../../../../convex/site/links";
import { fieldsRefused } from "../../../components/form/form-fields";
import { LeaveGuard } from "../../../components/form/leave-guard";
import { GoLink } from "../../../components/go-link";
import { ListSkeleton } from "../../../components/listing/list-skeleton";
import { NotThere } from "../../../components/not-there";
import { QueryBoundary } from "../../../components/query-boundary";
import { explain } from "../../../components/refusal-words";
import { dayFrom } from "../../../lib/readers-clock";
import { useViewer } from "../../../shell/session";
import { Button } from "../../../ui/button";
import { buttonClasses } from "../../../ui/button-classes";
import { FormErrorSummary } from "../../../ui/form/form-error-summary";
import { Alert } from "../../../ui/page/alert";
import { Card } from "../../../ui/page/card";
import { PageHeader } from "../../../ui/page/page-header";
import { toast } from "../../../ui/toast/toast";
import { type ShownArticle, useArticle, useArticleCommands, useArticleRights, useBegunFrom } from "../api";
import { ArticleFields, articleFieldId } from "./article-fields";
import { carriedOn } from "./carried-on";
import { Meanwhile } from "./meanwhile";

/** Writes a new article, which begins as a draft; from a resolved ticket with what was answered there. */
export function NewArticle({ ticket, onSaved }: { ticket: string | undefined; onSaved: (key: string) => void }) {
  return (
    <QueryBoundary title="The ticket could not be loaded" page="New article">
      <NewForm ticket={ticket} onSaved={onSaved} />
    </QueryBoundary>
  );
}

function NewForm({ ticket, onSaved }: { ticket: string | undefined; onSaved: (key: string) => void }) {
  const viewer = useViewer();
  const begun = useBegunFrom(ticket);
  const isKnown = ticket === undefined || begun !== undefined;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <PageHeader
        title="New article"
        context={begun ? `From ${ticket}. It is a draft until you publish it.` : "It is a draft until you publish it."}
      />
      {begun ? (
        <Alert meaning="info" title="Read it before others do">
          Names, addresses and phone numbers were taken out of the answer. Check that nothing personal is left.
        </Alert>
      ) : null}
      {begun === null ? (
        <Alert meaning="warning" title={`No article can be written from ${ticket}`}>
          It is not resolved, or you do not answer it. What you write here will not be linked to it.
        </Alert>
      ) : null}
      {viewer && isKnown ? (
        <Form
          shown={null}
          begun={begun ?? null}
          ticket={begun ? ticket : undefined}
          owner={{ id: viewer._id, name: `${viewer.firstName} ${viewer.lastName}` }}
          onSaved={onSaved}
        />
      ) : (
        <ListSkeleton label="Loading the form" />
      )}
    </div>
  );
}

/** Changes an article; what readers read changes with the save. */
export function EditArticle({ id, onSaved }: { id: string; onSaved: (key: string) => void }) {
  return (
    <QueryBoundary title="The article could not be loaded" page="Edit article">
      <Loaded id={id} onSaved={onSaved} />
    </QueryBoundary>
  );
}

function Loaded({ id, onSaved }: { id: string; onSaved: (key: string) => void }) {
  const found = useArticle(id);
  const [begun, setBegun] = useState<ShownArticle | null>(null);
  if (found?.mayWrite === true && found.status !== "archived" && found !== begun) setBegun(found);
  // Whoever writes keeps what they typed, also once the article was archived or handed over; its save says so.
  const article = found?.mayWrite === true ? found : (begun ?? found);
  const isWritten = begun !== null;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <PageHeader title="Edit article" context={article ? `${article.key} ${article.title}` : undefined} />
      {article && isWritten ? (
        <Form shown={article} owner={{ id: article.ownerId, name: article.owner }} onSaved={onSaved} />
      ) : article === undefined ? (
        <ListSkeleton label="Loading the article" />
      ) : (
        <NotThere
          list="articles"
          title={
            !article
              ? "There is no such article"
              : article.mayWrite
                ? "An archived article cannot be changed"
                : "You cannot edit this article"
          }
        >
          Only its owner and those who answer tickets can change an article.
        </NotThere>
      )}
    </div>
  );
}

interface FormProps {
  /** The article as it is now; null for a new one. */
  readonly shown: ShownArticle | null;
  /** What a new one begins with, and the ticket that is from. */
  readonly begun?: { readonly title: string; readonly body: string; readonly topic: TicketTopic } | null;
  readonly ticket?: string | undefined;
  readonly owner: { readonly id: Article["ownerId"]; readonly name: string };
  readonly onSaved: (key: string) => void;
}

function Form(props: FormProps) {
  const { shown } = props;
  const form = useArticleForm(props);
  const { values, problems } = form;
  const { isAgent } = useArticleRights();
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    >
      <FormErrorSummary
        problems={Object.entries(problems).map(([field, message]) => ({ fieldId: articleFieldId(field), message }))}
        submission={problems}
      />
      {form.failure === null ? null : (
        <Alert meaning="danger" title="The article was not saved">
          {form.failure}
        </Alert>
      )}
      {shown && form.isOvertaken ? <Meanwhile mine={form.carriedOn} theirs={shown} onTake={form.takeOver} /> : null}
      <Card aria-label="The article" className="flex flex-col gap-4 p-4">
        <ArticleFields
          values={values}
          owner={form.owner}
          problems={problems}
          isAgent={isAgent}
          onChange={form.change}
          onOwner={form.setOwner}
        />
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          busy={form.isBusy}
          busyLabel="Saving..."
          disabledReason={form.isOvertaken ? "Look at what was saved in the meantime first" : null}
        >
          {shown === null ? "Save draft" : shown.status === "published" ? "Save and publish" : "Save draft"}
        </Button>
        <GoLink
          to={shown ? pathTo("article", { id: shown.key }) : pathTo("articles")}
          className={buttonClasses({ variant: "outline" })}
        >
          Cancel
        </GoLink>
      </div>
      <LeaveGuard title="This article was not saved" isUnsaved={form.isUnsaved} />
    </form>
  );
}

function fieldsOf({ title, body, topics, typeKeys, audience, ownerId, reviewAt }: Article): Article {
  return { title, body, topics, typeKeys, audience, ownerId, reviewAt };
}

/** An article while it is written. What others save in between is never overwritten unseen, and nothing typed is lost. */
function useArticleForm({ shown, begun: first, ticket, owner: begunOwner, onSaved }: FormProps) {
  const [begun, setBegun] = useState<Article>(() =>
    shown
      ? fieldsOf(shown)
      : {
          ...{ title: first?.title ?? "", body: first?.body ?? "", topics: first ? [first.topic] : [] },
          ...{ typeKeys: [], audience: "everyone", ownerId: begunOwner.id },
          reviewAt: dayFrom(Date.now() + USUAL_REVIEW_MS, 0),
        },
  );
  const [revision, setRevision] = useState(shown?.revision ?? 0);
  const [values, setValues] = useState(begun);
  const [owner, setOwner] = useState(begunOwner);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { create, save } = useArticleCommands();
  const isOvertaken = shown !== null && shown.revision !== revision && !isBusy && !isSaved;
  async function send(): Promise<void> {
    if (isBusy || isOvertaken) return;
    const article = tidyArticle(values);
    const found = articleProblems(article, Date.now(), shown?.reviewAt ?? null);
    setProblems(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const key = shown ? shown.key : await create({ article, ...(ticket !== undefined && { ticket }) });
      if (shown) await save({ shown: { id: shown.id, revision }, article });
      setSaved(true);
      toast.success(`${key} was saved`);
      onSaved(key);
    } catch (error) {
      const refused = fieldsRefused(error);
      setProblems(refused ?? {});
      setFailure(refused ? null : explain(error));
    } finally {
      setBusy(false);
    }
  }
  return {
    values,
    owner,
    problems,
    failure,
    isBusy,
    isOvertaken,
    /** What "mine" would be beside what was saved in between. */
    carriedOn: shown ? carriedOn(begun, values, fieldsOf(shown)) : values,
    send,
    change: (fields: Partial<Article>) => setValues({ ...values, ...fields }),
    setOwner: (person: typeof owner) => {
      setOwner(person);
      setValues({ ...values, ownerId: person.id });
    },
    /** Goes on from what was saved in between: with the own words, or with those of the colleague. */
    takeOver: (words: "mine" | "theirs") => {
      if (!shown) return;
      const theirs = fieldsOf(shown);
      const next = words === "mine" ? carriedOn(begun, values, theirs) : theirs;
      setRevision(shown.revision);
      setBegun(theirs);
      setFailure(null);
      setValues(next);
      if (next.ownerId === shown.ownerId) setOwner({ id: shown.ownerId, name: shown.owner });
    },
    isUnsaved: () => !isSaved && JSON.stringify(values) !== JSON.stringify(begun),
  };
}
