import { SuggestedArticles } from "../../../../components/articles/suggested-articles";
import { QueryBoundary } from "../../../../components/query-boundary";
import { Awaited } from "../../../../ui/page/awaited";
import { useArticlesOf } from "../api";

/** Help articles about requests of this type. */
export function TypeArticles({ typeKey }: { typeKey: string }) {
  return (
    <QueryBoundary title="Help articles could not be loaded">
      <Loaded typeKey={typeKey} />
    </QueryBoundary>
  );
}

function Loaded({ typeKey }: { typeKey: string }) {
  const articles = useArticlesOf(typeKey);
  return (
    <>
      {articles === undefined ? <Awaited /> : null}
      <SuggestedArticles title="Help with this form" articles={articles ?? []} />
    </>
  );
}
