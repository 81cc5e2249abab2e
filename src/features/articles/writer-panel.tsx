import { useState } from "react";
import { AUDIENCES, reviewProblem, USUAL_REVIEW_MS } from "../../../convex/core/articles/rules";
import { pathTo } from "../../../convex/site/links";
import { FormDialog, useDialogForm } from "../../components/form/form-dialog";
import { useAct } from "../../components/form/use-act";
import { GoLink } from "../../components/go-link";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { formatDate } from "../../lib/dates";
import { dayText, typedMoment } from "../../lib/readers-clock";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { DateInput } from "../../ui/form/date-input";
import { Field } from "../../ui/form/field";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { DescriptionList } from "../../ui/page/description-list";
import { toast } from "../../ui/toast/toast";
import { type ShownArticle, useArticleCommands } from "./api";
import { Figures } from "./figures";
import { StatusBadge } from "./marks";
import { Versions } from "./versions/versions";

/** What those who write an article look after. */
export function WriterPanel({ article }: { article: ShownArticle }) {
  return (
    <aside aria-label="Article details and history" className="flex min-w-0 flex-col gap-4">
      <Card aria-labelledby="article-care">
        <CardHeader id="article-care" title="Article details" />
        <CardBody className="flex flex-col gap-3">
          <DescriptionList
            items={[
              { term: "Status", value: <StatusBadge status={article.status} /> },
              { term: "Read by", value: AUDIENCES[article.audience].label },
              { term: "Owner", value: article.owner },
              { term: "Review on", value: formatDate(article.reviewAt) },
              { term: "Saved by", value: article.updatedBy },
              ...(article.ticket === null
                ? []
                : [
                    {
                      term: "Written from",
                      value: <RowLink to={pathTo("ticket", { id: article.ticket })}>{article.ticket}</RowLink>,
                    },
                  ]),
            ]}
          />
          <Actions article={article} />
        </CardBody>
      </Card>
      {article.isAgent ? (
        <QueryBoundary title="The figures could not be loaded">
          <Figures id={article.id} />
        </QueryBoundary>
      ) : null}
      {article.version === 0 ? null : (
        <QueryBoundary title="The versions could not be loaded">
          <Versions article={article} />
        </QueryBoundary>
      )}
    </aside>
  );
}

function Actions({ article }: { article: ShownArticle }) {
  const { id, key, revision, status } = article;
  const [isReviewing, setReviewing] = useState(false);
  const { publish, setArchived } = useArticleCommands();
  const { isBusy, act } = useAct();
  async function release(): Promise<void> {
    if (await act("It was not published", () => publish({ shown: { id, revision } })))
      toast.success(`${key} was published`);
  }
  async function archive(isArchived: boolean): Promise<void> {
    if (!(await act("Nothing was changed", () => setArchived({ id, isArchived })))) return;
    if (isArchived)
      toast.success(`${key} was archived`, { action: { label: "Undo", onClick: () => void archive(false) } });
    else toast.success(`${key} was restored`);
  }
  if (status === "archived")
    return article.isAgent ? (
      <Button variant="outline" className="self-start" busy={isBusy} onClick={() => void archive(false)}>
        Restore
      </Button>
    ) : (
      <p className="text-sm text-muted">Those who answer tickets can restore it.</p>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {status === "draft" ? (
        <Button busy={isBusy} busyLabel="Publishing..." onClick={() => void release()}>
          Publish
        </Button>
      ) : null}
      <GoLink to={pathTo("editArticle", { id: key })} className={buttonClasses({ variant: "outline" })}>
        Edit
      </GoLink>
      <Button variant="outline" onClick={() => setReviewing(true)}>
        Reviewed
      </Button>
      {article.isAgent ? (
        <Button variant="destructiveOutline" busy={isBusy} onClick={() => void archive(true)}>
          Archive
        </Button>
      ) : null}
      {isReviewing ? <ReviewDialog article={article} onClose={() => setReviewing(false)} /> : null}
    </div>
  );
}

/** The day an article is reviewed on when nobody says otherwise. */
function usualDay(): string {
  return dayText(Date.now() + USUAL_REVIEW_MS);
}

function whyNotOn(reviewAt: number): string | null {
  return reviewProblem(reviewAt, Date.now());
}

function ReviewDialog({ article: { id, key, revision }, onClose }: { article: ShownArticle; onClose: () => void }) {
  const [day, setDay] = useState(usualDay);
  const { review } = useArticleCommands();
  const reviewAt = typedMoment(day);
  const form = useDialogForm({
    check: () => {
      const problem = whyNotOn(reviewAt);
      return problem === null ? {} : { reviewAt: problem };
    },
    send: async () => await review({ shown: { id, revision }, reviewAt }),
    saved: `${key} is reviewed again on ${formatDate(reviewAt)}`,
    onClose,
  });
  return (
    <FormDialog
      title="Still correct?"
      description="You have read the article and it is still correct. When should its owner review it again?"
      verb="Save review"
      form={form}
      idOf={(field) => `review-${field}`}
      onClose={onClose}
    >
      <Field id="review-reviewAt" label="Next review" error={form.problems.reviewAt ?? null} required>
        <DateInput value={day} onChange={setDay} />
      </Field>
    </FormDialog>
  );
}
