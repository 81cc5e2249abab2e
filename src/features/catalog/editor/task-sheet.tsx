import { useState } from "react";
import type { FormField, TemplateTask } from "../../../../convex/core/catalog/table";
import { templateTaskTypes, type TaskTypeWorkings } from "../../../../convex/core/tasks/rules/workings";
import { Button } from "../../../ui/button";
import { Sheet } from "../../../ui/floating/sheet";
import { Checkbox } from "../../../ui/form/checkbox";
import { Field } from "../../../ui/form/field";
import { Input, Textarea } from "../../../ui/form/input";
import { Select } from "../../../ui/form/select";
import { DescriptionList } from "../../../ui/page/description-list";
import { conditionWords, fieldLabel, ruleWords, sourceWords, taskTitle } from "../template-words";
import { ConditionEditor } from "./condition-editor";
import { compact, replaceTask, withType } from "./edit";
import { InputsEditor } from "./inputs-editor";
import { NumberField } from "./number-field";
import { PlaceProblems } from "./problems-panel";
import { RuleEditor } from "./rule-editor";
import { StepsEditor } from "./steps-editor";
import { Steps } from "./steps-view";
import type { Editor } from "./use-editor";

const types = templateTaskTypes();

/** One task of a version: to change it in a draft, to read it otherwise. */
export function TaskSheet(props: { editor: Editor; task: TemplateTask; index: number; onClose: () => void }) {
  const { editor, task, index, onClose } = props;
  const type = types.find(({ name }) => name === task.type) ?? null;
  const change = (next: TemplateTask) => editor.change(replaceTask(editor.definition, index, compact(next)));
  return (
    <Sheet
      wide
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={taskTitle(task)}
      footer={editor.isEditable ? <Button onClick={onClose}>Done</Button> : undefined}
    >
      <div className="flex flex-col gap-5 px-4 pb-6">
        <PlaceProblems
          problems={editor.problems.filter(({ place }) => place.part === "tasks" && place.key === task.key)}
        />
        {editor.isEditable ? (
          <TaskForm editor={editor} task={task} type={type} change={change} />
        ) : (
          <TaskFacts editor={editor} task={task} type={type} />
        )}
      </div>
    </Sheet>
  );
}

interface FormProps {
  editor: Editor;
  task: TemplateTask;
  type: TaskTypeWorkings | null;
  change: (task: TemplateTask) => void;
}

function TaskForm({ editor, task, type, change }: FormProps) {
  const { fields } = editor.definition;
  const [orderBefore] = useState(task.order);
  const known = types.map(({ name, title }) => ({ value: name as string, label: title }));
  return (
    <>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field label="Type" required>
          <Select
            options={type ? known : [{ value: task.type, label: `${task.type} (unknown)` }, ...known]}
            value={task.type}
            onValueChange={(name) => {
              const next = types.find((one) => one.name === name);
              if (next) change(withType(task, next));
            }}
          />
        </Field>
        <Field label="Title" help="Left empty, it takes the name of its type.">
          <Input
            value={task.title ?? ""}
            placeholder={type?.title}
            onChange={(event) => change({ ...task, title: event.target.value || undefined })}
          />
        </Field>
        <NumberField
          label="Order"
          required
          help="Tasks with the same number run in parallel."
          value={task.order}
          onChange={(order) => change({ ...task, order: order ?? orderBefore })}
        />
        <NumberField
          label="Days it waits"
          help="After the tasks before it."
          value={task.delayDays}
          onChange={(delayDays) => change({ ...task, delayDays })}
        />
      </div>
      <div className="grid items-end gap-4 empty:hidden sm:grid-cols-2">
        <StartDay
          name="startsOn"
          label="Starts on the day in"
          help="Not before that day begins (UTC)."
          task={task}
          fields={fields}
          change={change}
        />
        <StartDay
          name="startsAfter"
          label="Starts after the day in"
          help="Not before that day is over (UTC)."
          task={task}
          fields={fields}
          change={change}
        />
      </div>
      <ConditionEditor
        label="When it belongs to a request"
        value={task.when}
        fields={fields}
        onChange={(when) => change({ ...task, when })}
      />
      <Work editor={editor} task={task} type={type} change={change} />
      <Checkbox
        label="Also runs after a failure"
        help="For clean-up and closing steps."
        checked={task.runsAlways ?? false}
        onCheckedChange={(isOn) => change({ ...task, runsAlways: isOn || undefined })}
      />
      <Checkbox
        label="Cannot be taken back"
        help="Once it starts, the requester can no longer cancel."
        checked={task.isIrreversible ?? false}
        onCheckedChange={(isOn) => change({ ...task, isIrreversible: isOn || undefined })}
      />
    </>
  );
}

