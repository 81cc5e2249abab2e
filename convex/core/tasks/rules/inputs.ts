/** What a task may be given. A connector reads the same names; `inputs.test.ts` holds the two together. */

import type { TaskTypeName } from "../rules";

/** One input of a task by its name; a name with a dot belongs to a group. */
export interface TaskInput {
  readonly name: string;
  /** What it holds, in words. */
  readonly what: string;
  /** Required inputs of a group are so only once the group has any. */
  readonly isRequired: boolean;
}

const required = (name: string, what: string): TaskInput => ({ name, what, isRequired: true });
const optional = (name: string, what: string): TaskInput => ({ name, what, isRequired: false });

const USER = required("user", "User in Snowflake");
const ROLE = required("role", "Role in Snowflake");
const PUBLIC_KEY = required("publicKey", "Public key in PEM form");
const COMMENT = optional("comment", "Comment, up to 500 characters");
const DEFAULT_WAREHOUSE = optional("defaultWarehouse", "Warehouse the user begins with");

/** A check by hand that stands for access names what was given: equal inputs are the same access. */
const CHECKED_ACCESS = [
  optional("user", "Whose access was checked"),
  optional("tool", "Tool"),
  optional("team", "Team or group"),
  optional("project", "Project or deployment"),
  optional("license", "Licence"),
  optional("level", "Level"),
  optional("content", "One object of it"),
];

/** Types that are not listed take none. */
const TASK_INPUTS: Partial<Readonly<Record<TaskTypeName, readonly TaskInput[]>>> = {
  manual_check: CHECKED_ACCESS,
  grant_role: [USER, ROLE],
  revoke_role: [USER, ROLE],
  create_person: [
    USER,
    required("email", "E-mail address"),
    required("firstName", "First name"),
    required("lastName", "Last name"),
    required("defaultRole", "Role the user begins with"),
    DEFAULT_WAREHOUSE,
    COMMENT,
  ],
  create_service_user: [
    USER,
    required("comment", "Comment, up to 500 characters"),
    PUBLIC_KEY,
    required("roles", "List of at least one role"),
    DEFAULT_WAREHOUSE,
    optional("networkPolicy", "Network policy"),
  ],
  add_service_key: [USER, PUBLIC_KEY],
  remove_service_key: [USER, PUBLIC_KEY],
  disable_user: [USER],
  drop_user: [USER],
  create_warehouse: [
    required("warehouse", "Name of the warehouse"),
    required("size", "Size, such as MEDIUM"),
    required("autoSuspendSeconds", "Seconds without a query before it suspends"),
    required("clusters", "Clusters at most"),
    required("role", "Role that may use it"),
    COMMENT,
    required("monitor.name", "Resource monitor"),
    required("monitor.credits", "Credits the monitor allows"),
    required("monitor.frequency", "How often the monitor starts again"),
    required("monitor.notifyPercent", "Percent at which people are told"),
    required("monitor.suspendPercent", "Percent at which it suspends"),
    required("tag.database", "Database of the tag"),
    required("tag.schema", "Schema of the tag"),
    required("tag.name", "Tag"),
    required("tag.value", "Value of the tag"),
  ],
  resize_warehouse: [required("warehouse", "Name of the warehouse"), required("size", "Size, such as MEDIUM")],
  create_schema: [
    required("database", "Database"),
    required("schema", "Name of the schema"),
    required("role", "Role that may work in it"),
    required("retentionDays", "Days of time travel"),
    optional("members", "List of users"),
    COMMENT,
  ],
};

/** The inputs of a task type; none for types that take none. */
export function inputsOf(type: string): readonly TaskInput[] {
  return Object.hasOwn(TASK_INPUTS, type) ? (TASK_INPUTS[type as TaskTypeName] ?? []) : [];
}
