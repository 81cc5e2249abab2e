/** Words of the template screens. */

import { ROLES } from "../../../convex/access/roles";
import type { ApproverRule, Quorum } from "../../../convex/core/approvals/table";
import { clausesOf, type NamedField, valueWords } from "../../../convex/core/catalog/rules/conditions";
import type { Clause, Condition, FieldKind, InputSource, VersionStatus } from "../../../convex/core/catalog/table";
import { typeOf, type TaskExecutor } from "../../../convex/core/tasks/rules";
import { impossible } from "../../../convex/lib/pure/impossible";
import { MINUTE_MS } from "../../../convex/lib/pure/time";
import { count } from "../../lib/text";

export const EXECUTORS: Readonly<Record<TaskExecutor, string>> = {
  approval: "Approval",
  manual: "Manual",
  connector: "Connector",
  portal: "Portal",
};

export const STATUSES: Readonly<Record<VersionStatus, string>> = {
  draft: "Draft",
  published: "Published",
  retired: "Retired",
};

export const KINDS: Readonly<Record<FieldKind, string>> = {
  text: "Text",
  longText: "Long text",
  email: "Email address",
  number: "Number",
  money: "Amount",
  date: "Date",
  choice: "Choice",
  multiChoice: "Several choices",
  person: "Person",
  domain: "Data domain",
  businessArea: "Business area",
  warehouse: "Warehouse",
  role: "Role",
  durationDays: "Duration in days",
  yesNo: "Yes or no",
  cidrList: "Network ranges",
  publicKey: "Public key",
  nameList: "List of names",
};

/** What a task is called: its own title, else its type's. */
export function taskTitle({ title, type }: { readonly title?: string; readonly type: string }): string {
  return title?.trim() || (typeOf(type)?.title ?? type);
}

/** A condition as one line. */
export function conditionWords(wanted: Condition, fields: readonly NamedField[]): string {
  const words = clausesOf(wanted).map((clause) => clauseWords(clause, fields));
  return words.length === 0 ? "never" : words.join("every" in wanted ? " and " : " or ");
}

/** What a field is called, for who reads a template; its name when the form has no such field. */
export function fieldLabel(fields: readonly NamedField[], name: string): string {
  return fields.find((field) => field.name === name)?.label ?? name;
}

function clauseWords(clause: Clause, fields: readonly NamedField[]): string {
  const field = fields.find(({ name }) => name === clause.field);
  const label = field?.label ?? clause.field;
  switch (clause.is) {
    case "equal":
      return `${label} is ${valueWords(clause.value, field)}`;
    case "oneOf":
      return `${label} is ${clause.values.map((value) => valueWords(value, field)).join(" or ")}`;
    case "above":
      return `${label} is above ${clause.value}`;
    case "set":
      return `${label} is filled in`;
    case "empty":
      return `${label} is empty`;
    default:
      return impossible(clause);
  }
}

/** Whom a rule asks. */
export function ruleWords(
  rule: ApproverRule,
  people: readonly { readonly id: string; readonly name: string }[],
): string {
  switch (rule.kind) {
    case "person":
      return people.find(({ id }) => id === rule.personId)?.name ?? "A person";
    case "role":
      return `Role ${ROLES[rule.role].label}`;
    case "domainOwner":
      return "Owner of the data domain";
    case "businessAreaOwner":
      return "Owner of the business area";
    case "manager":
      return "Manager, else owner of the business area";
    default:
      return impossible(rule);
  }
}

/** How many have to approve. */
export function quorumWords(quorum: Quorum): string {
  switch (quorum.kind) {
    case "any":
      return "any one";
    case "all":
      return "all";
    case "count":
      return `${quorum.count} of them`;
    case "percent":
      return `${quorum.percent}%`;
    case "majority":
      return "more than half";
    default:
      return impossible(quorum);
  }
}

/** Where an input comes from. */
export function sourceWords(source: InputSource): string {
  switch (source.from) {
    case "form":
      return `form.${source.field}`;
    case "requester":
    case "beneficiary":
      return `${source.from}.${source.field}`;
    case "text":
      return `“${source.text}”`;
    case "constant":
      return JSON.stringify(source.value);
    default:
      return impossible(source);
  }
}

/** "36 h", "2 days". */
export function hoursWords(hours: number): string {
  return hours >= 48 && hours % 24 === 0 ? count(hours / 24, "day") : count(hours, "hour");
}

/** "10 minutes", "3 days". */
export function timeWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes >= 60 && minutes % 60 === 0 ? hoursWords(minutes / 60) : count(minutes, "minute");
}
