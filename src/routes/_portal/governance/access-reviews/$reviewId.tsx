import { createFileRoute } from "@tanstack/react-router";
import { ReviewScreen } from "../../../../features/reviews/review-screen";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/access-reviews/$reviewId")({
  head: () => pageHead("accessReview"),
  component: ReviewPage,
});

function ReviewPage() {
  const { reviewId } = Route.useParams();
  return (
    <CapabilityGate page="accessReview">
      <ReviewScreen key={reviewId} reviewId={reviewId} />
    </CapabilityGate>
  );
}
