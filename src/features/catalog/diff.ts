/** What one version changes against another, in the words of the editor. */

import { TYPE_TEXTS, type TemplatePart } from "../../../convex/core/catalog/rules/problems/validation";
import type { FormField, RequestTypeDefinition, TemplateTask } from "../../../convex/core/catalog/table";
import { canonicalJson } from "../../../convex/lib/pure/canonicalJson";
import { taskTitle } from "./template-words";

/** One thing that differs. */
export interface VersionChange {
  readonly part: TemplatePart;
  readonly key: string;
  readonly what: string;
  readonly kind: "added" | "removed" | "changed";
  /** What of it changed, each with the value before and after. */
  readonly details: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

const LABELS: Readonly<Record<string, string>> = {
  ...TYPE_TEXTS,
  slaHours: "Time to completion",
  risk: "Risk",
  maxDurationDays: "Maximum duration",
  audience: "Offered to",
  target: "Target of requests",
};

/** Every difference: texts, then fields, then tasks, then the access. */
export function changesBetween(before: RequestTypeDefinition, after: RequestTypeDefinition): VersionChange[] {
  const texts = Object.entries(LABELS).flatMap(([key, what]): VersionChange[] => {
    const [old, now] = [(before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key]];
    return same(old, now)
      ? []
      : [{ part: "texts", key, what, kind: "changed", details: [{ field: key, before: old, after: now }] }];
  });
  const fields = lists(
    "fields",
    before.fields,
    after.fields,
    ({ name }) => name,
    (field: FormField) => `Field ${field.label}`,
  );
  const tasks = lists(
    "tasks",
    before.tasks,
    after.tasks,
    ({ key }) => key,
    (task: TemplateTask) => `Task ${taskTitle(task)}`,
  );
  return [...texts, ...fields, ...tasks, ...grantChanges(before, after)];
}

function lists<T extends object>(
  part: TemplatePart,
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
  nameOf: (one: T) => string,
): VersionChange[] {
  const removed = before.filter((old) => !after.some((now) => keyOf(now) === keyOf(old)));
  const changed = after.flatMap((now): VersionChange[] => {
    const old = before.find((one) => keyOf(one) === keyOf(now));
    if (!old) return [{ part, key: keyOf(now), what: nameOf(now), kind: "added", details: [] }];
    const details = detailsOf(old, now);
    const moved = part === "fields" ? positionChange(before.map(keyOf), after.map(keyOf), keyOf(now)) : [];
    return details.length + moved.length === 0
      ? []
      : [{ part, key: keyOf(now), what: nameOf(now), kind: "changed", details: [...details, ...moved] }];
  });
  return [
    ...changed,
    ...removed.map((old): VersionChange => ({
      part,
      key: keyOf(old),
      what: nameOf(old),
      kind: "removed",
      details: [],
    })),
  ];
}

/** A field has no order of its own; it moved when it stands elsewhere among those both versions have. */
function positionChange(before: readonly string[], after: readonly string[], key: string): VersionChange["details"] {
  const both = (names: readonly string[], others: readonly string[]): number =>
    names.filter((name) => others.includes(name)).indexOf(key) + 1;
  const [old, now] = [both(before, after), both(after, before)];
  return old === now ? [] : [{ field: "position", before: old, after: now }];
}

function grantChanges({ grant: old }: RequestTypeDefinition, { grant: now }: RequestTypeDefinition): VersionChange[] {
  if (same(old, now)) return [];
  const kind = old === undefined ? "added" : now === undefined ? "removed" : "changed";
  return [
    {
      part: "grant",
      key: "grant",
      what: "Access it leaves behind",
      kind,
      details: old && now ? detailsOf(old, now) : [],
    },
  ];
}

function detailsOf(before: object, after: object): VersionChange["details"] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((field) => {
    const [old, now] = [(before as Record<string, unknown>)[field], (after as Record<string, unknown>)[field]];
    return same(old, now) ? [] : [{ field, before: old, after: now }];
  });
}

function same(before: unknown, after: unknown): boolean {
  return canonicalJson(before) === canonicalJson(after);
}
