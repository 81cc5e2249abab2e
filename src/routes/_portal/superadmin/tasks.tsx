import { createFileRoute } from "@tanstack/react-router";
import { TaskTypes } from "../../../features/catalog/task-types";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/tasks")({
  head: () => pageHead("taskTypes"),
  component: () => (
    <CapabilityGate page="taskTypes">
      <TaskTypes />
    </CapabilityGate>
  ),
});
