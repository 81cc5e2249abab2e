/**
 * The list of connectors. A new one is its folder and its line here; where it is read, also its lines among the settings
 * and in `registry.ts`, and where it carries out tasks itself, also in `workings.ts` and `endings.ts`.
 */

import * as airflow from "./airflow/manifest.ts";
import * as collate from "./collate/manifest.ts";
import type {
  AccountRule,
  BuiltInFacts,
  ConnectorFacts,
  ConnectorSetting,
  ConnectorTask,
} from "./contract/manifest.ts";
import * as dbt from "./dbt/manifest.ts";
import * as sigma from "./sigma/manifest.ts";
import * as signIn from "./signIn/manifest.ts";
import * as snowflake from "./snowflake/manifest.ts";
import * as thoughtspot from "./thoughtspot/manifest.ts";

export type { AccountEffect, BuiltInTask, ConnectorSetting, ConnectorTask, Reading } from "./contract/manifest.ts";

/** Every connector, in the order of lists. Its name is stored with what belongs to it. */
export const CONNECTORS = {
  snowflake: snowflake.facts,
  dbt: dbt.facts,
  collate: collate.facts,
  sigma: sigma.facts,
  airflow: airflow.facts,
  thoughtspot: thoughtspot.facts,
} as const satisfies Readonly<Record<string, ConnectorFacts>>;

/** Parts of the portal itself that tasks work on. */
export const BUILT_IN = { signIn: signIn.facts } as const satisfies Readonly<Record<string, BuiltInFacts>>;

/** The name of a part of the portal itself. */
export type BuiltInName = keyof typeof BUILT_IN;

/** The name of a task type that works on some part of the portal itself. */
export type BuiltInTaskName = { [Name in BuiltInName]: keyof (typeof BUILT_IN)[Name]["tasks"] }[BuiltInName];

/** What can be done to the portal's own sign-in. */
export type SignInOperation = (typeof signIn.facts)["tasks"][keyof (typeof signIn.facts)["tasks"]]["operation"];

/** The settings of each connector that carries out tasks or is read, by the names of the variables. */
export const CONNECTOR_SETTINGS = {
  snowflake: snowflake.settings,
  dbt: dbt.settings,
  collate: collate.settings,
} as const satisfies SettingsOf<OperatedName | ReadName>;

type Facts = typeof CONNECTORS;
type TasksOf<Name extends ConnectorName> = Facts[Name]["tasks"];
type Operated<Tasks> = Extract<Tasks[keyof Tasks], { readonly operation: string }>;

/** The name of a connector. */
export type ConnectorName = keyof Facts;

/** The name of a connector that carries out tasks itself. */
export type OperatedName = {
  [Name in ConnectorName]: [Operated<TasksOf<Name>>] extends [never] ? never : Name;
}[ConnectorName];

/** The name of a connector whose own records are read. */
export type ReadName = {
  [Name in ConnectorName]: Facts[Name]["readings"] extends readonly [] ? never : Name;
}[ConnectorName];

/** The name of a connector that needs settings. */
export type ConnectedName = keyof typeof CONNECTOR_SETTINGS;

type SettingsOf<Name extends ConnectorName> = {
  readonly [One in Name]: Readonly<Record<string, ConnectorSetting>>;
};

/** Whether tasks work in a system through the portal, and are not done manually. */
export function isOperated(name: ConnectorName): name is OperatedName {
  return Object.values<ConnectorTask>(CONNECTORS[name].tasks).some(({ operation }) => operation !== undefined);
}

/** The name of a task type that works on some system. */
export type ConnectorTaskName = { [Name in ConnectorName]: keyof TasksOf<Name> }[ConnectorName];

/** A field of a person's record that holds their name in some system. */
export type AccountField = Extract<Facts[ConnectorName]["account"], AccountRule>["field"];

export const CONNECTOR_NAMES = Object.keys(CONNECTORS) as ConnectorName[];

/** Names of one person in outside systems, where the portal knows them. */
export type AccountNames = { readonly [Field in AccountField]?: string };

/** Where a person's name in a system is kept; null where it is kept nowhere. */
export function accountRuleOf(name: ConnectorName): (AccountRule & { readonly field: AccountField }) | null {
  return CONNECTORS[name].account;
}

/** Every field of a person's record that holds a name in some system. */
export const ACCOUNT_FIELDS: readonly AccountField[] = CONNECTOR_NAMES.flatMap(
  (name) => accountRuleOf(name)?.field ?? [],
);

/** What somebody is called in a system, as far as their record says; null when it says nothing. */
export function accountName(names: AccountNames, system: ConnectorName): string | null {
  const rule = accountRuleOf(system);
  return rule === null ? null : (names[rule.field] ?? null);
}

/** The names of one person among the other fields of their record. */
export function accountNamesOf(record: AccountNames): AccountNames {
  return Object.fromEntries(ACCOUNT_FIELDS.map((field) => [field, record[field]]));
}
