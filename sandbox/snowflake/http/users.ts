/** The typed user API. Names in it are identifiers: in quotes as they are, otherwise plain and folded to upper case. */

import { randomUUID } from "node:crypto";
import { type Account, quoted, type Session, shownName, type User } from "../account/model.ts";
import { need } from "../account/privileges.ts";
import {
  alterUser,
  createUser,
  dropUser,
  findUser,
  maySee,
  USER_PROPERTIES,
  type UserProperties,
  type UserProperty,
} from "../account/users.ts";
import { type Problem, problems } from "../problem.ts";
import { Cursor } from "../sql/cursor.ts";
import { grantMembership, revokeMembership } from "../sql/grants.ts";
import { type Call, objectOf, type Reply } from "./reply.ts";

const NAME_FIELDS: readonly string[] = ["default_role", "default_warehouse", "network_policy"];
const FIELDS = new Map(USER_PROPERTIES.map((property) => [property.toLowerCase(), property]));

/** Answers a call under /api/v2/users, or throws a Problem. */
export function answerUsers(session: Session, call: Call): Reply {
  const parts = call.path.split("/").slice(4).map(decodeURIComponent);
  const [name, below] = parts;
  const { account } = session;
  if (name === undefined) return call.method === "POST" ? create(session, call) : list(session, call);
  const user = nameOf(name);
  if (below === "grants" && call.method === "GET") return listGrants(session, user);
  if ((below === "grants" || below === "grants:revoke") && call.method === "POST")
    return changeGrant(session, user, call, below === "grants" ? "grant" : "revoke");
  if (below !== undefined) throw problems.malformed("no such resource");
  if (call.method === "GET") {
    const found = findUser(account, user);
    need(maySee(session, found), `user '${shownName([user])}'`);
    return ok(bodyOf(found));
  }
  if (call.method === "PUT") {
    const properties = propertiesOf(call, user);
    if (account.users.has(user)) alterUser(session, user, properties);
    else createUser(session, user, properties);
    return ok({ status: "Statement executed successfully." });
  }
  if (call.method !== "DELETE") throw problems.malformed("method not allowed");
  dropUser(session, user, call.query.get("ifExists") === "true");
  return ok({ status: `${shownName([user])} successfully dropped.` });
}

/** A Problem as this API words it. */
export function userProblem({ code, message, status }: Problem): Reply {
  const byCode: Record<string, number> = { "002002": 409, "002003": 404, "003001": 403 };
  return {
    status: status === 422 ? (byCode[code] ?? 400) : status,
    body: { message, code, error_code: code, request_id: randomUUID() },
  };
}

function create(session: Session, call: Call): Reply {
  const mode = call.query.get("createMode") ?? "errorIfExists";
  const body = objectOf(call.body);
  if (body === null || typeof body["name"] !== "string") throw problems.malformed("name is missing");
  const name = nameOf(body["name"]);
  if (mode === "orReplace") throw problems.unsupported("OR REPLACE"); // nothing of ours may drop grants this way
  createUser(session, name, propertiesOf(call, name), mode === "ifNotExists" ? "keep" : "fail");
  return ok({ status: `User ${shownName([name])} successfully created.` });
}

function list(session: Session, { query }: Call): Reply {
  const limit = Number(query.get("showLimit") ?? 10_000);
  const users = [...session.account.users.values()].filter(
    ({ name }) => name.startsWith(query.get("startsWith") ?? "") && name > (query.get("fromName") ?? ""),
  );
  return ok(
    users
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, limit)
      .map((user) => (maySee(session, user) ? bodyOf(user) : { name: user.name })),
  );
}

function listGrants(session: Session, user: string): Reply {
  need(maySee(session, findUser(session.account, user)), `user '${shownName([user])}'`);
  return ok(
    session.account.memberships
      .filter(({ to, holder }) => to === "USER" && holder === user)
      .map(({ role }) => ({ securable_type: "ROLE", securable: { name: role } })),
  );
}

function changeGrant(session: Session, user: string, call: Call, verb: "grant" | "revoke"): Reply {
  const body = objectOf(call.body);
  const securable = body?.["securable"];
  const role =
    securable !== null && typeof securable === "object" ? (securable as Record<string, unknown>)["name"] : undefined;
  if (body?.["securable_type"] !== "ROLE" || typeof role !== "string") throw problems.malformed("securable is missing");
  const holding = { role: nameOf(role), to: "USER", holder: user } as const;
  if (verb === "grant") grantMembership(session, holding);
  else revokeMembership(session, holding);
  return ok({ status: "Statement executed successfully." });
}

function propertiesOf(call: Call, name: string): UserProperties {
  const body = objectOf(call.body);
  if (body === null) throw problems.malformed("body is not an object");
  const properties: Partial<Record<UserProperty, string | boolean | null>> = {};
  for (const [field, value] of Object.entries(body)) {
    if (field === "name") {
      if (typeof value !== "string" || nameOf(value) !== name) throw problems.malformed("name differs from the path");
      continue;
    }
    const property = FIELDS.get(field);
    if (property === undefined) throw problems.malformed(`unknown field ${field}`);
    if (value !== null && typeof value !== "string" && typeof value !== "boolean")
      throw problems.malformed(`field ${field} has the wrong type`);
    properties[property] = NAME_FIELDS.includes(field) && typeof value === "string" ? nameOf(value) : value;
  }
  return properties;
}

function nameOf(text: string): string {
  const cursor = new Cursor(text);
  const name = cursor.identifier();
  cursor.end();
  return name;
}

function bodyOf(user: User): Record<string, unknown> {
  const name = (text: string | null): string | null => (text === null ? null : shownName([text]));
  return {
    name: shownName([user.name]) === user.name ? user.name : quoted(user.name),
    login_name: user.loginName,
    display_name: user.displayName,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    type: user.type,
    disabled: user.isDisabled,
    default_role: name(user.defaultRole),
    default_warehouse: name(user.defaultWarehouse),
    default_secondary_roles: user.defaultSecondaryRoles,
    comment: user.comment,
    owner: user.owner,
    has_rsa_public_key: user.publicKeys.some((key) => key !== null),
  };
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** What a call to this API leaves in the journal. */
export function journalText({ method, path, query }: Call): string {
  const text = query.toString();
  return `${method} ${path}${text === "" ? "" : `?${text}`}`;
}

/** Writes one call into the journal. */
export function note(
  account: Account,
  {
    call,
    session,
    queryId,
    errorCode,
  }: { readonly call: Call; readonly session: Session; readonly queryId: string; readonly errorCode: string | null },
): void {
  account.journal.push({
    queryId,
    statement: journalText(call),
    user: session.user.name,
    role: session.role,
    tag: null,
    requestId: null,
    at: session.now,
    isChange: call.method !== "GET",
    errorCode,
  });
}
