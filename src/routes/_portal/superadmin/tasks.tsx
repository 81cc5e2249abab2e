import { createFileRoute } from "@tanstack/react-router";
import { TaskTypes } from "../../../features/templates/task-types";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageTitle } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/tasks")({
  head: () => ({ meta: [{ title: pageTitle("Tasks") }] }),
  component: () => (
    <CapabilityGate capability="templates.read" page="Tasks" heldBy="super admins">
      <TaskTypes />
    </CapabilityGate>
  ),
});
