/** Users: what SQL and the typed API both do, under the same rules. */

import { createHash, createPublicKey } from "node:crypto";
import { problems } from "../problem.ts";
import { type Account, type Session, shownName, type User } from "./model.ts";
import { has, hasManageGrants, need, owns } from "./privileges.ts";

/** Properties a caller may set, in Snowflake's names. A null unsets. */
export type UserProperties = Readonly<Partial<Record<UserProperty, string | boolean | null>>>;

export const USER_PROPERTIES = [
  "LOGIN_NAME",
  "DISPLAY_NAME",
  "FIRST_NAME",
  "LAST_NAME",
  "EMAIL",
  "TYPE",
  "DISABLED",
  "DEFAULT_ROLE",
  "DEFAULT_WAREHOUSE",
  "DEFAULT_NAMESPACE",
  "DEFAULT_SECONDARY_ROLES",
  "RSA_PUBLIC_KEY",
  "RSA_PUBLIC_KEY_2",
  "PASSWORD",
  "MUST_CHANGE_PASSWORD",
  "NETWORK_POLICY",
  "COMMENT",
] as const;
export type UserProperty = (typeof USER_PROPERTIES)[number];

const NOT_FOR_SERVICE: readonly UserProperty[] = ["FIRST_NAME", "LAST_NAME", "PASSWORD", "MUST_CHANGE_PASSWORD"];

/** Creates a user. `ifExists` says what a second creation does. */
export function createUser(
  session: Session,
  name: string,
  properties: UserProperties,
  ifExists: "fail" | "keep" = "fail",
): "created" | "kept" {
  const { account, role, now } = session;
  need(has(session, "CREATE USER", "ACCOUNT"), "account");
  if (account.users.has(name)) {
    if (ifExists === "keep") return "kept";
    throw problems.exists(shownName([name]));
  }
  const user: User = {
    name,
    loginName: name,
    displayName: name,
    firstName: null,
    lastName: null,
    email: null,
    type: null,
    isDisabled: false,
    defaultRole: null,
    defaultWarehouse: null,
    defaultNamespace: null,
    defaultSecondaryRoles: "ALL",
    publicKeys: [null, null],
    tokens: [],
    hasPassword: false,
    mustChangePassword: false,
    networkPolicy: null,
    comment: "",
    owner: role,
    createdAt: now,
    lastLoginAt: null,
  };
  applyProperties(account, user, properties);
  account.users.set(name, user);
  return "created";
}

/** Changes a user, all properties or none. */
export function alterUser(session: Session, name: string, properties: UserProperties): void {
  const user = findUser(session.account, name);
  need(owns(session, user.owner), `user '${shownName([name])}'`);
  const changed: User = { ...user, publicKeys: [...user.publicKeys] };
  applyProperties(session.account, changed, properties);
  Object.assign(user, changed);
}

/** Drops a user with all roles it held. */
export function dropUser(session: Session, name: string, isOptional: boolean): "dropped" | "absent" {
  const { account } = session;
  if (!account.users.has(name) && isOptional) return "absent";
  const user = findUser(account, name);
  need(owns(session, user.owner), `user '${shownName([name])}'`);
  if (user === session.user) throw problems.noPrivilege("the current user");
  account.users.delete(name);
  account.memberships = account.memberships.filter(({ to, holder }) => !(to === "USER" && holder === name));
  account.userGrants = account.userGrants.filter(({ user: holder }) => holder !== name);
  return "dropped";
}

/** The user, or "does not exist or not authorized". */
export function findUser(account: Account, name: string): User {
  const user = account.users.get(name);
  if (user === undefined) throw problems.missing("User", shownName([name]));
  return user;
}

/** Whether the session may see more of a user than the name. */
export function maySee(session: Session, user: User): boolean {
  return owns(session, user.owner) || hasManageGrants(session) || user === session.user;
}

/** "SHA256:..." as RSA_PUBLIC_KEY_FP shows it. */
export function fingerprintOf(key: string): string {
  return `SHA256:${createHash("sha256").update(Buffer.from(key, "base64")).digest("base64")}`;
}

function applyProperties(account: Account, user: User, properties: UserProperties): void {
  for (const [property, value] of Object.entries(properties) as [UserProperty, string | boolean | null][])
    applyProperty(account, user, property, value);
  if (user.type === "SERVICE") {
    const refused = NOT_FOR_SERVICE.find((property) => isSet(user, property));
    if (refused !== undefined) throw problems.unsupportedProperty(refused, "SERVICE");
  }
  const sameLogin = [...account.users.values()].find(
    (other) => other.name !== user.name && other.loginName === user.loginName,
  );
  if (sameLogin !== undefined) throw problems.exists(user.loginName);
}

function isSet(user: User, property: UserProperty): boolean {
  switch (property) {
    case "FIRST_NAME":
      return user.firstName !== null;
    case "LAST_NAME":
      return user.lastName !== null;
    case "PASSWORD":
      return user.hasPassword;
    default:
      return user.mustChangePassword;
  }
}

function applyProperty(account: Account, user: User, property: UserProperty, value: string | boolean | null): void {
  const text = value === null ? null : String(value);
  const flag = value === true || value === "true" || value === "TRUE";
  const set: Record<UserProperty, () => void> = {
    // Login names are stored in upper case; SSO compares without case.
    LOGIN_NAME: () => (user.loginName = (text ?? user.name).toUpperCase()),
    DISPLAY_NAME: () => (user.displayName = text ?? user.name),
    FIRST_NAME: () => (user.firstName = text),
    LAST_NAME: () => (user.lastName = text),
    EMAIL: () => (user.email = text),
    TYPE: () => (user.type = userType(text)),
    DISABLED: () => (user.isDisabled = flag),
    DEFAULT_ROLE: () => (user.defaultRole = text),
    DEFAULT_WAREHOUSE: () => (user.defaultWarehouse = text),
    DEFAULT_NAMESPACE: () => (user.defaultNamespace = text),
    DEFAULT_SECONDARY_ROLES: () => (user.defaultSecondaryRoles = text === "NONE" ? "NONE" : "ALL"),
    RSA_PUBLIC_KEY: () => (user.publicKeys[0] = text === null ? null : checkedKey(text)),
    RSA_PUBLIC_KEY_2: () => (user.publicKeys[1] = text === null ? null : checkedKey(text)),
    PASSWORD: () => (user.hasPassword = text !== null),
    MUST_CHANGE_PASSWORD: () => (user.mustChangePassword = flag),
    NETWORK_POLICY: () => (user.networkPolicy = text === null ? null : knownPolicy(account, text)),
    COMMENT: () => (user.comment = text ?? ""),
  };
  set[property]();
}

function userType(text: string | null): User["type"] {
  if (text === null || text === "PERSON" || text === "SERVICE" || text === "LEGACY_SERVICE") return text;
  throw problems.invalidValue(`'${text}' for property 'TYPE'`);
}

function knownPolicy(account: Account, name: string): string {
  if (!account.networkPolicies.has(name)) throw problems.missing("Network policy", shownName([name]));
  return name;
}

/** The body of a PEM, as Snowflake wants it; anything else is "new public key rejected". */
function checkedKey(text: string): string {
  try {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Error("not base64");
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
      throw new Error("not RSA 2048");
    return text;
  } catch {
    throw problems.invalidValue(
      "for property 'RSA_PUBLIC_KEY': New public key rejected by current policy. Reason: 'Invalid public key'",
    );
  }
}
