import { SuggestedArticles } from "../../../../components/articles/suggested-articles";
import { QueryBoundary } from "../../../../components/query-boundary";
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
  return <SuggestedArticles title="Help with this form" articles={useArticlesOf(typeKey)} />;
}
