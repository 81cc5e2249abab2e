/** What the Snowflake connector is. */

import type { ConnectorFacts, ConnectorSetting } from "../contract/manifest.ts";

const DISABLED_AT_END = { operation: "disable-user", fields: ["user"] } as const;

export const facts = {
  label: "Snowflake",
  tasks: {
    grant_role: {
      title: "Grant role",
      operation: "grant-role",
      endsBy: { operation: "revoke-role", fields: ["user", "role"] },
      account: "given",
    },
    revoke_role: { title: "Revoke role", operation: "revoke-role", account: "taken" },
    create_person: {
      title: "Create person",
      operation: "create-person",
      endsBy: DISABLED_AT_END,
      account: "made",
    },
    create_service_user: {
      title: "Create service user",
      operation: "create-service-user",
      endsBy: DISABLED_AT_END,
      account: "madeForProgram",
    },
    add_service_key: { title: "Add service key", operation: "add-service-key" },
    remove_service_key: { title: "Remove service key", operation: "remove-service-key" },
    disable_user: { title: "Disable user", operation: "disable-user", account: "disabled" },
    enable_user: { title: "Enable user without roles", operation: "enable-user", account: "enabled" },
    drop_user: { title: "Drop user", operation: "drop-user", account: "dropped" },
    create_warehouse: { title: "Create warehouse", operation: "create-warehouse" },
    resize_warehouse: { title: "Resize warehouse", operation: "resize-warehouse" },
    create_schema: { title: "Create schema", operation: "create-schema" },
  },
  account: { field: "snowflakeUser", input: "user" },
  readings: ["lastUse", "warehouses"],
} as const satisfies ConnectorFacts;

/** The first names the connection: without it there is none. */
export const settings = {
  SNOWFLAKE_URL: {
    kind: "address",
    isNeeded: true,
    example: "https://myorg-myaccount.snowflakecomputing.com",
    risk: "outage",
    does: "the account tasks work on",
  },
  SNOWFLAKE_ACCOUNT: { kind: "text", isNeeded: true, example: "MYORG-MYACCOUNT", risk: "outage", does: "its name" },
  SNOWFLAKE_USER: {
    kind: "text",
    isNeeded: true,
    example: "DATA_PORTAL",
    risk: "outage",
    does: "the portal's own user there",
  },
  SNOWFLAKE_ROLE: {
    kind: "text",
    isNeeded: true,
    example: "PORTAL",
    risk: "access",
    does: "the role its statements run as",
  },
  SNOWFLAKE_PRIVATE_KEY: {
    kind: "privateKey",
    oneOf: "who the portal is",
    isSecret: true,
    example: '"-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----"',
    risk: "access",
    does: "who the portal is to Snowflake: a key",
  },
  SNOWFLAKE_TOKEN: {
    kind: "text",
    oneOf: "who the portal is",
    isSecret: true,
    example: "…",
    risk: "access",
    does: "or a programmatic access token",
  },
  SNOWFLAKE_MONITOR_ROLE: {
    kind: "text",
    example: "ACCOUNTADMIN",
    risk: "access",
    does: "the role that may create resource monitors",
  },
  SNOWFLAKE_WAREHOUSE: { kind: "text", example: "PORTAL_WH", does: "a warehouse for reading the usage views" },
} as const satisfies Readonly<Record<string, ConnectorSetting>>;
