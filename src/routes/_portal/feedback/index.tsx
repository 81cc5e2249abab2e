import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { Feedback } from "../../../features/feedback/feedback";
import { parseFeedbackSearch } from "../../../features/feedback/search";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/feedback/")({
  validateSearch: parseFeedbackSearch,
  loader: (at) => openAhead("feedback", at),
  head: () => pageHead("feedback"),
  component: FeedbackPage,
});

function FeedbackPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CapabilityGate page="feedback">
      <Feedback
        search={search}
        onSearch={(next) =>
          void navigate({ search: parseFeedbackSearch({ ...next }), replace: true, resetScroll: false })
        }
      />
    </CapabilityGate>
  );
}
