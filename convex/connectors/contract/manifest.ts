/**
 * What a connector is, as data. Each folder of a connector says it in these parts; everything else about it (names of
 * systems, task types, account fields, variables) is derived from the list in `../manifests.ts`.
 *
 *   manifest.ts, facts      what rules and screens need; small, because every page may carry it
 *   manifest.ts, settings   its variables of the environment; never part of a page
 *   workings.ts, workings   what makers of templates read about its operations
 *   statements.ts, endings  what reviewers of access read about the operations that end it
 *
 * A system whose tasks are done manually and that is not read has facts alone, and so has a part of the portal itself.
 */

/** What a task does to the account of whoever it is for. */
export type AccountEffect = "given" | "taken" | "made" | "madeForProgram" | "disabled" | "dropped" | "enabled";

/** One type of task that works on the system. */
export interface ConnectorTask {
  readonly title: string;
  /** What the connector is asked to do; without it the task is done manually. */
  readonly operation?: string;
  /** How access that this task gave ends. Without it the work itself is taken back. */
  readonly endsBy?: { readonly operation: string; readonly fields: readonly string[] };
  readonly account?: AccountEffect;
}

/** Where a person's name in the system is kept: a field of their record, and the input of tasks that names it. */
export interface AccountRule {
  readonly field: string;
  readonly input: string;
}

/** What can be read from the system's own records beside its health. */
export type Reading = "lastUse" | "domain" | "owners" | "warehouses";

/** What rules and screens need of a connector. */
export interface ConnectorFacts {
  /** How the system is called in sentences. */
  readonly label: string;
  /** By the name of the type, which is stored with every task: a name is never given a second time. */
  readonly tasks: Readonly<Record<string, ConnectorTask>>;
  /** Null where the portal does not know what people are called there. */
  readonly account: AccountRule | null;
  readonly readings: readonly Reading[];
}

/** One type of task on a part of the portal itself. */
export interface BuiltInTask {
  readonly title: string;
  readonly operation: string;
  readonly account?: AccountEffect;
}

/**
 * A part of the portal itself that tasks work on like on a system: the server carries its operations out, reads back
 * what is there, and reports. It has no settings and no switch.
 */
export interface BuiltInFacts {
  readonly label: string;
  /** By the name of the type, which is stored with every task. */
  readonly tasks: Readonly<Record<string, BuiltInTask>>;
}

/** How one operation works, for those who make templates. */
export interface TaskWorkings {
  /** What each input holds, by its name. A name that ends in "?" is optional; one with a dot belongs to a group. */
  readonly inputs: Readonly<Record<string, string>>;
  /** How its work is taken back when the request ends early; null when nothing can. */
  readonly compensation: string | null;
}

/** By operation that ends access: the statement it sends, from the names in its input; throws for what is no name. */
export type Endings = Readonly<Record<string, (names: Readonly<Record<string, string>>) => string>>;

/**
 * A variable of the environment. The kinds are read and checked by the server (server/settings/connections.ts), which
 * hands the checked values on.
 */
export interface ConnectorSetting {
  readonly kind: "text" | "address" | "privateKey";
  /** There is no connection without it. */
  readonly isNeeded?: boolean;
  /** One setting of those with the same words is needed, no more; the words end "one of the two says …". */
  readonly oneOf?: string;
  readonly isSecret?: boolean;
  readonly risk?: "low" | "outage" | "access" | "data";
  readonly example: string;
  readonly does: string;
}

/** The values a connector is made with: those it needs are there. */
export type SettingValues<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends { readonly isNeeded: true } ? string : string | undefined;
};
