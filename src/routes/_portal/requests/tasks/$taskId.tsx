import { createFileRoute } from "@tanstack/react-router";
import { TaskPage } from "../../../../features/tasks/page/task-page";
import { pageTitle } from "../../../../shell/title";

export const Route = createFileRoute("/_portal/requests/tasks/$taskId")({
  head: () => ({ meta: [{ title: pageTitle("Task Details") }] }),
  component: OneTask,
});

function OneTask() {
  return <TaskPage taskId={Route.useParams().taskId} isAdminFrame={false} />;
}
