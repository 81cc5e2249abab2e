import { useEffect } from "react";
import { QueryBoundary } from "../../components/query-boundary";
import { PageHeader } from "../../ui/page/page-header";
import { Tabs } from "../../ui/page/tabs";
import { type Execution, useExecutions } from "./api";
import { Controls } from "./controls";
import { ExecutionDetails } from "./execution-details";
import { ExecutionHistory } from "./execution-history";
import type { MonitorSearch } from "./search";
import { StatusHistory } from "./status-history";
import { useMonitorCommands } from "./use-commands";

/** What the URL of the screen holds, and how to change it. */
export interface TaskMonitorProps {
  search: MonitorSearch;
  onSearch: (changes: Partial<MonitorSearch>) => void;
}

/** Runs the task monitor, and shows what each run saw and did. */
export function TaskMonitor(props: TaskMonitorProps) {
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Task Monitor" context="Monitor and execute workflow tasks, view execution logs" />
      <QueryBoundary title="The task monitor did not load">
        <LiveTaskMonitor {...props} />
      </QueryBoundary>
    </div>
  );
}

function LiveTaskMonitor({ search, onSearch }: TaskMonitorProps) {
  const executions = useExecutions();
  const { run, clear } = useMonitorCommands();
  const selected = executions?.find((execution) => execution.id === search.execution) ?? null;
  useForgottenSelection(executions, search, onSearch);

  return (
    <>
      <Controls executions={executions} run={run} clear={clear} onCleared={() => onSearch({ execution: undefined })} />
      <Tabs
        label="Task monitor views"
        value={search.tab ?? "executions"}
        onValueChange={(tab) => onSearch({ tab })}
        items={[
          {
            value: "executions",
            label: "Execution History",
            panel: (
              <div className="flex flex-col gap-4">
                <ExecutionHistory
                  executions={executions}
                  selectedId={selected?.id ?? null}
                  onSelect={(execution) => onSearch({ execution })}
                />
                {selected ? (
                  <QueryBoundary key={selected.id} title="The task details did not load">
                    <ExecutionDetails execution={selected} />
                  </QueryBoundary>
                ) : null}
              </div>
            ),
          },
          {
            value: "details",
            label: "Task Details",
            panel: (
              <QueryBoundary title="The task history did not load">
                <StatusHistory filter={search.action ?? "all"} onFilter={(action) => onSearch({ action })} />
              </QueryBoundary>
            ),
          },
        ]}
      />
    </>
  );
}

/** An execution somebody else cleared is deselected here too, so that the URL never names what is gone. */
function useForgottenSelection(
  executions: readonly Execution[] | undefined,
  search: MonitorSearch,
  onSearch: TaskMonitorProps["onSearch"],
) {
  const isGone =
    executions !== undefined && search.execution !== undefined && !executions.some(({ id }) => id === search.execution);
  useEffect(() => {
    if (isGone) onSearch({ execution: undefined });
  }, [isGone, onSearch]);
}
