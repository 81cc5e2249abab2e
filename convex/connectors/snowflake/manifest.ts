/** What the Snowflake connector is. */

import type { ConnectorFacts, ConnectorSetting, TaskWorkings } from "../contract/manifest.ts";

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
    drop_user: { title: "Drop user", operation: "drop-user", account: "dropped" },
    create_warehouse: { title: "Create warehouse", operation: "create-warehouse" },
    resize_warehouse: { title: "Resize warehouse", operation: "resize-warehouse" },
    create_schema: { title: "Create schema", operation: "create-schema" },
  },
  account: { field: "snowflakeUser", input: "user" },
  readings: ["lastUse"],
} as const satisfies ConnectorFacts;

const USER = "User in Snowflake";
const ROLE = "Role in Snowflake";
const PUBLIC_KEY = "Public key in PEM form";
const COMMENT = "Comment, up to 500 characters";
const DEFAULT_WAREHOUSE = "Warehouse the user begins with";
const DROPS_NEW_USER = "Drops the user, as long as nobody has signed in with it";

export const workings = {
  grant_role: { inputs: { user: USER, role: ROLE }, compensation: "Takes the role away again" },
  revoke_role: { inputs: { user: USER, role: ROLE }, compensation: "Gives the role back" },
  create_person: {
    inputs: {
      user: USER,
      email: "E-mail address",
      firstName: "First name",
      lastName: "Last name",
      defaultRole: "Role the user begins with",
      "defaultWarehouse?": DEFAULT_WAREHOUSE,
      "comment?": COMMENT,
    },
    compensation: DROPS_NEW_USER,
  },
  create_service_user: {
    inputs: {
      user: USER,
      comment: COMMENT,
      publicKey: PUBLIC_KEY,
      roles: "List of at least one role",
      "defaultWarehouse?": DEFAULT_WAREHOUSE,
      "networkPolicy?": "Network policy",
    },
    compensation: DROPS_NEW_USER,
  },
  add_service_key: { inputs: { user: USER, publicKey: PUBLIC_KEY }, compensation: "Removes the key" },
  remove_service_key: { inputs: { user: USER, publicKey: PUBLIC_KEY }, compensation: "Adds the key again" },
  disable_user: { inputs: { user: USER }, compensation: "Enables the user" },
  drop_user: { inputs: { user: USER }, compensation: null },
  create_warehouse: {
    inputs: {
      warehouse: "Name of the warehouse",
      size: "Size, such as MEDIUM",
      autoSuspendSeconds: "Seconds without a query before it suspends",
      clusters: "Clusters at most",
      role: "Role that may use it",
      "comment?": COMMENT,
      "monitor.name": "Resource monitor",
      "monitor.credits": "Credits the monitor allows",
      "monitor.frequency": "How often the monitor starts again",
      "monitor.notifyPercent": "Percent at which people are told",
      "monitor.suspendPercent": "Percent at which it suspends",
      "tag.database": "Database of the tag",
      "tag.schema": "Schema of the tag",
      "tag.name": "Tag",
      "tag.value": "Value of the tag",
    },
    compensation: "Drops the warehouse and its monitor",
  },
  resize_warehouse: {
    inputs: { warehouse: "Name of the warehouse", size: "Size, such as MEDIUM" },
    compensation: "Sets the size it had before",
  },
  create_schema: {
    inputs: {
      database: "Database",
      schema: "Name of the schema",
      role: "Role that may work in it",
      retentionDays: "Days of time travel",
      "members?": "List of users",
      "comment?": COMMENT,
    },
    compensation: "Drops schema and role, as long as the schema is empty",
  },
} as const satisfies Readonly<Record<keyof typeof facts.tasks, TaskWorkings>>;

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
