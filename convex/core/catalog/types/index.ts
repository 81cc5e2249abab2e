/** The request types the portal ships, by key. A person may publish other versions of them later. */

import type { RequestTypeDefinition } from "../table";
import { biAccess } from "./biAccess";
import { dataSource } from "./dataSource";
import { dbtAirflow } from "./dbtAirflow";
import { leaver } from "./leaver";
import { portalInvite } from "./portalInvite";
import { portalRemoval, portalRestore } from "./portalRemoval";
import { sandbox } from "./sandbox";
import { serviceUser } from "./serviceUser";
import { snowflakeAccess } from "./snowflakeAccess";
import { snowflakeUser } from "./snowflakeUser";
import { warehouse } from "./warehouse";

export const SHIPPED_TYPES = {
  "snowflake-access": snowflakeAccess,
  "bi-access": biAccess,
  "snowflake-user": snowflakeUser,
  "service-user": serviceUser,
  "portal-invite": portalInvite,
  leaver,
  warehouse,
  sandbox,
  "data-source": dataSource,
  "dbt-airflow": dbtAirflow,
} as const satisfies Record<string, RequestTypeDefinition>;

/** The types of requests that the portal sends itself: nobody is ever offered one. */
export const OWN_TYPES = {
  "portal-removal": portalRemoval,
  "portal-restore": portalRestore,
} as const satisfies Record<string, RequestTypeDefinition>;

/** Whether the portal alone sends requests of a type. */
export function isOwnType(key: string): key is keyof typeof OWN_TYPES {
  return Object.hasOwn(OWN_TYPES, key);
}

/** The key of a shipped type. */
export type ShippedTypeKey = keyof typeof SHIPPED_TYPES;
