import { createFileRoute } from "@tanstack/react-router";
import { pathTo } from "../../../../../convex/site/links";
import { NewArticle } from "../../../../features/articles/editor/edit-article";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/support/articles/create")({
  validateSearch: (raw: Record<string, unknown>): { ticket?: string } => {
    const ticket = raw["ticket"];
    return typeof ticket === "string" && /^[A-Z]{1,8}-\d{1,9}$/.test(ticket) ? { ticket } : {};
  },
  head: () => pageHead("newArticle"),
  component: NewArticlePage,
});

function NewArticlePage() {
  const { ticket } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="newArticle">
      <NewArticle
        key={ticket}
        ticket={ticket}
        onSaved={(key) => void navigate({ href: pathTo("article", { id: key }), ignoreBlocker: true })}
      />
    </CapabilityGate>
  );
}
