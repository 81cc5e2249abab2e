/** The connections to outside systems as the environment says, by the settings their manifests name. */

import type { ConnectionReading } from "../../contracts/environment.ts";
import {
  CONNECTOR_SETTINGS,
  CONNECTORS,
  type ConnectorSetting,
  type ConnectedName,
  isOperated,
} from "../../convex/connectors/manifests.ts";
import type { ConnectionSettingName } from "./connections.ts";
import type { SettingsReader } from "./read.ts";

/** The variables of one connection, checked, as the backend's functions read them. */
export type ConnectionEnv = Readonly<Record<string, string>>;

/** Every connection there is, by its connector. */
export type Connections = Readonly<Partial<Record<ConnectedName, ConnectionEnv>>>;

/** The connectors that carry out tasks or are read, and so need settings. */
export const CONNECTED = Object.keys(CONNECTOR_SETTINGS) as ConnectedName[];

/** Reads every connection that is named. A setting that is named alone is no connection, and refused. */
export function readConnections(reader: Pick<SettingsReader, "get" | "text" | "refuse">): Connections {
  return Object.fromEntries(
    CONNECTED.flatMap((name) => {
      const connection = readConnection(reader, name);
      return connection === null ? [] : [[name, connection]];
    }),
  );
}

/**
 * Every variable of the connections that are named, blank where it is not set: a place that keeps its variables would
 * otherwise go on with what was replaced, such as the key before a token.
 */
export function connectionVariables(connections: Connections): Record<string, string> {
  return Object.fromEntries(
    CONNECTED.flatMap((connector) => {
      const connection = connections[connector];
      return connection === undefined ? [] : settingsOf(connector).map(([name]) => [name, connection[name] ?? ""]);
    }),
  );
}

/** Invented people approve invented requests: they are carried out in the demo's own sandbox and nowhere else (SD7). */
export function refuseOperated(reader: Pick<SettingsReader, "refuse">, connections: Connections): void {
  for (const connector of CONNECTED) {
    const [first] = settingsOf(connector);
    if (first === undefined || connections[connector] === undefined || !isOperated(connector)) continue;
    reader.refuse(
      first[0],
      `is set beside the demo world, whose invented requests would be carried out in that ${CONNECTORS[connector].label}; leave it unset, or start with PORTAL_DEMO=0`,
    );
  }
}

function readConnection(
  reader: Pick<SettingsReader, "get" | "text" | "refuse">,
  connector: ConnectedName,
): ConnectionEnv | null {
  const settings = settingsOf(connector);
  const isWritten = (name: ConnectionSettingName): boolean => reader.text(name) !== null;
  if (!settings.some(([name]) => isWritten(name))) return null;
  const aConnection = `for a ${CONNECTORS[connector].label} connection`;
  for (const [name, { isNeeded }] of settings)
    if (reader.get(name) === null && isNeeded) reader.refuse(name, `is needed ${aConnection}`);
  for (const [says, [first, ...others]] of alternatives(settings)) {
    const [one, ...beside] = [first, ...others].filter(isWritten);
    if (one === undefined) reader.refuse(first, `or ${others.join(" or ")} is needed ${aConnection}`);
    for (const name of beside) reader.refuse(name, `is set beside ${one}: one of the two says ${says}`);
  }
  return Object.fromEntries(
    settings.flatMap(([name]) => {
      const value = reader.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Which variables of each connection are set, never what they are. The start refuses half a connection. */
export function connectionReadings(connections: Connections): ConnectionReading[] {
  return CONNECTED.map((connector) => {
    const settings = settingsOf(connector);
    const isSet = (name: ConnectionSettingName): boolean => connections[connector]?.[name] !== undefined;
    const either = new Map(alternatives(settings));
    const variables = settings.flatMap(([name, { isNeeded = false, oneOf }]) => {
      if (oneOf === undefined) return [{ name, isSet: isSet(name), isNeeded }];
      const names = either.get(oneOf) ?? [name];
      if (names[0] !== name) return [];
      const chosen = names.find(isSet);
      return [{ name: chosen ?? names.join(" or "), isSet: chosen !== undefined, isNeeded: true }];
    });
    return { system: CONNECTORS[connector].label, variables };
  });
}

/** The variable a connection begins with. */
export function firstVariable(connector: ConnectedName): string | null {
  return settingsOf(connector)[0]?.[0] ?? null;
}

type Settings = readonly (readonly [ConnectionSettingName, ConnectorSetting])[];

function settingsOf(connector: ConnectedName): Settings {
  return Object.entries<ConnectorSetting>(CONNECTOR_SETTINGS[connector]) as [ConnectionSettingName, ConnectorSetting][];
}

/** Settings of which one is needed, by what they say. */
function alternatives(
  settings: Settings,
): (readonly [string, readonly [ConnectionSettingName, ...ConnectionSettingName[]]])[] {
  const found = new Map<string, [ConnectionSettingName, ...ConnectionSettingName[]]>();
  for (const [name, { oneOf }] of settings) {
    if (oneOf === undefined) continue;
    const known = found.get(oneOf);
    if (known) known.push(name);
    else found.set(oneOf, [name]);
  }
  return [...found];
}
