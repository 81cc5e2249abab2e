import { createFileRoute } from "@tanstack/react-router";
import { pathTo } from "../../../../convex/site/links";
import { NewIdea } from "../../../features/feedback/new-idea";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/feedback/create")({
  head: () => pageHead("newIdea"),
  component: NewIdeaPage,
});

function NewIdeaPage() {
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="newIdea">
      <NewIdea onWritten={(key) => void navigate({ href: pathTo("idea", { id: key }), ignoreBlocker: true })} />
    </CapabilityGate>
  );
}
