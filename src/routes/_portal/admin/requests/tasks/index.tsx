import { createFileRoute } from "@tanstack/react-router";
import { useQueueProps } from "../../../../-queue-props";
import { tasksAhead } from "../../../../../features/lists/ahead";
import { parseQueueSearch } from "../../../../../features/lists/search";
import { TasksQueue } from "../../../../../features/lists/tasks-queue";
import { askAhead } from "../../../../../shell/ahead";
import { CapabilityGate } from "../../../../../shell/capability-gate";
import { pageHead } from "../../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/requests/tasks/")({
  validateSearch: parseQueueSearch,
  loader: ({ cause, location }) => askAhead("allTasks", cause, (asker) => tasksAhead(location.search, asker)),
  head: () => pageHead("allTasks"),
  component: TasksPage,
});

function TasksPage() {
  const props = useQueueProps(Route.useSearch());
  return <CapabilityGate page="allTasks">{props ? <TasksQueue {...props} /> : null}</CapabilityGate>;
}
