import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../../../-open-ahead";
import { useQueueProps } from "../../../../-queue-props";
import { parseQueueSearch } from "../../../../../features/lists/search";
import { TasksQueue } from "../../../../../features/lists/tasks-queue";
import { CapabilityGate } from "../../../../../shell/capability-gate";
import { pageHead } from "../../../../../shell/frame/title";

export const Route = createFileRoute("/_portal/admin/requests/tasks/")({
  validateSearch: parseQueueSearch,
  loader: (at) => openAhead("allTasks", at),
  head: () => pageHead("allTasks"),
  component: TasksPage,
});

function TasksPage() {
  const props = useQueueProps(Route.useSearch());
  return <CapabilityGate page="allTasks">{props ? <TasksQueue {...props} /> : null}</CapabilityGate>;
}
