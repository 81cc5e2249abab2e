import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../-open-ahead";
import { Reviews } from "../../../../features/reviews/reviews";
import { CapabilityGate } from "../../../../shell/capability-gate";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/governance/access-reviews/")({
  loader: (at) => openAhead("accessReviews", at),
  head: () => pageHead("accessReviews"),
  component: ReviewsPage,
});

function ReviewsPage() {
  return (
    <CapabilityGate page="accessReviews">
      <Reviews />
    </CapabilityGate>
  );
}
