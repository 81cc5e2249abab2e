/** The connectors that carry out tasks, made from the settings in the backend's environment. */

import { type Connector, ConnectorError } from "./contract/contract";
import type { ConnectorSetting, SettingValues } from "./contract/manifest";
import { CONNECTOR_SETTINGS, CONNECTORS, type OperatedName } from "./manifests";
import { connectSnowflake } from "./snowflake/connection";

/** The backend's environment. */
export type ConnectorEnv = Readonly<Record<string, string | undefined>>;

const CONNECT: {
  readonly [Name in OperatedName]: (values: SettingValues<(typeof CONNECTOR_SETTINGS)[Name]>) => Connector;
} = {
  snowflake: connectSnowflake,
};

/** The connector of a system. Fails with who can fix it when the portal has no connection to the system. */
export function connectorOf(system: string, env: ConnectorEnv): Connector {
  if (isOperated(system)) return connect(system, env);
  throw new ConnectorError(
    "admin-fixable",
    "not-connected",
    `The portal has no connection to "${system}". A super admin sees under Services which systems are connected.`,
  );
}

/** Whether the portal has the settings of a system; says nothing about whether they work. */
export function isConnected(system: string, env: ConnectorEnv): boolean {
  if (!isOperated(system)) return false;
  const [first] = settingsOf(system);
  return first !== undefined && text(env, first[0]) !== undefined;
}

function isOperated(system: string): system is OperatedName {
  return Object.hasOwn(CONNECT, system);
}

function settingsOf(system: OperatedName): [string, ConnectorSetting][] {
  return Object.entries<ConnectorSetting>(CONNECTOR_SETTINGS[system]);
}

function connect<Name extends OperatedName>(system: Name, env: ConnectorEnv): Connector {
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
