/** The settings of the connectors, as their manifests name them. */

import type * as z from "zod";
import { CONNECTOR_SETTINGS, type ConnectorSetting, type ConnectedName } from "../../convex/connectors/manifests.ts";
import { privateKey, serviceAddress, text } from "./kinds.ts";
import { optional, type Setting } from "./setting.ts";

const KINDS: Readonly<Record<ConnectorSetting["kind"], () => z.ZodType<string, string>>> = {
  text,
  address: serviceAddress,
  privateKey,
};

/** The name of a variable of some connection. */
export type ConnectionSettingName = {
  [Name in ConnectedName]: keyof (typeof CONNECTOR_SETTINGS)[Name];
}[ConnectedName];

/** Every variable of every connection. Each is optional: a portal may have none. */
export const CONNECTION_SETTINGS = Object.fromEntries(
  Object.values(CONNECTOR_SETTINGS).flatMap((settings) =>
    Object.entries<ConnectorSetting>(settings).map(([name, { kind, ...given }]) => [
      name,
      optional(KINDS[kind](), given),
    ]),
  ),
) as Readonly<Record<ConnectionSettingName, Setting<string> & { readonly fallback: null }>>;
