/** What is wrong with the tasks of a template. */

import type { InputSource, RequestTypeDefinition, TemplateTask } from "../../table";
import { isSet } from "../conditions";
import { PERSON_PLACES } from "../inputs";
import { checkPolicy, checkRule } from "./approvals";
import { checkCondition, isShownWhen } from "./conditions";
import {
  type Checked,
  checkPlaces,
  fieldOf,
  type KnownTaskType,
  type Report,
  type TemplatePlace,
  type TemplateProblem,
} from "./problem";

const MAX_TASKS = 50;
const LONGEST_DELAY_DAYS = 365;

/** Every problem of the tasks, and of the access they leave behind. */
export function taskProblems(checked: Checked): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const at =
    (place: TemplatePlace): Report =>
    (message, fix) =>
      problems.push({ place, message, fix });
  const { tasks } = checked.definition;
  checkWhole(checked, at({ part: "tasks", key: "" }));
  checkOrders(tasks, at);
  for (const [index, task] of tasks.entries()) {
    const report = at({ part: "tasks", key: task.key, index });
    if (tasks.findIndex(({ key }) => key === task.key) < index)
      report(`Two tasks are called "${task.key}"`, "Give one of them another key");
    checkTask(task, checked, report);
  }
  checkGrant(checked, at({ part: "grant", key: "grant" }));
  return problems;
}

function checkWhole({ definition: { tasks, risk }, facts }: Checked, report: Report): void {
  if (tasks.length === 0) {
    report("There is no task: a request could never be completed", "Add the tasks that do the work");
    return;
  }
  if (tasks.length > MAX_TASKS) report(`There are more than ${MAX_TASKS} tasks`, "Make two request types of it");
  const approves = tasks.some(({ type }) => facts.taskTypes[type]?.executor === "approval");
  if (!approves && risk !== "low")
    report("Nobody approves, and the risk is not low", "Add an approval task, or lower the risk");
  if (!tasks.some(({ type, runsAlways }) => type === "notify" && runsAlways === true)) {
    report("Nobody notifies the requester of the outcome", "Add a task of the type notify that runs always");
  }
}

function checkOrders(tasks: readonly TemplateTask[], at: (place: TemplatePlace) => Report): void {
  const orders = new Set(tasks.map(({ order }) => order));
  for (const [index, { key, order }] of tasks.entries()) {
    const report = at({ part: "tasks", key, index });
    if (!Number.isInteger(order) || order < 1) report(`Its order is ${order}`, "Orders are whole numbers from 1");
    else if (order > 1 && !orders.has(order - 1))
      report(
        `It has order ${order}, and no task has order ${order - 1}: it would wait for nothing that can be seen`,
        `Give it order ${order - 1}, or add the task before it`,
      );
  }
}

function checkTask(task: TemplateTask, checked: Checked, report: Report): void {
  const { definition, facts } = checked;
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,49}$/.test(task.key))
    report(
      `"${task.key}" cannot be the key of a task`,
      "Use letters, digits, dashes and underscores, and begin with a letter",
    );
  checkCondition(task.when, definition.fields, report);
  for (const text of [task.title, task.instructions, task.evidenceLabel])
    if (text) checkPlaces(text, definition, report);
  if (
    task.delayDays !== undefined &&
    !(Number.isInteger(task.delayDays) && task.delayDays >= 0 && task.delayDays <= LONGEST_DELAY_DAYS)
  ) {
    report(`It waits ${task.delayDays} days`, `Let it wait 0 to ${LONGEST_DELAY_DAYS} whole days`);
  }
  if (task.startsAfter !== undefined && fieldOf(definition, task.startsAfter)?.kind !== "date") {
    report(
      `It starts after the day in "${task.startsAfter}", and no date field is called so`,
      "Choose a date field of the form",
    );
  }
  if (task.startsOn !== undefined && fieldOf(definition, task.startsOn)?.kind !== "date") {
    report(
      `It starts on the day in "${task.startsOn}", and no date field is called so`,
      "Choose a date field of the form",
    );
  }
  if (task.startsOn !== undefined && task.startsAfter !== undefined)
    report("It starts on one day and after another", "Remove one of them");
  for (const [name, source] of Object.entries(task.input ?? {})) checkSource(name, source, definition, report);
  const type = facts.taskTypes[task.type];
  if (!type) {
    report(`The portal knows no task type "${task.type}"`, "Choose a type of the list");
    return;
  }
  if (type.executor === "approval") checkPolicy(task.policy, task, checked, report);
  else if (task.policy)
    report("It has approvers, but is not an approval", "Remove the steps, or choose an approval type");
  if (type.executor === "manual") checkManual(task, checked, report);
  checkInputs(task, type, definition, report);
}

