import { BookOpen } from "lucide-react";
import { pathTo } from "../../../convex/site/links";
import { Awaited } from "../../ui/page/awaited";
import { RowLink } from "../row-link";

/** Help articles that may answer what somebody is about to write. Read in a tab of their own: what is written stays. */
export function SuggestedArticles(props: {
  title: string;
  /** Undefined until they are known: what is shown together waits for them. */
  articles: readonly { readonly key: string; readonly title: string; readonly summary: string }[] | undefined;
}) {
  const { title, articles } = props;
  if (articles === undefined) return <Awaited />;
  return (
    <div role="status" className="empty:hidden">
      {articles.length === 0 ? null : (
        <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken p-3 text-sm">
          <p className="flex items-center gap-2 font-medium">
            <BookOpen aria-hidden className="size-4 shrink-0 text-muted" />
            {title}
          </p>
          <ul className="flex flex-col gap-1.5 pl-6">
            {articles.map(({ key, title: name, summary }) => (
              <li key={key} className="min-w-0">
                <RowLink to={pathTo("article", { id: key })} isNewTab>
                  {name}
                </RowLink>
                <p className="line-clamp-1 wrap-anywhere text-muted">{summary}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
