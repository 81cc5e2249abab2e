import { Plus } from "lucide-react";
import { useRef } from "react";
import { ARTICLE_STATUS_WORDS } from "../../../convex/core/articles/rules";
import { TOPIC_NAMES, TOPICS } from "../../../convex/core/tickets/rules";
import type { TicketTopic } from "../../../convex/core/tickets/table";
import { plural } from "../../../convex/lib/pure/text";
import { wordsOf } from "../../../convex/lib/pure/wordSearch";
import { pathTo } from "../../../convex/site/links";
import { Found, WantedWords } from "../../components/found/found";
import { GoLink } from "../../components/go-link";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { useLeftAt } from "../../components/listing/use-left-at";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { useEyes } from "../../shell/session";
import { Button } from "../../ui/button";
import { buttonClasses } from "../../ui/button-classes";
import { type Column, DataTable } from "../../ui/list/data-table";
import { FilterBar } from "../../ui/list/filter-bar";
import { StatusTabs } from "../../ui/list/status-tabs";
import { Card } from "../../ui/page/card";
import { EmptyState } from "../../ui/page/empty-state";
import { PageHeader } from "../../ui/page/page-header";
import { RelativeTime } from "../../ui/text/relative-time";
import { type ArticleRow, useArticleRights, useArticles } from "./api";
import { ArticleMarks } from "./marks";
import type { ArticlesSearch } from "./search";

type Change = (changes: { readonly [Key in keyof ArticlesSearch]: ArticlesSearch[Key] | undefined }) => void;

const TOPIC_OPTIONS = TOPIC_NAMES.map((value) => ({ value, label: TOPICS[value].label }));

/** The topic the address names; null where it names none. */
function topicOf({ topic }: ArticlesSearch): TicketTopic | null {
  return TOPIC_NAMES.find((one) => one === topic) ?? null;
}

/** The help articles somebody reads, found by words and topic; for those who write them also drafts and archived ones. */
export function Articles({ search, onSearch }: { search: ArticlesSearch; onSearch: (next: object) => void }) {
  const { isAgent, mayWrite } = useArticleRights();
  const change: Change = (changes) => onSearch({ ...search, ...changes });
  const page = useRef<HTMLDivElement>(null);
  const { q, topic, show } = search;
  useLeftAt(useEyes(), JSON.stringify(["articles", q, topic, show]), page);
  return (
    <div ref={page} className="list-page">
      <PageHeader
        title="Help Articles"
        context="How things work here, and what to do when they do not."
        actions={
          isAgent ? (
            <GoLink to={pathTo("newArticle")} className={buttonClasses()}>
              <Plus aria-hidden />
              New article
            </GoLink>
          ) : null
        }
      />
      {mayWrite ? <Parts search={search} isAgent={isAgent} change={change} /> : null}
      <FilterBar
        label="Filter articles"
        search={{
          text: search.q ?? "",
          label: "Search articles",
          placeholder: "Search articles",
          onChange: (q) => change({ q, show: undefined }),
        }}
        filters={[
          {
            kind: "choice",
            label: "Topic",
            options: TOPIC_OPTIONS,
            chosen: topicOf(search),
            onChange: (topic) => change({ topic: TOPIC_NAMES.find((one) => one === topic) }),
          },
        ]}
        onClear={() => change({ q: undefined, topic: undefined })}
      />
      <QueryBoundary title="The articles could not be loaded">
        <List search={search} isAgent={isAgent} onClear={() => onSearch({})} />
      </QueryBoundary>
    </div>
  );
}

/** Drafts and archived ones: for whoever answers tickets, and for owners who have some. */
function Parts({ search, isAgent, change }: { search: ArticlesSearch; isAgent: boolean; change: Change }) {
  const drafts = useArticles("", null, "draft");
  const archived = useArticles("", null, "archived");
  const { show = "published" } = search;
  const hasOwn = (drafts?.length ?? 0) + (archived?.length ?? 0) > 0;
  if (!isAgent && !hasOwn && show === "published") return null;
  const counted = (rows: readonly ArticleRow[] | undefined) => rows && { count: rows.length, isExact: true };
  return (
    <StatusTabs
      label="Articles by status"
      tabs={[
        { key: "published", label: ARTICLE_STATUS_WORDS.published },
        { key: "draft", label: "Drafts", counted: counted(drafts) },
        { key: "archived", label: ARTICLE_STATUS_WORDS.archived, counted: counted(archived) },
      ]}
      chosen={search.q === undefined ? show : "published"}
      onChoose={(next) => change({ show: next === "published" ? undefined : next, q: undefined })}
    />
  );
}

function List({ search, isAgent, onClear }: { search: ArticlesSearch; isAgent: boolean; onClear: () => void }) {
  const { q = "", show = "published" } = search;
  const topic = topicOf(search);
  const rows = useArticles(q, topic, show);
  if (rows === undefined) return <ListSkeleton label="Loading the articles" />;
  if (rows.length > 0)
    return (
      <div className="list-body">
        <p role="status" className="text-sm text-muted">
          {plural(rows.length, "article")}
          {q === "" ? "" : ", the best match first"}
        </p>
        <Card aria-label="List of articles" className="overflow-hidden">
          <WantedWords value={wordsOf(q)}>
            <DataTable label="Help articles" columns={COLUMNS} rows={rows} nameOf={({ title }) => title} />
          </WantedWords>
        </Card>
      </div>
    );
  return q !== "" || topic !== null ? (
    <EmptyState
      kind="no-match"
      title="No article matches"
      action={
        <span className="flex flex-wrap gap-2">
          <Button variant="outline" onClick={onClear}>
            Clear the filters
          </Button>
          <GoLink to={pathTo("createTicket")} className={buttonClasses({ variant: "outline" })}>
            Ask support
          </GoLink>
        </span>
      }
      className="px-0"
    >
      Try other words, or ask support.
    </EmptyState>
  ) : (
    <EmptyState kind="nothing-yet" title={EMPTY_TITLES[show]} className="px-0">
      {isAgent ? "Write down what people often ask." : "Articles that support writes for everyone appear here."}
    </EmptyState>
  );
}

const EMPTY_TITLES = {
  published: "No articles yet",
  draft: "No drafts",
  archived: "Nothing is archived",
} as const;

const COLUMNS: Column<ArticleRow>[] = [
  {
    key: "title",
    heading: "Article",
    className: "wrap-anywhere sm:w-full",
    cell: ({ key, title, summary, ...row }) => (
      <span className="flex min-w-0 flex-col gap-0.5 py-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RowLink to={pathTo("article", { id: key })}>
            <Found text={title} />
          </RowLink>
          <ArticleMarks article={row} />
        </span>
        <span className="line-clamp-2 text-sm font-normal text-muted">
          <Found text={summary} />
        </span>
      </span>
    ),
  },
  {
    key: "topics",
    heading: "Topic",
    className: "sm:min-w-44",
    cell: ({ topics }) => topics.map((topic) => TOPICS[topic].label).join(", "),
  },
  {
    key: "updated",
    heading: "Updated",
    cardLabel: "Updated",
    className: "whitespace-nowrap",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];
