import { createFileRoute } from "@tanstack/react-router";
import { AlsoHere } from "../../../../../features/presence/also-here";
import { taskAhead } from "../../../../../features/tasks/ahead";
import { TaskPage } from "../../../../../features/tasks/page/task-page";
import { parseTaskSearch } from "../../../../../features/tasks/search";
import { askAhead } from "../../../../../shell/ahead";
import { pageHead } from "../../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/requests/tasks/$taskId")({
  validateSearch: parseTaskSearch,
  loader: ({ cause, params }) => askAhead("taskAsAdmin", cause, () => taskAhead(params.taskId)),
  head: () => pageHead("taskAsAdmin"),
  component: OneTask,
});

function OneTask() {
  const { taskId } = Route.useParams();
  const { tab = "work" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TaskPage
      taskId={taskId}
      isAdminFrame
      tab={tab}
      onTab={(next) => void navigate({ search: parseTaskSearch({ tab: next }), replace: true, resetScroll: false })}
      alsoHere={(request) => <AlsoHere request={request} page="task" />}
    />
  );
}
