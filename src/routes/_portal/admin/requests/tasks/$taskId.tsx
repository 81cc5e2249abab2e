import { createFileRoute } from "@tanstack/react-router";
import { AlsoHere } from "../../../../../features/presence/also-here";
import { TaskPage } from "../../../../../features/tasks/page/task-page";
import { pageTitle } from "../../../../../shell/title";

export const Route = createFileRoute("/_portal/admin/requests/tasks/$taskId")({
  head: () => ({ meta: [{ title: pageTitle("Task Details") }] }),
  component: OneTask,
});

function OneTask() {
  return <TaskPage taskId={Route.useParams().taskId} isAdminFrame alsoHere={(request) => <AlsoHere request={request} page="task" />} />;
}
