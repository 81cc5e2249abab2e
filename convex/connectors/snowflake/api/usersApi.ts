/**
 * The typed user API: creates users without any SQL to inject into. It knows no `requestId`; `createMode=errorIfExists`
 * takes its place, since a second creation answers 409 and the reader then looks whose user it is.
 */

import { MINUTE_MS, SECOND_MS } from "../../../lib/pure/time";
import { type Call, ConnectorError } from "../../contract/contract";
import type { Runtime } from "../../contract/runtime";
import type { Answer } from "./answer";
import { failureOf } from "./errors";
import { quoteIdent } from "./identifiers";
import type { Exchange, Transport } from "./transport";

/** Words SQL takes for itself unless they are quoted. */
const RESERVED = new Set(
  "ACCOUNT ALL ALTER AND ANY AS BETWEEN BY CASE CAST CHECK COLUMN CONNECT CONNECTION CONSTRAINT CREATE CROSS CURRENT DATABASE DELETE DISTINCT DROP ELSE EXISTS FALSE FOLLOWING FOR FROM FULL GRANT GROUP GSCLUSTER HAVING ILIKE IN INCREMENT INNER INSERT INTERSECT INTO IS ISSUE JOIN LATERAL LEFT LIKE LOCALTIME LOCALTIMESTAMP MINUS NATURAL NOT NULL OF ON OR ORDER ORGANIZATION QUALIFY REGEXP REVOKE RIGHT RLIKE ROW ROWS SAMPLE SCHEMA SELECT SET SOME START TABLE TABLESAMPLE THEN TO TRIGGER TRUE TRY_CAST UNION UNIQUE UPDATE USING VALUES VIEW WHEN WHENEVER WHERE WITH".split(
    " ",
  ),
);
const WAIT_MS = SECOND_MS;
const GIVE_UP_MS = 5 * MINUTE_MS;

/** A user as the API takes one; only what the portal sets. Never a password. */
export interface NewUser {
  readonly name: string;
  readonly login_name: string;
  readonly display_name: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email?: string;
  readonly type: "PERSON" | "SERVICE";
  readonly default_role: string;
  readonly default_warehouse?: string;
  readonly default_secondary_roles: "NONE";
  readonly rsa_public_key?: string;
  readonly network_policy?: string;
  readonly comment: string;
}

/** The call that creates a user, and fails when there is one of this name. */
export function createUserCall(user: NewUser, role: string): Call {
  const body = {
    ...user,
    name: apiName(user.name),
    default_role: apiName(user.default_role),
    ...(user.default_warehouse === undefined ? {} : { default_warehouse: apiName(user.default_warehouse) }),
    ...(user.network_policy === undefined ? {} : { network_policy: apiName(user.network_policy) }),
  };
  return {
    kind: "http",
    method: "POST",
    path: "/api/v2/users?createMode=errorIfExists",
    body: JSON.stringify(body),
    role,
  };
}

/** The API reads names as SQL does: in quotes as they are, otherwise folded to upper case and of plain letters only. */
function apiName(name: string): string {
  return /^[A-Z_][A-Z0-9_$]{0,254}$/.test(name) && !RESERVED.has(name) ? name : quoteIdent(name);
}

/** The call that drops a user. */
export function dropUserCall(name: string, role: string): Call {
  return {
    kind: "http",
    method: "DELETE",
    path: `/api/v2/users/${encodeURIComponent(apiName(name))}?ifExists=true`,
    body: null,
    role,
  };
}

/** Makes such a call and waits for its end. */
export async function sendHttpCall(
  call: Call & { readonly kind: "http" },
  { transport, runtime }: { readonly transport: Transport; readonly runtime: Runtime },
): Promise<void> {
  const exchange: Exchange = {
    method: call.method,
    path: call.path,
    role: call.role,
    ...(call.body === null ? {} : { body: call.body }),
  };
  const first = await transport.call(exchange);
  const answer = first.status === 202 ? await waitForEnd(first, call.role, { transport, runtime }) : first;
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer, runtime.now());
}

/** 202 says "still running, look there". Only a place among results is believed. */
async function waitForEnd(
  { location }: Answer,
  role: string,
  { transport, runtime }: { readonly transport: Transport; readonly runtime: Runtime },
): Promise<Answer> {
  const path = /^(?:https?:\/\/[^/]+)?(\/api\/v2\/results\/[\w-]+)$/.exec(location ?? "")?.[1];
  if (path === undefined)
    throw new ConnectorError("transient", "still-running", "Snowflake is still working on the call.");
  const giveUpAt = runtime.now() + GIVE_UP_MS;
  while (runtime.now() < giveUpAt) {
    await runtime.wait(WAIT_MS);
    const answer = await transport.call({ method: "GET", path, role });
    if (answer.status !== 202) return answer;
  }
  throw new ConnectorError("transient", "took-too-long", "Snowflake did not end the call in time.");
}
