import { createFileRoute } from "@tanstack/react-router";
import { StoryPage } from "../../../../features/requests/page/story/story-page";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/$id/story")({
  head: ({ params }) => pageHead("story", params),
  component: RequestStory,
});

function RequestStory() {
  const { id } = Route.useParams();
  return <StoryPage name={id} />;
}
