import { createFileRoute } from "@tanstack/react-router";
import { AlsoHere } from "../../../../features/presence/also-here";
import { taskAhead } from "../../../../features/tasks/ahead";
import { TaskPage } from "../../../../features/tasks/page/task-page";
import { parseTaskSearch } from "../../../../features/tasks/search";
import { askAhead } from "../../../../shell/ahead";
import { pageHead } from "../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/requests/tasks/$taskId")({
  validateSearch: parseTaskSearch,
  loader: ({ cause, params }) => askAhead("task", cause, () => taskAhead(params.taskId)),
  head: () => pageHead("task"),
  component: OneTask,
});

function OneTask() {
  const { taskId } = Route.useParams();
  const { tab = "work" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TaskPage
      taskId={taskId}
      isAdminFrame={false}
      tab={tab}
      onTab={(next) => void navigate({ search: parseTaskSearch({ tab: next }), replace: true, resetScroll: false })}
      alsoHere={(request) => <AlsoHere request={request} page="task" />}
    />
  );
}
