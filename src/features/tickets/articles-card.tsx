import { ARTICLE_STATUS_WORDS } from "../../../convex/core/articles/rules";
import { pathTo } from "../../../convex/site/links";
import { GoLink } from "../../components/go-link";
import { QueryBoundary } from "../../components/query-boundary";
import { RowLink } from "../../components/row-link";
import { buttonClasses } from "../../ui/button-classes";
import { Card, CardBody, CardHeader } from "../../ui/page/card";
import { useArticlesFrom } from "./api";

/** Once a ticket is resolved: the help articles its answer became, and the way to another one. */
export function ArticlesCard({ ticketKey }: { ticketKey: string }) {
  return (
    <QueryBoundary title="The help articles could not be loaded">
      <Loaded ticketKey={ticketKey} />
    </QueryBoundary>
  );
}

function Loaded({ ticketKey }: { ticketKey: string }) {
  const from = useArticlesFrom(ticketKey);
  if (!from) return null;
  return (
    <Card aria-labelledby="ticket-articles">
      <CardHeader id="ticket-articles" title="Help articles" />
      <CardBody className="flex flex-col items-start gap-3">
        {from.articles.length === 0 ? (
          <p className="text-sm text-muted">Write the answer down once, so that others find it without a ticket.</p>
        ) : (
          <ul className="flex flex-col gap-2 text-sm">
            {from.articles.map(({ key, title, status }) => (
              <li key={key} className="wrap-anywhere">
                <RowLink to={pathTo("article", { id: key })}>{title}</RowLink>{" "}
                <span className="text-muted">{ARTICLE_STATUS_WORDS[status]}</span>
              </li>
            ))}
          </ul>
        )}
        <GoLink
          to={pathTo("newArticle", { ticket: ticketKey })}
          className={buttonClasses({ variant: "outline", size: "sm" })}
        >
          Write article
        </GoLink>
      </CardBody>
    </Card>
  );
}
