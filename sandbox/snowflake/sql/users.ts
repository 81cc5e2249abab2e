/** CREATE, ALTER, DROP and DESCRIBE USER. */

import { type Command, shownName } from "../account/model.ts";
import { need } from "../account/privileges.ts";
import {
  alterUser,
  createUser,
  dropUser,
  findUser,
  fingerprintOf,
  maySee,
  USER_PROPERTIES,
  type UserProperties,
  type UserProperty,
} from "../account/users.ts";
import { problems } from "../problem.ts";
import { status, table } from "../result.ts";
import type { Cursor } from "./cursor.ts";

const IDENTIFIER_PROPERTIES: readonly UserProperty[] = ["DEFAULT_ROLE", "DEFAULT_WAREHOUSE", "NETWORK_POLICY", "TYPE"];
const FLAG_PROPERTIES: readonly UserProperty[] = ["DISABLED", "MUST_CHANGE_PASSWORD"];

/** After CREATE USER. */
export function parseCreateUser(cursor: Cursor): Command {
  const ifExists = cursor.accept("IF NOT EXISTS") ? "keep" : "fail";
  const name = cursor.identifier();
  const properties = parseProperties(cursor);
  return {
    isChange: true,
    run(session) {
      const outcome = createUser(session, name, properties, ifExists);
      return status(
        outcome === "created"
          ? `User ${shownName([name])} successfully created.`
          : `${shownName([name])} already exists, statement succeeded.`,
      );
    },
  };
}

/** After ALTER USER. */
export function parseAlterUser(cursor: Cursor): Command {
  const isOptional = cursor.accept("IF EXISTS");
  const name = cursor.identifier();
  const properties = cursor.accept("UNSET") ? parseUnset(cursor) : parseSet(cursor);
  return {
    isChange: true,
    run(session) {
      if (isOptional && !session.account.users.has(name)) return status("Statement executed successfully.");
      alterUser(session, name, properties);
      return status("Statement executed successfully.");
    },
  };
}

/** After DROP USER. */
export function parseDropUser(cursor: Cursor): Command {
  const isOptional = cursor.accept("IF EXISTS");
  const name = cursor.identifier();
  return {
    isChange: true,
    run(session) {
      const outcome = dropUser(session, name, isOptional);
      return status(
        outcome === "dropped"
          ? `${shownName([name])} successfully dropped.`
          : "Drop statement executed successfully (object already dropped).",
      );
    },
  };
}

/** After DESCRIBE USER. */
export function parseDescribeUser(cursor: Cursor): Command {
  const name = cursor.identifier();
  return {
    isChange: false,
    run(session) {
      const user = findUser(session.account, name);
      need(maySee(session, user), `user '${shownName([name])}'`);
      const [first, second] = user.publicKeys;
      const properties: Record<string, string | null> = {
        NAME: user.name,
        COMMENT: user.comment || null,
        DISPLAY_NAME: user.displayName,
        TYPE: user.type,
        LOGIN_NAME: user.loginName,
        FIRST_NAME: user.firstName,
        LAST_NAME: user.lastName,
        EMAIL: user.email,
        PASSWORD: user.hasPassword ? "********" : null,
        MUST_CHANGE_PASSWORD: String(user.mustChangePassword),
        DISABLED: String(user.isDisabled),
        DEFAULT_WAREHOUSE: user.defaultWarehouse,
        DEFAULT_NAMESPACE: user.defaultNamespace,
        DEFAULT_ROLE: user.defaultRole,
        RSA_PUBLIC_KEY_FP: first === null ? null : fingerprintOf(first),
        RSA_PUBLIC_KEY_2_FP: second === null ? null : fingerprintOf(second),
      };
      // DESCRIBE prints what is not set as the word null.
      const rows = Object.entries(properties).map(([property, value]) => ({
        property,
        value: value ?? "null",
        default: "null",
        description: "",
      }));
      return table(["property", "value", "default", "description"], rows);
    },
  };
}

function parseSet(cursor: Cursor): UserProperties {
  cursor.expect("SET");
  const properties = parseProperties(cursor);
  if (Object.keys(properties).length === 0) throw cursor.fail();
  return properties;
}

function parseUnset(cursor: Cursor): UserProperties {
  return { [cursor.oneOf(...USER_PROPERTIES)]: null };
}

function parseProperties(cursor: Cursor): UserProperties {
  const properties: Partial<Record<UserProperty, string | boolean | null>> = {};
  while (cursor.peek().kind === "word") {
    const property = cursor.oneOf(...USER_PROPERTIES);
    if (property in properties) throw problems.invalidValue(`duplicate property '${property}'`);
    cursor.expectSymbol("=");
    properties[property] = parseValue(cursor, property);
  }
  return properties;
}

function parseValue(cursor: Cursor, property: UserProperty): string | boolean {
  if (FLAG_PROPERTIES.includes(property)) return cursor.boolean();
  if (property === "DEFAULT_SECONDARY_ROLES") {
    cursor.expectSymbol("(");
    const value = cursor.peek().kind === "string" ? cursor.string() : "NONE";
    cursor.expectSymbol(")");
    return value;
  }
  if (IDENTIFIER_PROPERTIES.includes(property) && cursor.peek().kind !== "string") return cursor.identifier();
  return cursor.string();
}
