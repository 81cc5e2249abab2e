import { Archive, CalendarClock, CircleCheck, Lock, PenLine } from "lucide-react";
import { ARTICLE_STATUS_WORDS, AUDIENCES } from "../../../convex/core/articles/rules";
import type { Article, ArticleStatus } from "../../../convex/core/articles/table";
import { Badge } from "../../ui/text/badge";

/** What sets an article apart from one that everybody reads: its status, its audience, and a review that is overdue. */
export function ArticleMarks(props: {
  article: Pick<Article, "audience"> & { readonly status: ArticleStatus; readonly isOverdue: boolean };
}) {
  const { status, audience, isOverdue } = props.article;
  return (
    <>
      {status === "draft" ? (
        <Badge variant="outline" icon={<PenLine aria-hidden />}>
          {ARTICLE_STATUS_WORDS.draft}
        </Badge>
      ) : null}
      {status === "archived" ? (
        <Badge variant="neutral" icon={<Archive aria-hidden />}>
          {ARTICLE_STATUS_WORDS.archived}
        </Badge>
      ) : null}
      {audience === "agents" ? (
        <Badge variant="secondary" icon={<Lock aria-hidden />}>
          {AUDIENCES.agents.label}
        </Badge>
      ) : null}
      {isOverdue ? (
        <Badge variant="warning" icon={<CalendarClock aria-hidden />}>
          Review overdue
        </Badge>
      ) : null}
    </>
  );
}

/** The status of an article whatever it is, for those who write it. */
export function StatusBadge({ status }: { status: ArticleStatus }) {
  return status === "published" ? (
    <Badge icon={<CircleCheck aria-hidden />}>{ARTICLE_STATUS_WORDS.published}</Badge>
  ) : (
    <ArticleMarks article={{ status, audience: "everyone", isOverdue: false }} />
  );
}
