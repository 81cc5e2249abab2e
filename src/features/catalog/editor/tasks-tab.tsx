import { List, Workflow } from "lucide-react";
import { Suspense } from "react";
import type { TemplateTask } from "../../../../convex/core/catalog/table";
import { typeOf } from "../../../../convex/core/tasks/rules";
import { templateTaskTypes } from "../../../../convex/core/tasks/rules/workings";
import { count } from "../../../lib/text";
import { Select } from "../../../ui/form/select";
import { lazyPart } from "../../../ui/lazy-part";
import { Card, CardHeader } from "../../../ui/page/card";
import { EmptyState } from "../../../ui/page/empty-state";
import { Opening } from "../../../ui/page/opening";
import { Skeleton, SkeletonGroup } from "../../../ui/page/skeleton";
import { type View, ViewSwitch } from "../../../ui/page/view-switch";
import { ExecutorBadge } from "../executor-badge";
import type { TasksView } from "../search";
import { conditionWords, fieldLabel, hoursWords, quorumWords, ruleWords, taskTitle } from "../template-words";
import { addTask, moveTask, removeTask, sortedTasks } from "./edit";
import { OrderedList } from "./ordered-list";
import type { Editor } from "./use-editor";

const loadDrawing = () => import("./tasks-drawing").then((part) => part.TasksDrawing);
const TasksDrawing = lazyPart(loadDrawing);
const TaskSheet = lazyPart(() => import("./task-sheet").then((part) => part.TaskSheet));

const types = templateTaskTypes();
const typeOptions = types.map(({ name, title }) => ({ value: name, label: title }));

const VIEWS: readonly View<TasksView>[] = [
  { value: "drawing", label: "Drawing", icon: <Workflow aria-hidden /> },
  { value: "list", label: "List", icon: <List aria-hidden /> },
];

/** Fetches the drawing beside the tasks it draws; who needs it says what is wrong when it cannot be fetched. */
export function fetchDrawing(): void {
  loadDrawing().catch(() => undefined);
}

