/** How the operations of the Snowflake connector work, for those who make templates. */

import type { TaskWorkings } from "../contract/manifest";
import type { facts } from "./manifest";

const USER = "User in Snowflake";
const ROLE = "Role in Snowflake";
const PUBLIC_KEY = "Public key in PEM form";
const COMMENT = "Comment, up to 500 characters";
const DEFAULT_WAREHOUSE = "Warehouse the user begins with";
const DROPS_NEW_USER = "Drops the user, as long as nobody has signed in with it";

export const workings = {
  grant_role: {
    inputs: { user: USER, role: ROLE, "level?": "What was approved: read or write" },
    compensation: "Takes the role away again",
  },
  revoke_role: { inputs: { user: USER, role: ROLE }, compensation: "Grants the role again" },
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
  enable_user: { inputs: { user: USER }, compensation: "Disables the user; roles that were taken stay away" },
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
      "monitor.notifyPercent": "Percentage at which people are notified",
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
