import { TOPICS } from "../../../convex/core/tickets/rules";
import { pathTo } from "../../../convex/site/links";
import { FormattedText } from "../../components/formatted/formatted-text";
import { ListSkeleton } from "../../components/listing/list-skeleton";
import { NotThere } from "../../components/not-there";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { Card, CardBody } from "../../ui/page/card";
import { PageHeader } from "../../ui/page/page-header";
import { Settled } from "../../ui/page/settled";
import { useTabTitle } from "../../ui/page/use-tab-title";
import { MetaLine } from "../../ui/text/meta-line";
import { RelativeTime } from "../../ui/text/relative-time";
import { type ShownArticle, useArticle, useArticleRights } from "./api";
import { DidItHelp } from "./did-it-help";
import { ArticleMarks } from "./marks";
import { WriterPanel } from "./writer-panel";

/** One help article: its text, and whether it helped; beside it what those who write it look after. */
export function ArticleScreen({ id }: { id: string }) {
  return (
    <QueryBoundary title="The article could not be loaded" page="Help Article">
      <Loaded id={id} />
    </QueryBoundary>
  );
}

function Loaded({ id }: { id: string }) {
  const article = useArticle(id);
  if (article) return <Reading article={article} />;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Help Article" />
      {article === null ? (
        <NotThere title="There is no such article" list="articles">
          The link is wrong, or the article is not published.
        </NotThere>
      ) : (
        <ListSkeleton label="Loading the article" />
      )}
    </div>
  );
}

function Reading({ article }: { article: ShownArticle }) {
  const { mayWrite } = useArticleRights();
  const isWriter = article.mayWrite && mayWrite;
  useTabTitle(article.title);
  return (
    <div className={isWriter ? "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]" : "max-w-[55rem]"}>
      <article className="flex max-w-[55rem] min-w-0 flex-col gap-4">
        <PageHeader
          title={article.title}
          context={
            <div className="flex flex-col items-start gap-1">
              <MetaLine>
                <span className="font-mono">{article.key}</span>
                <span>{article.topics.map((topic) => TOPICS[topic].label).join(", ")}</span>
                <span>
                  Updated <RelativeTime at={article.updatedAt} />
                </span>
              </MetaLine>
              <span className="flex flex-wrap gap-1 empty:hidden">
                <ArticleMarks article={article} />
              </span>
            </div>
          }
        />
        <Settled className="flex flex-col gap-4" meanwhile={<ListSkeleton label="Loading the article" />}>
          <Card aria-label="Article">
            <CardBody className="pt-4 text-[15px]/6">
              <FormattedText text={article.body} />
            </CardBody>
          </Card>
          {article.status === "published" && mayWrite ? <DidItHelp article={article} /> : null}
          <p className="text-sm text-muted">
            Still stuck? <RowLink to={pathTo("createTicket")}>Ask support</RowLink>.
          </p>
        </Settled>
      </article>
      {isWriter ? <WriterPanel article={article} /> : null}
    </div>
  );
}