/** The tasks of a version in the order they run. */
export function TasksTab({
  editor,
  view,
  onView,
  item,
  onItem,
}: {
  editor: Editor;
  view: TasksView;
  onView: (view: TasksView) => void;
  item: number | undefined;
  onItem: (item: number | undefined) => void;
}) {
  const { definition, isEditable } = editor;
  const tasks = sortedTasks(definition.tasks);
  const open = item === undefined ? undefined : definition.tasks[item];
  return (
    <Card aria-labelledby="template-tasks">
      <CardHeader
        id="template-tasks"
        title="Tasks"
        description={
          view === "drawing"
            ? drawingSummary(tasks)
            : isEditable
              ? "Tasks with the same number run in parallel. Alt and the arrow keys move a task, too."
              : "They run from top to bottom; equal numbers run side by side."
        }
        actions={
          <>
            {isEditable ? <AddTask editor={editor} onAdded={() => onItem(tasks.length)} /> : null}
            <ViewSwitch label="How tasks are shown" views={VIEWS} value={view} onValueChange={onView} />
          </>
        }
      />
      <div className="border-t border-line">
        {tasks.length === 0 ? (
          <EmptyState kind="nothing-yet" title="No task yet">
            Add the tasks that do the work.
          </EmptyState>
        ) : null}
        {view === "drawing" && tasks.length > 0 ? (
          <Suspense fallback={<LoadingDrawing tasks={tasks} />}>
            <TasksDrawing editor={editor} onItem={onItem} />
          </Suspense>
        ) : (
          <TaskList editor={editor} tasks={tasks} onOpen={(task) => onItem(definition.tasks.indexOf(task))} />
        )}
      </div>
      {open && item !== undefined ? (
        <Suspense fallback={<Opening />}>
          <TaskSheet key={item} editor={editor} task={open} index={item} onClose={() => onItem(undefined)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** What the drawing says in one sentence. */
export function drawingSummary(tasks: readonly TemplateTask[]): string {
  const approvals = tasks.filter(({ type }) => typeOf(type)?.executor === "approval").length;
  const conditional = tasks.filter(({ when }) => when !== undefined).length;
  const ranks = new Set(tasks.map(({ order }) => order)).size;
  return [
    `${count(tasks.length, "task")} in ${count(ranks, "step")}`,
    ...(approvals > 0 ? [count(approvals, "approval")] : []),
    ...(conditional > 0 ? [`${conditional} only under a condition`] : []),
  ].join(", ");
}

/** About as high as the drawing that is on its way. */
function LoadingDrawing({ tasks }: { tasks: readonly TemplateTask[] }) {
  const ranks = new Set(tasks.map(({ order }) => order)).size;
  return (
    <SkeletonGroup label="Loading the drawing" className="p-4">
      <div style={{ height: ranks * 110 }}>
        <Skeleton className="h-full" />
      </div>
    </SkeletonGroup>
  );
}

function TaskList({
  editor,
  tasks,
  onOpen,
}: {
  editor: Editor;
  tasks: readonly TemplateTask[];
  onOpen: (task: TemplateTask) => void;
}) {
  const { definition, isEditable, change, problems } = editor;
  return (
    <OrderedList
      label="Tasks"
      isEditable={isEditable}
      items={tasks.map((task) => ({
        id: task.key,
        name: taskTitle(task),
        mark: <OrderMark task={task} tasks={tasks} />,
        content: <TaskLines task={task} editor={editor} />,
        problems: problems.filter(({ place }) => place.part === "tasks" && place.key === task.key).length,
      }))}
      onOpen={(index) => tasks[index] && onOpen(tasks[index])}
      onMove={(index, by) => change(moveTask(definition, index, by))}
      onRemove={(index) => change(removeTask(definition, index))}
    />
  );
}

function AddTask({ editor, onAdded }: { editor: Editor; onAdded: () => void }) {
  return (
    <Select
      aria-label="Add a task"
      placeholder="Add a task"
      className="w-44"
      options={typeOptions}
      value={null}
      onValueChange={(name) => {
        const type = types.find((one) => one.name === name);
        if (!type) return;
        editor.change(addTask(editor.definition, type));
        onAdded();
      }}
    />
  );
}

function OrderMark({ task, tasks }: { task: TemplateTask; tasks: readonly TemplateTask[] }) {
  const together = tasks.filter(({ order }) => order === task.order).length > 1;
  return (
    <span className="flex w-7 shrink-0 flex-col items-center self-start pt-px text-sm text-muted tabular-nums">
      <span className="sr-only">Order </span>
      {task.order}
      {together ? <span className="sr-only">, side by side with others</span> : null}
      {together ? (
        <span aria-hidden title="Runs side by side" className="text-xs leading-3 text-faint">
          ∥
        </span>
      ) : null}
    </span>
  );
}

function TaskLines({ task, editor: { definition, template } }: { task: TemplateTask; editor: Editor }) {
  const facts = [
    ...(task.policy?.steps ?? []).map(
      ({ rule, quorum }) => `${ruleWords(rule, template.people)}, ${quorumWords(quorum)}`,
    ),
    ...(task.assignee ? [ruleWords(task.assignee, template.people)] : []),
    ...(task.delayDays ? [`after ${hoursWords(task.delayDays * 24)}`] : []),
    ...(task.startsOn ? [`when “${fieldLabel(definition.fields, task.startsOn)}” begins`] : []),
    ...(task.startsAfter ? [`when “${fieldLabel(definition.fields, task.startsAfter)}” is over`] : []),
    ...(task.runsAlways ? ["also after a failure"] : []),
    ...(task.isIrreversible ? ["cannot be taken back"] : []),
  ];
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium text-ink">{taskTitle(task)}</span>
        <ExecutorBadge executor={typeOf(task.type)?.executor ?? null} />
        <span className="font-mono text-xs text-muted">{task.key}</span>
      </span>
      {facts.length > 0 ? <span className="text-sm text-ink-soft wrap-anywhere">{facts.join(" · ")}</span> : null}
      {task.when ? (
        <span className="text-sm text-muted wrap-anywhere">
          Only when {conditionWords(task.when, definition.fields)}
        </span>
      ) : null}
    </>
  );
}
