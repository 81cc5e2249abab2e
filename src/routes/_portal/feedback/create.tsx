import { createFileRoute } from "@tanstack/react-router";
import { pathTo } from "../../../../convex/site/links";
import { NewIdea } from "../../../features/feedback/new-idea";
import { aboutIn, parseNewIdeaSearch } from "../../../features/feedback/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/feedback/create")({
  validateSearch: parseNewIdeaSearch,
  head: () => pageHead("newIdea"),
  component: NewIdeaPage,
});

function NewIdeaPage() {
  const { about, ticket } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="newIdea">
      <NewIdea
        key={`${about} ${ticket}`}
        about={aboutIn(about)}
        ticket={ticket ?? null}
        onWritten={(key) => void navigate({ href: pathTo("idea", { id: key }), ignoreBlocker: true })}
      />
    </CapabilityGate>
  );
}
