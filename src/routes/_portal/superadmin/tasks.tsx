import { createFileRoute } from "@tanstack/react-router";
import { openAhead } from "../../-open-ahead";
import { TaskTypes } from "../../../features/catalog/task-types";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/tasks")({
  loader: (at) => openAhead("taskTypes", at),
  head: () => pageHead("taskTypes"),
  component: () => (
    <CapabilityGate page="taskTypes">
      <TaskTypes />
    </CapabilityGate>
  ),
});
