import { createFileRoute } from "@tanstack/react-router";
import { pathTo } from "../../../../../convex/site/links";
import { NewArticle } from "../../../../features/articles/editor/edit-article";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/articles/create")({
  head: () => pageHead("newArticle"),
  component: NewArticlePage,
});

function NewArticlePage() {
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="newArticle">
      <NewArticle onSaved={(key) => void navigate({ href: pathTo("article", { id: key }), ignoreBlocker: true })} />
    </CapabilityGate>
  );
}
