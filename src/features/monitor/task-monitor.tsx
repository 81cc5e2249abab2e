import { Suspense, useEffect } from "react";
import { QueryBoundary } from "../../components/query-boundary";
import { lazyPart } from "../../ui/lazy-part";
import { Card } from "../../ui/page/card";
import { PageHeader } from "../../ui/page/page-header";
import { Skeleton, SkeletonGroup } from "../../ui/page/skeleton";
import { Tabs } from "../../ui/page/tabs";
import { type Execution, useExecution, useExecutions, useHistoryCounts } from "./api";
import { Controls } from "./controls";
import { ExecutionDetails } from "./execution-details";
import { ExecutionHistory } from "./execution-history";
import type { MonitorSearch } from "./search";
import { TableSkeleton } from "./table-skeleton";
import { useMonitorCommands } from "./use-commands";

// On a tab of its own, which is not the first one.
const StatusHistory = lazyPart(() => import("./status-history").then((part) => part.StatusHistory));
const RunStrip = lazyPart(() => import("./run-strip").then((part) => part.RunStrip));

/** What the URL of the screen holds, and how to change it. */
export interface TaskMonitorProps {
  search: MonitorSearch;
  onSearch: (changes: Partial<MonitorSearch>) => void;
  /** Why the viewer cannot take the history out as a file, or null. */
  whyNotExport: string | null;
}

/** Runs the task monitor, and shows what each run saw and did. */
export function TaskMonitor(props: TaskMonitorProps) {
  return (
    <div className="wide-paper flex flex-col gap-4">
      <PageHeader title="Task Monitor" context="Monitor and execute workflow tasks, view execution logs" />
      <QueryBoundary title="The task monitor did not load">
        <LiveTaskMonitor {...props} />
      </QueryBoundary>
    </div>
  );
}

function LiveTaskMonitor({ search, onSearch, whyNotExport }: TaskMonitorProps) {
  const newest = useExecutions();
  const older = useExecutions(search.older);
  const total = useHistoryCounts()?.executions;
  const { run, clear } = useMonitorCommands();
  const selected = useExecution(search.execution);
  useForgottenSelection(selected, search, onSearch);

  return (
    <>
      <Controls
        executions={newest}
        total={total}
        run={run}
        clear={clear}
        onCleared={() => onSearch({ execution: undefined, older: undefined })}
      />
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
                <Card className="px-4 pt-3 pb-2 print:hidden">
                  <QueryBoundary title="The runs could not be drawn">
                    <Suspense fallback={<StripSkeleton />}>
                      {newest === undefined ? (
                        <StripSkeleton />
                      ) : (
                        <RunStrip
                          executions={newest}
                          chosen={selected?.id ?? null}
                          onChoose={(execution) => onSearch({ execution })}
                        />
                      )}
                    </Suspense>
                  </QueryBoundary>
                </Card>
                <ExecutionHistory
                  executions={older}
                  total={total}
                  isNewest={search.older === undefined}
                  onOlder={(before) => onSearch({ older: before })}
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
                <Suspense fallback={<TableSkeleton label="Loading the task history" />}>
                  <StatusHistory search={search} onSearch={onSearch} whyNotExport={whyNotExport} />
                </Suspense>
              </QueryBoundary>
            ),
          },
        ]}
      />
    </>
  );
}

function StripSkeleton() {
  return (
    <SkeletonGroup
      label="Loading the runs"
      className="flex h-25.5 flex-col gap-2 max-sm:h-38.5 pointer-coarse:h-29 max-sm:pointer-coarse:h-43.5"
    >
      <Skeleton className="w-48" />
      <Skeleton className="h-3 w-64 max-w-full" />
      <Skeleton className="mt-1 h-14" />
    </SkeletonGroup>
  );
}

/** An execution somebody else cleared is deselected here too, so that the URL never names what is gone. */
function useForgottenSelection(
  selected: Execution | null | undefined,
  search: MonitorSearch,
  onSearch: TaskMonitorProps["onSearch"],
) {
  const isGone = search.execution !== undefined && selected === null;
  useEffect(() => {
    if (isGone) onSearch({ execution: undefined });
  }, [isGone, onSearch]);
}
