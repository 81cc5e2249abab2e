import { useCallback } from "react";
import { CONNECTOR_LABELS } from "../../../convex/core/services/rules";
import { TASK_OPERATIONS, whyNotTask } from "../../../convex/core/shared/rules/bulk";
import { LISTED_TASK_STATUSES } from "../../../convex/core/shared/rules/listed";
import { TASK_TYPES } from "../../../convex/core/tasks/rules";
import { type EndingKind, TASK_ENDINGS } from "../../../convex/core/tasks/rules/endings";
import { pathTo } from "../../../convex/site/links";
import { QueryBoundary } from "../../components/query-boundary";
import { type ListWish, type TaskRow, useChoices, usePages, useTaskPage } from "./api";
import { sortBy } from "./columns";
import { choicesFilter, commonFilters, flagFilter, personFilter, statusFilter } from "./filters";
import { FlowCard, FlowSwitch } from "./flow/flow-card";
import { QueueList } from "./queue-list";
import { changedSearch, pageArgsOf, personIdOf, type QueueSearch, taskFilterOf, viewSearchOf } from "./search";
import { TASK_PARTS } from "./status-tabs";
import { DEFAULT_TASK_COLUMNS, taskColumns } from "./task-columns";
import type { Change, QueueProps } from "./types";

/** Every task of the requests the viewer oversees. */
export function TasksQueue(props: QueueProps) {
  return (
    <div className="list-page">
      <QueryBoundary title="The tasks did not load" page="Request Tasks">
        <LiveTasks {...props} />
      </QueryBoundary>
    </div>
  );
}

const statuses = LISTED_TASK_STATUSES.map((status) => ({ value: status, label: status }));
const KINDS: Readonly<Record<EndingKind, string>> = { work: "Work", decision: "Decisions", fault: "Faults" };
const endings = Object.entries(TASK_ENDINGS).map(([value, { label, kind }]) => ({ value, label, group: KINDS[kind] }));
const types = Object.entries(TASK_TYPES)
  .map(([value, { title }]) => ({ value, label: title }))
  .toSorted((a, b) => a.label.localeCompare(b.label));
const systems = Object.entries(CONNECTOR_LABELS).map(([value, label]) => ({ value, label }));

function LiveTasks(props: QueueProps) {
  const { search, viewer, onSearch } = props;
  const filter = taskFilterOf(search, viewer.id);
  const live = useTaskPage(filter, pageArgsOf(search));
  const choices = useChoices(search.person ? personIdOf(search.person, viewer.id) : undefined);
  const pages = usePages();
  const change: Change = (changes, how = "push") => onSearch(changedSearch(search, changes), how);
  const wishOf = useCallback(
    (wanted: QueueSearch): ListWish => ({ list: "tasks", filter: taskFilterOf(wanted, viewer.id) }),
    [viewer.id],
  );
  return (
    <QueueList<TaskRow>
      {...props}
      list="tasks"
      noun="task"
      title="Request Tasks"
      parts={TASK_PARTS}
      actions={<FlowSwitch />}
      above={<FlowCard onOpen={(wanted) => props.onOpen(pathTo("allRequests", viewSearchOf(wanted)))} />}
      live={live}
      columns={taskColumns(sortBy(search.sort ?? "newest", (sort) => change({ sort })))}
      usualColumns={DEFAULT_TASK_COLUMNS}
      placeholder="Request's key, title, type or person, and words of the task"
      filters={[
        statusFilter(TASK_PARTS, statuses, search, change),
        choicesFilter("Outcome", "outcome", endings, search, change),
        choicesFilter("Type", "type", types, search, change),
        choicesFilter("System", "connector", systems, search, change),
        personFilter("Assignee", search, change, { viewer, choices }),
        ...commonFilters(search, change, choices),
        flagFilter("Unassigned", "unassigned", search, change),
        flagFilter("Overdue", "overdue", search, change),
        flagFilter("Retrying", "retrying", search, change),
      ]}
      nameOf={({ requestKey, title }) => `${requestKey} ${title}`}
      operations={TASK_OPERATIONS}
      whyNot={(operation, row) =>
        whyNotTask(operation, { ...row, outcome: row.outcome ?? undefined }, { status: row.requestStatus })
      }
      selectionOf={(ids) => (ids === null ? { taskFilter: filter } : { taskIds: ids as TaskRow["id"][] })}
      wishOf={wishOf}
      pageAfter={(sort, cursor) => pages.tasks(filter, sort, cursor)}
    />
  );
}
