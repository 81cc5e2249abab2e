/** The connectors of this installation, made from the settings in the backend's environment. */

import { type Connector, ConnectorError } from "./contract/contract";
import { snowflakeConnector } from "./snowflake/connector";
import type { Credential, SnowflakeSettings } from "./snowflake/settings";

/** The backend's environment. */
export type ConnectorEnv = Readonly<Record<string, string | undefined>>;

/** The connector of a system. Fails with who can fix it when the portal has no connection to the system. */
export function connectorOf(system: string, env: ConnectorEnv): Connector {
  if (system === "snowflake") return snowflakeConnector(snowflakeSettings(env));
  throw new ConnectorError(
    "admin-fixable",
    "not-connected",
    `The portal has no connection to "${system}". A super admin sees under Services which systems are connected.`,
  );
}

/** Whether the portal has the settings of a system; says nothing about whether they work. */
export function isConnected(system: string, env: ConnectorEnv): boolean {
  return system === "snowflake" && text(env, "SNOWFLAKE_URL") !== undefined;
}

function snowflakeSettings(env: ConnectorEnv): SnowflakeSettings {
  const url = text(env, "SNOWFLAKE_URL");
  const account = text(env, "SNOWFLAKE_ACCOUNT");
  const user = text(env, "SNOWFLAKE_USER");
  const role = text(env, "SNOWFLAKE_ROLE");
  const credential = credentialOf(env);
  if (!url || !account || !user || !role || !credential) {
    throw new ConnectorError(
      "admin-fixable",
      "not-connected",
      "Snowflake is not connected. Whoever runs the portal sets SNOWFLAKE_URL and the settings that belong to it; a super admin sees the result under Services.",
    );
  }
  return {
    url,
    account,
    user,
    role,
    credential,
    monitorRole: text(env, "SNOWFLAKE_MONITOR_ROLE"),
    warehouse: text(env, "SNOWFLAKE_WAREHOUSE"),
  };
}

function credentialOf(env: ConnectorEnv): Credential | null {
  const privateKey = text(env, "SNOWFLAKE_PRIVATE_KEY");
  if (privateKey) return { kind: "key-pair", privateKey };
  const token = text(env, "SNOWFLAKE_TOKEN");
  return token ? { kind: "token", token } : null;
}

/** Read one by one: a backend may hand out only the variables that are asked for by name. */
function text(env: ConnectorEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}
