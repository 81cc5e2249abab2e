/** The connectors that carry out tasks or are read, made from the settings in the backend's environment. */

import { connectCollate } from "./collate/connection";
import { type Connector, ConnectorError, type ReadSystem } from "./contract/contract";
import type { ConnectorSetting, SettingValues } from "./contract/manifest";
import { connectDbt } from "./dbt/connection";
import { type ConnectedName, CONNECTOR_SETTINGS, CONNECTORS, isOperated, type OperatedName } from "./manifests";
import { connectSnowflake } from "./snowflake/connection";

/** The backend's environment. */
export type ConnectorEnv = Readonly<Record<string, string | undefined>>;

type Connected<Name extends ConnectedName> = Name extends OperatedName ? Connector : ReadSystem;

const CONNECT: {
  readonly [Name in ConnectedName]: (values: SettingValues<(typeof CONNECTOR_SETTINGS)[Name]>) => Connected<Name>;
} = {
  snowflake: connectSnowflake,
  dbt: connectDbt,
  collate: connectCollate,
};

/** The connector of a system. Fails with who can fix it when the portal has no connection to the system. */
export function connectorOf(system: string, env: ConnectorEnv): Connector {
  if (isSettled(system) && isOperated(system)) return connect(system, env);
  throw notConnected(system);
}

/** A system the portal reads, whether or not tasks work in it. Fails like `connectorOf`. */
export function readSystemOf(system: string, env: ConnectorEnv): ReadSystem {
  if (isSettled(system)) return connect(system, env);
  throw notConnected(system);
}

/** Whether the portal has the settings of a system; says nothing about whether they work. */
export function isConnected(system: string, env: ConnectorEnv): boolean {
  if (!isSettled(system)) return false;
  const [first] = settingsOf(system);
  return first !== undefined && text(env, first[0]) !== undefined;
}

function notConnected(system: string): ConnectorError {
  return new ConnectorError(
    "admin-fixable",
    "not-connected",
    `The portal has no connection to "${system}". A super admin sees under Services which systems are connected.`,
  );
}

/** Whether there are settings for it. */
function isSettled(system: string): system is ConnectedName {
  return Object.hasOwn(CONNECT, system);
}

function settingsOf(system: ConnectedName): [string, ConnectorSetting][] {
  return Object.entries<ConnectorSetting>(CONNECTOR_SETTINGS[system]);
}

function connect<Name extends ConnectedName>(system: Name, env: ConnectorEnv): Connected<Name> {
  const settings = settingsOf(system);
  const values = Object.fromEntries(settings.map(([name]) => [name, text(env, name)]));
  const isThere = ([name]: [string, ConnectorSetting]): boolean => values[name] !== undefined;
  const hasNeeded = settings.filter(([, { isNeeded }]) => isNeeded).every(isThere);
  const hasOneOfEach = settings.every(
    ([, { oneOf }]) => oneOf === undefined || settings.filter(([, other]) => other.oneOf === oneOf).some(isThere),
  );
  if (!hasNeeded || !hasOneOfEach) {
    throw new ConnectorError(
      "admin-fixable",
      "not-connected",
      `${CONNECTORS[system].label} is not connected. Whoever runs the portal sets ${settings[0]?.[0] ?? "its settings"} and the settings that belong to it; a super admin sees the result under Services.`,
    );
  }
  // The needed ones are there, which is all that the type says beyond "text".
  return CONNECT[system](values as SettingValues<(typeof CONNECTOR_SETTINGS)[Name]>);
}

/** Read one by one: a backend may hand out only the variables that are asked for by name. */
function text(env: ConnectorEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}
