import { createFileRoute } from "@tanstack/react-router";
import { pathTo } from "../../../../../../convex/site/links";
import { EditArticle } from "../../../../../features/articles/editor/edit-article";
import { CapabilityGate } from "../../../../../shell/capability-gate";
import { pageHead } from "../../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/articles/$id/edit")({
  head: ({ params }) => pageHead("editArticle", params),
  component: EditArticlePage,
});

function EditArticlePage() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="editArticle">
      <EditArticle
        key={id}
        id={id}
        onSaved={(key) => void navigate({ href: pathTo("article", { id: key }), ignoreBlocker: true })}
      />
    </CapabilityGate>
  );
}
