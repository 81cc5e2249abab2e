/**
 * What becomes of the answers. A field that nothing looks at makes a promise nobody keeps: "Environment: Test" that
 * gives
 * the role of production. So each answer reaches a task, a condition, an approver or the end of the access, or the form
 * says that only those who decide read it. A comment left in another system is no use: nothing acts on it.
 */

import type { ApproverRule } from "../../../approvals/table";
import type { FormField, RequestTypeDefinition, TemplateTask } from "../../table";
import { clausesOf } from "../conditions";
import { placesIn } from "../inputs";
import type { Report } from "./problem";

/** Every request has these, and the portal itself looks at them: whom it is for, who owns and pays for it, and why. */
const LOOKED_AT_BY_ALL = ["requestedFor", "businessArea", "reason"];
/** An input that is only a note in the other system. */
const NOTE = "comment";

/** Reports the fields whose answers reach nothing. `at` reports about one field. */
export function checkUses(definition: RequestTypeDefinition, at: (field: FormField, index: number) => Report): void {
  const used = usedFields(definition);
  for (const [index, field] of definition.fields.entries()) {
    if (used.has(field.name)) continue;
    at(field, index)(
      "The answer has no effect: no task, condition, approver or end of access looks at it",
      "Use it in a task, or say that it is read only by those who decide",
    );
  }
}

/** The fields whose answers reach something. */
export function usedFields(definition: RequestTypeDefinition): ReadonlySet<string> {
  const { fields, tasks, grant } = definition;
  const used = new Set([...LOOKED_AT_BY_ALL, ...tasks.flatMap(usedByTask)]);
  if (grant?.durationField !== undefined) used.add(grant.durationField);
  if (tasks.some(({ policy }) => policy?.autoApprove))
    for (const { name, kind } of fields) if (kind === "durationDays") used.add(name);
  for (const { name, isForDeciders } of fields) if (isForDeciders === true) used.add(name);
  // A field looks only at fields before it: from the last to the first, all that leads to something used is found.
  for (const field of fields.toReversed())
    if (used.has(field.name)) for (const name of usedByField(field)) used.add(name);
  return used;
}

function usedByField({ when, derived, environmentField }: FormField): string[] {
  const { from: _from, ...sources } = derived ?? { from: null };
  const names: (string | undefined)[] = Object.values(sources);
  return [...clausesOf(when).map(({ field }) => field), ...names, environmentField].filter(
    (name) => name !== undefined,
  );
}

function usedByTask({
  when,
  policy,
  assignee,
  input,
  instructions,
  evidenceLabel,
  startsAfter,
  startsOn,
}: TemplateTask): string[] {
  const steps = (policy?.steps ?? []).flatMap(({ rule, fallback, escalateTo }) => [rule, fallback, escalateTo]);
  const inputs = Object.entries(input ?? {})
    .filter(([name]) => name !== NOTE)
    .map(([, source]) => source);
  return [
    ...clausesOf(when).map(({ field }) => field),
    ...(policy?.autoApprove?.where ?? []).map(({ field }) => field),
    ...[...steps, assignee].flatMap(usedByRule),
    ...inputs.flatMap((source) =>
      source.from === "form" ? [source.field] : source.from === "text" ? formPlaces(source.text) : [],
    ),
    ...[instructions, evidenceLabel].flatMap((text) => formPlaces(text ?? "")),
    ...[startsAfter, startsOn].filter((name) => name !== undefined),
  ];
}

function usedByRule(rule: ApproverRule | undefined): string[] {
  return rule?.kind === "domainOwner" ? [rule.field] : [];
}

function formPlaces(text: string): string[] {
  return placesIn(text).flatMap((place) => {
    const [source, name] = place.split(".");
    return name !== undefined && (source === "form" || source === "words") ? [name] : [];
  });
}
