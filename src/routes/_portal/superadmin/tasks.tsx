import { createFileRoute } from "@tanstack/react-router";
import { taskTypesAhead } from "../../../features/catalog/ahead";
import { TaskTypes } from "../../../features/catalog/task-types";
import { askAhead } from "../../../shell/ahead";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/tasks")({
  loader: ({ cause }) => askAhead("taskTypes", cause, () => taskTypesAhead()),
  head: () => pageHead("taskTypes"),
  component: () => (
    <CapabilityGate page="taskTypes">
      <TaskTypes />
    </CapabilityGate>
  ),
});
