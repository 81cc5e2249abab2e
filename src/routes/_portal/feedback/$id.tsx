import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { IdeaScreen } from "../../../features/feedback/idea-screen";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";
import { useViewer } from "../../../shell/session";

export const Route = createFileRoute("/_portal/feedback/$id")({
  loader: (at) => openAhead("idea", at),
  head: ({ params }) => pageHead("idea", params),
  component: IdeaPage,
});

function IdeaPage() {
  const { id } = Route.useParams();
  const capabilities = useViewer()?.capabilities ?? [];
  return (
    <CapabilityGate page="idea">
      <IdeaScreen
        key={id}
        id={id}
        rights={{
          mayWrite: capabilities.includes("feedback.write"),
          isTeam: capabilities.includes("feedback.manage"),
          mayDelete: capabilities.includes("feedback.delete"),
        }}
      />
    </CapabilityGate>
  );
}
