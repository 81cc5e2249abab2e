import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { type MonitorSearch, parseMonitorSearch, withoutDefaults } from "../../../features/monitor/search";
import { TaskMonitor } from "../../../features/monitor/task-monitor";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";

export const Route = createFileRoute("/_portal/superadmin/task-monitor")({
  validateSearch: parseMonitorSearch,
  head: () => pageHead("taskMonitor"),
  component: TaskMonitorPage,
});

function TaskMonitorPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const changeSearch = useCallback(
    (changes: Partial<MonitorSearch>) =>
      // Looking around is not a place to come back to: the history keeps the page, not each row clicked.
      void navigate({
        search: (before) => withoutDefaults({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <CapabilityGate page="taskMonitor">
      <TaskMonitor search={search} onSearch={changeSearch} />
    </CapabilityGate>
  );
}