function checkManual(task: TemplateTask, checked: Checked, report: Report): void {
  if (task.assignee)
    checkRule(task.assignee, { task, checked, report: (message, fix) => report(`Assignee: ${message}`, fix) });
  else report("Nobody may take it", "Choose who does it");
  if (!task.instructions?.trim()) report("It does not say what to do", "Write the steps, one per line");
  if (!task.evidenceLabel?.trim()) report("It asks for no evidence", "Write what to note down when it is done");
}

function checkInputs(task: TemplateTask, type: KnownTaskType, definition: RequestTypeDefinition, report: Report): void {
  const given = Object.keys(task.input ?? {});
  const known = new Map(type.inputs.map((input) => [input.name, input]));
  for (const name of given) {
    const input = known.get(name);
    if (!input)
      report(
        `"${type.title}" takes no input "${name}"`,
        known.size === 0 ? "Remove it" : `Remove it; it takes ${[...known.keys()].join(", ")}`,
      );
    else if (input.isRequired) checkAlwaysGiven(name, task, definition, report);
  }
  for (const { name } of missingInputs(type, given))
    report(`The input "${name}" is missing`, "Say where it comes from: the form, a person, a text or a constant");
}

/** The required inputs that are not among those given; those of a group only once the group has any. */
export function missingInputs(
  { inputs }: Pick<KnownTaskType, "inputs">,
  given: readonly string[],
): readonly { readonly name: string }[] {
  const groups = new Set(given.map(groupOf));
  return inputs.filter(
    ({ name, isRequired }) =>
      isRequired && !given.includes(name) && (groupOf(name) === null || groups.has(groupOf(name))),
  );
}

function groupOf(name: string): string | null {
  const dot = name.indexOf(".");
  return dot === -1 ? null : name.slice(0, dot);
}

function checkAlwaysGiven(name: string, task: TemplateTask, definition: RequestTypeDefinition, report: Report): void {
  const source = task.input?.[name];
  if (source?.from !== "form") return;
  const field = fieldOf(definition, source.field);
  if (!field) return;
  const isFilled = field.isRequired || field.derived !== undefined;
  if (!isFilled || !isShownWhen(field, task.when)) {
    report(
      `The input "${name}" comes from "${field.label}", which may be left empty`,
      "Make the field required, or limit the task to requests that have it",
    );
  }
}

function checkSource(name: string, source: InputSource, definition: RequestTypeDefinition, report: Report): void {
  switch (source.from) {
    case "form":
      if (!fieldOf(definition, source.field))
        report(
          `The input "${name}" comes from "${source.field}", which is not a field of the form`,
          "Choose a field that exists, or add it",
        );
      return;
    case "requester":
    case "beneficiary":
      if (!(PERSON_PLACES as readonly string[]).includes(source.field))
        report(
          `The input "${name}" comes from "${source.field}", which is nothing a person has`,
          `Choose one of ${PERSON_PLACES.join(", ")}`,
        );
      return;
    case "text":
      if (source.text.trim() === "")
        report(`The input "${name}" is an empty text`, "Write the text, or remove the input");
      checkPlaces(source.text, definition, report);
      return;
    case "constant":
      // An empty list is a value: "no members".
      if (!isSet(source.value) && !Array.isArray(source.value))
        report(`The input "${name}" is an empty constant`, "Write the value, or remove the input");
      return;
    default:
      source satisfies never;
  }
}

function checkGrant({ definition, facts }: Checked, report: Report): void {
  const { grant, tasks, maxDurationDays } = definition;
  const ends = tasks.some(({ type }) => type === "schedule_expiry");
  if (!grant) {
    if (ends)
      report(
        "A task sets the end of access, and the type leaves no access behind",
        "Describe the access, or remove the task schedule_expiry",
      );
    return;
  }
  checkPlaces(grant.description, definition, report);
  const task = tasks.find(({ key }) => key === grant.taskKey);
  const type = task && facts.taskTypes[task.type];
  if (!task)
    report(`The access comes from the task "${grant.taskKey}", which does not exist`, "Choose one of the tasks");
  else if (type?.executor === "connector" && type.compensation === null)
    report(`The work of "${type.title}" cannot be taken back`, "Choose a task whose work can be undone");
  if (grant.otherTaskKey !== undefined && !tasks.some(({ key }) => key === grant.otherTaskKey))
    report(`The access comes from the task "${grant.otherTaskKey}", which does not exist`, "Choose one of the tasks");
  const field = grant.durationField === undefined ? undefined : fieldOf(definition, grant.durationField);
  if (grant.durationField === undefined) {
    if (maxDurationDays !== undefined)
      report(
        "The type has a maximum duration, and its access never ends",
        "Choose the field that holds the duration, or remove the maximum duration",
      );
  } else if (field?.kind !== "durationDays")
    report(
      `"${grant.durationField}" is not a field that holds a duration`,
      "Choose a field of the kind durationDays, or add one",
    );
  else if (!ends) report("Nothing sets the end of the access", "Add a task of the type schedule_expiry");
}
