import { typeOf } from "../../../../../convex/core/tasks/rules";
import { asSentence } from "../../../../../convex/lib/pure/text";
import { pathTo } from "../../../../../convex/site/links";
import { SystemIcon } from "../../../../components/kinds/system-icon";
import { TASK_LANES, TASK_MARKS } from "../../../../components/workflow/task-lanes";
import type { LaneBox } from "../../../../ui/chart/lane-box";
import { Lanes } from "../../../../ui/chart/lanes";
import type { DetailTask } from "../api";
import { PageLink } from "../page-link";
import { factsOf, type TaskFacts } from "./task-boxes";
import { TaskMark } from "./task-mark";

/** The tasks of a request as lanes, live; a box leads to its task. */
export function TaskDrawing({ tasks, isAdminFrame }: { tasks: readonly DetailTask[]; isAdminFrame: boolean }) {
  return (
    <div className="px-4 pb-4">
      <Lanes
        label="Tasks of this request"
        lanes={TASK_LANES}
        boxes={factsOf(tasks).map(boxOf)}
        renderBox={(address, box) => (
          <PageLink key={address} {...box} to={pathTo(isAdminFrame ? "taskAsAdmin" : "task", { taskId: address })} />
        )}
      />
    </div>
  );
}

/** What the drawing shows of a task. */
export function boxOf({ task, lane, tone, state, note, condition, undo }: TaskFacts): LaneBox {
  const marks = [
    ...(undo ? [TASK_MARKS.goesBack] : []),
    ...(task.isIrreversible ? [TASK_MARKS.irreversible] : []),
    ...(task.runsAlways ? [TASK_MARKS.always] : []),
  ];
  const system = typeOf(task.type)?.connector;
  return {
    id: task.address,
    rank: task.order,
    lane,
    isConditional: condition !== null,
    title: task.title,
    icon: <TaskMark task={task} />,
    ...(system === undefined ? {} : { on: <SystemIcon system={system} /> }),
    note,
    ...(condition === null ? {} : { condition }),
    tone,
    marks,
    goesBack: undo !== null,
    also: [
      TASK_LANES.find(({ id }) => id === lane)?.label ?? "",
      state === note ? "" : state,
      condition === null ? (task.obstacle ?? task.problem ?? "") : "",
      ...marks.map(({ words }) => words),
    ]
      .filter(Boolean)
      .map(asSentence)
      .join(" "),
  };
}
