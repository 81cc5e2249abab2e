import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { openAhead } from "../../-open-ahead";
import { changedSearch, type MonitorSearch, parseMonitorSearch } from "../../../features/monitor/search";
import { TaskMonitor } from "../../../features/monitor/task-monitor";
import { CapabilityGate } from "../../../shell/capability-gate";
import { pageHead } from "../../../shell/frame/title";
import { useViewer, whyNotExport } from "../../../shell/session";

export const Route = createFileRoute("/_portal/superadmin/task-monitor")({
  validateSearch: parseMonitorSearch,
  loader: (at) => openAhead("taskMonitor", at),
  head: () => pageHead("taskMonitor"),
  component: TaskMonitorPage,
});

function TaskMonitorPage() {
  const viewer = useViewer();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const changeSearch = useCallback(
    (changes: Partial<MonitorSearch>) =>
      // Looking around is not a place to come back to: the history keeps the page, not each row clicked.
      void navigate({
        search: (before) => changedSearch(before, changes),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <CapabilityGate page="taskMonitor">
      {viewer ? <TaskMonitor search={search} onSearch={changeSearch} whyNotExport={whyNotExport(viewer)} /> : null}
    </CapabilityGate>
  );
}