/** A day of the form the task waits for, where the form asks for one. */
function StartDay({
  name,
  label,
  help,
  task,
  fields,
  change,
}: Pick<FormProps, "task" | "change"> & {
  name: "startsOn" | "startsAfter";
  label: string;
  help: string;
  fields: readonly FormField[];
}) {
  const days = fields.filter(({ kind }) => kind === "date").map((field) => ({ value: field.name, label: field.label }));
  const day = task[name];
  if (days.length === 0 && day === undefined) return null;
  const unknown =
    days.some(({ value }) => value === day) || day === undefined ? [] : [{ value: day, label: `${day} (unknown)` }];
  return (
    <Field label={label} help={help}>
      <Select
        options={[{ value: "", label: "No day" }, ...unknown, ...days]}
        value={day ?? ""}
        onValueChange={(chosen) => change({ ...task, [name]: chosen || undefined })}
      />
    </Field>
  );
}

/** What only tasks of one executor have. */
function Work({ editor, task, type, change }: FormProps) {
  const { fields } = editor.definition;
  if (type?.executor === "approval") {
    return (
      <StepsEditor
        policy={task.policy ?? { steps: [], distinctSteps: false }}
        editor={editor}
        onChange={(policy) => change({ ...task, policy: compact(policy) })}
      />
    );
  }
  if (type?.executor === "connector")
    return (
      <InputsEditor
        type={type}
        value={task.input ?? {}}
        fields={fields}
        onChange={(input) => change({ ...task, input })}
      />
    );
  if (type?.executor !== "manual") return null;
  return (
    <>
      <RuleEditor
        label="Who may take it"
        value={task.assignee}
        fields={fields}
        people={editor.template.people}
        onChange={(assignee) => change({ ...task, assignee })}
      />
      <Field label="What exactly to do" required help="One step per line. Places such as {form.reason} are filled in.">
        <Textarea
          rows={6}
          value={task.instructions ?? ""}
          onChange={(event) => change({ ...task, instructions: event.target.value })}
        />
      </Field>
      <Field label="What to write down as evidence" required>
        <Input
          value={task.evidenceLabel ?? ""}
          onChange={(event) => change({ ...task, evidenceLabel: event.target.value })}
        />
      </Field>
    </>
  );
}

function TaskFacts({ editor, task, type }: Omit<FormProps, "change">) {
  const { definition, template } = editor;
  const inputs = Object.entries(task.input ?? {});
  return (
    <>
      <DescriptionList
        items={[
          { term: "Type", value: type?.title ?? task.type },
          { term: "Order", value: task.order },
          { term: "When", value: task.when ? conditionWords(task.when, definition.fields) : "Always" },
          ...(task.delayDays ? [{ term: "Waits", value: `${task.delayDays} days` }] : []),
          ...(task.startsOn ? [{ term: "Starts on", value: fieldLabel(definition.fields, task.startsOn) }] : []),
          ...(task.startsAfter
            ? [{ term: "Starts after", value: fieldLabel(definition.fields, task.startsAfter) }]
            : []),
          ...(task.assignee ? [{ term: "Who may take it", value: ruleWords(task.assignee, template.people) }] : []),
          ...(task.instructions
            ? [{ term: "What to do", value: <span className="whitespace-pre-line">{task.instructions}</span> }]
            : []),
          ...(task.evidenceLabel ? [{ term: "Evidence", value: task.evidenceLabel }] : []),
          ...inputs.map(([name, source]) => ({
            term: name,
            value: <span className="font-mono text-xs">{sourceWords(source)}</span>,
          })),
          ...(task.runsAlways ? [{ term: "After a failure", value: "Runs also then" }] : []),
          ...(task.isIrreversible ? [{ term: "Taken back", value: "Cannot be" }] : []),
        ]}
      />
      {task.policy ? <Steps policy={task.policy} people={template.people} /> : null}
    </>
  );
}
