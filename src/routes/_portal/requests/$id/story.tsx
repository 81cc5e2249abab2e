import { createFileRoute } from "@tanstack/react-router";
import { StoryPage } from "../../../../features/request-detail/story/story-page";
import { pageTitle } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/$id/story")({
  head: ({ params }) => ({ meta: [{ title: pageTitle(`Story of ${params.id}`) }] }),
  component: RequestStory,
});

function RequestStory() {
  const { id } = Route.useParams();
  return <StoryPage name={id} />;
}
