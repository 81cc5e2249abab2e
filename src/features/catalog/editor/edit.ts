/** Edits of a version as plain steps from one definition to the next. */

import { KEEPER_ROLE } from "../../../../convex/access/roles";
import { missingInputs } from "../../../../convex/core/catalog/rules/problems/tasks";
import type { FormField, RequestTypeDefinition, TemplateTask } from "../../../../convex/core/catalog/table";
import type { TaskTypeWorkings } from "../../../../convex/core/tasks/rules/workings";

type Definition = RequestTypeDefinition;

/** The tasks in the order they run; tasks of one order stay as they are declared. */
export function sortedTasks(tasks: readonly TemplateTask[]): TemplateTask[] {
  return tasks.toSorted((a, b) => a.order - b.order);
}

/**
 * Moves a task past its neighbour. The orders stay where they are and the tasks change places, so what runs
 * together goes on running together. At either end nothing happens.
 */
export function moveTask(definition: Definition, index: number, by: -1 | 1): Definition {
  const tasks = sortedTasks(definition.tasks);
  const [moved, other] = [tasks[index], tasks[index + by]];
  if (!moved || !other) return definition;
  const changed = tasks
    .with(index, { ...other, order: moved.order })
    .with(index + by, { ...moved, order: other.order });
  return { ...definition, tasks: changed };
}

/** Puts a task in place of another; `index` counts as they are declared, which another order of the task does not change. */
export function replaceTask(definition: Definition, index: number, task: TemplateTask): Definition {
  return { ...definition, tasks: definition.tasks.with(index, task) };
}

/** Takes a task out; where nothing is left at its order, those after it move up. */
export function removeTask(definition: Definition, index: number): Definition {
  const tasks = sortedTasks(definition.tasks);
  const removed = tasks[index];
  if (!removed) return definition;
  const rest = tasks.toSpliced(index, 1);
  const isAlone = !rest.some(({ order }) => order === removed.order);
  return {
    ...definition,
    tasks: rest.map((task) => (isAlone && task.order > removed.order ? { ...task, order: task.order - 1 } : task)),
  };
}

/** Adds a task of a type at the end, with what the type needs left open for the editor. */
export function addTask(definition: Definition, type: TaskTypeWorkings): Definition {
  const tasks = sortedTasks(definition.tasks);
  const order = (tasks.at(-1)?.order ?? 0) + 1;
  return {
    ...definition,
    tasks: [
      ...tasks,
      withType(
        {
          key: freeName(
            type.name,
            tasks.map(({ key }) => key),
          ),
          type: type.name,
          order,
        },
        type,
      ),
    ],
  };
}

/** The same task as another type: what the new type does not use is dropped, what it needs is added empty. */
export function withType(task: TemplateTask, { name, executor, inputs }: TaskTypeWorkings): TemplateTask {
  const { policy, input, assignee, instructions, evidenceLabel, ...rest } = task;
  const changed: TemplateTask = { ...rest, type: name };
  if (executor === "approval") return { ...changed, policy: policy ?? { steps: [], distinctSteps: false } };
  if (executor === "manual")
    return {
      ...changed,
      assignee: assignee ?? { kind: "role", role: KEEPER_ROLE },
      instructions: instructions ?? "",
      evidenceLabel: evidenceLabel ?? "",
    };
  if (executor !== "connector") return changed;
  const kept = Object.fromEntries(
    Object.entries(input ?? {}).filter(([given]) => inputs.some((one) => one.name === given)),
  );
  const missing = missingInputs({ inputs }, Object.keys(kept));
  return {
    ...changed,
    input: { ...kept, ...Object.fromEntries(missing.map((one) => [one.name, { from: "form" as const, field: "" }])) },
  };
}

/** Moves a field past its neighbour. */
export function moveField(definition: Definition, index: number, by: -1 | 1): Definition {
  const [moved, other] = [definition.fields[index], definition.fields[index + by]];
  if (!moved || !other) return definition;
  return { ...definition, fields: definition.fields.with(index, other).with(index + by, moved) };
}

export function replaceField(definition: Definition, index: number, field: FormField): Definition {
  return { ...definition, fields: definition.fields.with(index, field) };
}

export function removeField(definition: Definition, index: number): Definition {
  return { ...definition, fields: definition.fields.toSpliced(index, 1) };
}

/** Adds an optional text at the end of the form. */
export function addField(definition: Definition): Definition {
  const name = freeName(
    "field",
    definition.fields.map((field) => field.name),
  );
  return {
    ...definition,
    fields: [
      ...definition.fields,
      { name, kind: "text", label: "New field", section: definition.fields.at(-1)?.section, isRequired: false },
    ],
  };
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let n = 2; taken.includes(name); n += 1) name = `${wanted}${n}`;
  return name;
}

/** An object without the fields that hold nothing: an optional field is left out, never stored as undefined. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
}
