/** What a task may be given. A connector reads the same names; `operations.test.ts` beside the connectors holds the two together. */

import { CONNECTOR_WORKINGS, type TaskWorkings } from "../../../connectors/workings";

/** One input of a task by its name; a name with a dot belongs to a group. */
export interface TaskInput {
  readonly name: string;
  /** What it holds, in words. */
  readonly what: string;
  /** Required inputs of a group are so only once the group has any. */
  readonly isRequired: boolean;
}

/** A manual check that stands for access names what was given: equal inputs are the same access. */
const CHECKED_ACCESS: readonly TaskInput[] = [
  { name: "user", what: "Whose access was checked", isRequired: false },
  { name: "tool", what: "Tool", isRequired: false },
  { name: "team", what: "Team or group", isRequired: false },
  { name: "project", what: "Project or deployment", isRequired: false },
  { name: "license", what: "Licence", isRequired: false },
  { name: "level", what: "Level", isRequired: false },
  { name: "content", what: "One object of it", isRequired: false },
];

/** Whom the sign-in opens an account for. */
const INVITED: readonly TaskInput[] = [
  { name: "email", what: "Whose account it is", isRequired: true },
  { name: "firstName", what: "First name", isRequired: true },
  { name: "lastName", what: "Last name", isRequired: true },
  { name: "role", what: "Role; more than staff waits for a second person", isRequired: true },
];

const OPERATIONS: Readonly<Record<string, TaskWorkings>> = Object.assign({}, ...Object.values(CONNECTOR_WORKINGS));

/** The inputs of a task type; none for types that take none. */
export function inputsOf(type: string): readonly TaskInput[] {
  if (type === "manual_check") return CHECKED_ACCESS;
  if (type === "open_account") return INVITED;
  return Object.entries(operationOf(type)?.inputs ?? {}).map(([name, what]) =>
    name.endsWith("?") ? { name: name.slice(0, -1), what, isRequired: false } : { name, what, isRequired: true },
  );
}

/** What the manifest of its connector says about a task type; null for what no connector carries out. */
export function operationOf(type: string): TaskWorkings | null {
  return Object.hasOwn(OPERATIONS, type) ? (OPERATIONS[type] ?? null) : null;
}
