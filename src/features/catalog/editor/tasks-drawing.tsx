import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { TemplateTask } from "../../../../convex/core/catalog/table";
import { CONNECTOR_LABELS } from "../../../../convex/core/services/rules";
import { type TaskExecutor, typeOf } from "../../../../convex/core/tasks/rules";
import { operationOf } from "../../../../convex/core/tasks/rules/inputs";
import { SystemIcon } from "../../../components/kinds/system-icon";
import { laneOf } from "../../../components/workflow/lane-of";
import { EXECUTOR_ICONS, TASK_LANES, TASK_MARKS } from "../../../components/workflow/task-lanes";
import { count } from "../../../lib/text";
import type { LaneBox } from "../../../ui/chart/lane-box";
import { Lanes } from "../../../ui/chart/lanes";
import { conditionWords, EXECUTORS, hoursWords, ruleWords, taskTitle } from "../template-words";
import { sortedTasks } from "./edit";
import type { Editor } from "./use-editor";

/** The tasks of a version as lanes; a box opens what the row of the list opens. */
export function TasksDrawing({ editor, onItem }: { editor: Editor; onItem: (item: number) => void }) {
  const boxes = boxesOf(editor);
  return (
    <div className="px-4 py-4">
      <Lanes
        label={`Workflow of ${editor.definition.name}`}
        lanes={TASK_LANES}
        boxes={boxes}
        renderBox={(id, box) => <button key={id} type="button" {...box} onClick={() => onItem(Number(id))} />}
      />
    </div>
  );
}

/** What the drawing shows: one box for each task. */
export function boxesOf({ definition, template, problems }: Editor): LaneBox[] {
  return sortedTasks(definition.tasks).map((task) => {
    const executor = typeOf(task.type)?.executor ?? null;
    const undo = operationOf(task.type)?.compensation ?? null;
    const hasProblem = problems.some(({ place }) => place.part === "tasks" && place.key === task.key);
    const condition = task.when && `If ${conditionWords(task.when, definition.fields)}`;
    const note = hasProblem ? "Has a problem" : noteOf(task, template.people);
    const marks = [
      ...(undo ? [TASK_MARKS.goesBack] : []),
      ...(task.isIrreversible ? [TASK_MARKS.irreversible] : []),
      ...(task.runsAlways ? [TASK_MARKS.always] : []),
    ];
    return {
      id: String(definition.tasks.indexOf(task)),
      rank: task.order,
      lane: laneOf(executor),
      isConditional: condition !== undefined,
      title: taskTitle(task),
      icon: executor === null || hasProblem ? <TriangleAlert aria-hidden /> : iconOf(task.type, executor),
      note,
      ...(condition === undefined ? {} : { condition }),
      tone: hasProblem ? "failed" : "plain",
      marks,
      goesBack: undo !== null,
      also: [
        `Step ${task.order}`,
        executor === null ? "Unknown type" : EXECUTORS[executor],
        ...marks.map(({ words }) => words),
        ...(undo === null ? [] : [undo]),
      ].join(". "),
    };
  });
}

/** A task on a system has the system's own icon, any other that of whoever carries it out. */
function iconOf(type: string, executor: TaskExecutor): ReactNode {
  const connector = typeOf(type)?.connector;
  return connector ? <SystemIcon system={connector} /> : EXECUTOR_ICONS[executor];
}

/** What is worth a line: who decides or does it, on which system, when. */
function noteOf(task: TemplateTask, people: Editor["template"]["people"]): string {
  const steps = task.policy?.steps ?? [];
  const first = steps[0];
  const connector = typeOf(task.type)?.connector;
  return [
    ...(first ? [steps.length > 1 ? count(steps.length, "step") : ruleWords(first.rule, people)] : []),
    ...(task.assignee ? [ruleWords(task.assignee, people)] : []),
    ...(connector ? [CONNECTOR_LABELS[connector]] : []),
    ...(task.delayDays ? [`after ${hoursWords(task.delayDays * 24)}`] : []),
  ].join(" · ");
}
