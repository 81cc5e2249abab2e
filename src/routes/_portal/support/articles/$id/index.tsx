import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../../-open-ahead";
import { ArticleScreen } from "../../../../../features/articles/article-screen";
import { CapabilityGate } from "../../../../../shell/capability-gate";
import { pageHead } from "../../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/articles/$id/")({
  loader: (at) => openAhead("article", at),
  head: ({ params }) => pageHead("article", params),
  component: ArticlePage,
});

function ArticlePage() {
  const { id } = Route.useParams();
  return (
    <CapabilityGate page="article">
      <ArticleScreen key={id} id={id} />
    </CapabilityGate>
  );
}
