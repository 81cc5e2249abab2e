/** A working schema: with a role that may work in it, and the people who hold the role. */

import { ConnectorError, type Fact, type PlanStep } from "../../contract/contract";
import type { Definition, Facts } from "../../contract/operation";
import { textOf } from "../api/cells";
import { parseShownName, qualify, quoteIdent, quoteLiteral, wholeNumber } from "../api/identifiers";
import { fieldsOf } from "./input";
import { seesEverything } from "./roleReach";
import { grantSteps } from "./roles";
import {
  type Account,
  EXISTS,
  GRANTED,
  MISSING,
  membershipFact,
  membershipSubject,
  NONE,
  refuseSystemRole,
  requireUser,
  roleFact,
  roleSubject,
  sql,
  userFact,
} from "./userAndRoleFacts";

interface NewSchema {
  readonly database: string;
  readonly schema: string;
  readonly role: string;
  readonly members: readonly string[];
  readonly retentionDays: number;
  readonly comment: string;
}

const MAX_MEMBERS = 50;
const MAX_RETENTION_DAYS = 90;
/** What the role may do in its schema, sorted as SHOW GRANTS is read. */
const SCHEMA_PRIVILEGES = ["CREATE TABLE", "CREATE VIEW", "USAGE"];

/**
 * Creates schema, role and grants. Taking it back drops the schema, as long as it is seen to be empty. What exists already is
 * nobody's to take over, except what this very request made: its comment says so. Then nothing is left to do, or, when
 * it was changed since, nothing is done.
 */
export function createSchema(account: Account): Definition<NewSchema> {
  return {
    name: "create-schema",
    check: (input) => checkSchema(account, input),
    read: (wanted) => readSchema(account, wanted),
    steps(wanted, facts) {
      if (isOwn(facts, wanted)) return requireAsMade(facts, wanted);
      requireFree(facts, wanted);
      for (const member of wanted.members) requireUser(facts, member);
      return [
        schemaStep(account, wanted),
        roleStep(account, wanted),
        ...privilegeSteps(account, wanted),
        ...wanted.members.flatMap((user) => grantSteps(account, { user, role: wanted.role }, facts)),
      ];
    },
    whyNotUndo: (wanted) => whyNotDrop(account, wanted),
  };
}

/**
 * Why the schema is not dropped: what lies in it would go with it. SHOW lists what the portal's role has a privilege on,
 * and everything only with MANAGE GRANTS; what members made belongs to the schema's role and shows in its grants (R12).
 */
async function whyNotDrop(account: Account, { database, schema, role }: NewSchema): Promise<string | null> {
  const { reads } = account;
  // One that is gone is not dropped.
  if ((await reads.schema(database, schema)) === null) return null;
  const grants = (await reads.hasRole(role)) ? await reads.grantsOf(role) : [];
  const within = new Set(grants.map(({ name }) => name).filter((name) => isWithin(name, database, schema)));
  const count = Math.max(within.size, await reads.countContents(database, schema));
  if (count > 0)
    return `Schema "${schema}" holds ${count} ${count === 1 ? "object" : "objects"}. Archive or drop them first.`;
  return (await seesEverything(account))
    ? null
    : `The portal's Snowflake role may not see everything in schema "${schema}". Grant it MANAGE GRANTS, or drop the schema in Snowflake.`;
}

/** Whether SHOW GRANTS names something in a schema. A name that cannot be read may be. */
function isWithin(shown: string, database: string, schema: string): boolean {
  const parts = parseShownName(shown);
  return parts === null || (parts.length > 2 && parts[0] === database && parts[1] === schema);
}

const databaseSubject = (database: string): string => `Database ${quoteIdent(database)}`;
const schemaSubject = ({ database, schema }: NewSchema): string =>
  `Schema ${quoteIdent(database)}.${quoteIdent(schema)}`;
const commentSubject = (wanted: NewSchema): string =>
  `Comment of schema ${quoteIdent(wanted.database)}.${quoteIdent(wanted.schema)}`;
const retentionSubject = (wanted: NewSchema): string =>
  `Time travel of schema ${quoteIdent(wanted.database)}.${quoteIdent(wanted.schema)}`;
const databaseUseSubject = ({ database, role }: NewSchema): string =>
  `Privileges of role ${quoteIdent(role)} on database ${quoteIdent(database)}`;
const schemaUseSubject = ({ database, schema, role }: NewSchema): string =>
  `Privileges of role ${quoteIdent(role)} on schema ${quoteIdent(database)}.${quoteIdent(schema)}`;

async function readSchema(account: Account, wanted: NewSchema): Promise<Fact[]> {
  const { reads } = account;
  const { database, schema, role } = wanted;
  const row = await reads.schema(database, schema);
  const facts: Fact[] = [
    { subject: databaseSubject(database), value: (await reads.hasDatabase(database)) ? EXISTS : MISSING },
    { subject: schemaSubject(wanted), value: row === null ? MISSING : EXISTS },
    { subject: commentSubject(wanted), value: (row && textOf(row, "comment")) || NONE },
    { subject: retentionSubject(wanted), value: row === null ? NONE : days(Number(textOf(row, "retention_time"))) },
    await roleFact(account, role),
    {
      subject: databaseUseSubject(wanted),
      value: (await reads.privilegesOf(role, "DATABASE", database)).join(", ") || NONE,
    },
    {
      subject: schemaUseSubject(wanted),
      value: (await reads.privilegesOf(role, "SCHEMA", database, schema)).join(", ") || NONE,
    },
  ];
  for (const member of wanted.members)
    facts.push(await userFact(account, member), await membershipFact(account, member, role));
  return facts;
}

/** Whether the schema was made with this comment, which names the request. */
function isOwn(facts: Facts, wanted: NewSchema): boolean {
  return (
    wanted.comment !== "" && facts.is(schemaSubject(wanted), EXISTS) && facts.is(commentSubject(wanted), wanted.comment)
  );
}

/** No step for what stands as it was made; else a person has to look what became of it. */
function requireAsMade(facts: Facts, wanted: NewSchema): PlanStep[] {
  const isAsMade =
    facts.is(roleSubject(wanted.role), EXISTS) &&
    facts.is(retentionSubject(wanted), days(wanted.retentionDays)) &&
    facts.is(databaseUseSubject(wanted), "USAGE") &&
    facts.is(schemaUseSubject(wanted), SCHEMA_PRIVILEGES.join(", ")) &&
    wanted.members.every((member) => facts.is(membershipSubject(member, wanted.role), GRANTED));
  if (isAsMade) return [];
  throw new ConnectorError(
    "user-fixable",
    "already-exists",
    `Schema "${wanted.schema}", its role or its members were changed since "${wanted.comment}" made them.`,
  );
}

function requireFree(facts: Facts, wanted: NewSchema): void {
  if (facts.is(databaseSubject(wanted.database), MISSING))
    throw new ConnectorError("user-fixable", "database-missing", `Snowflake has no database "${wanted.database}".`);
  if (!facts.is(schemaSubject(wanted), MISSING))
    throw new ConnectorError(
      "user-fixable",
      "already-exists",
      `Database "${wanted.database}" already has a schema "${wanted.schema}".`,
    );
  if (!facts.is(roleSubject(wanted.role), MISSING))
    throw new ConnectorError("user-fixable", "already-exists", `Snowflake already has a role "${wanted.role}".`);
}

function schemaStep(account: Account, wanted: NewSchema): PlanStep {
  const name = qualify(wanted.database, wanted.schema);
  const retention = wholeNumber(wanted.retentionDays, "Retention", 0, MAX_RETENTION_DAYS);
  return {
    title: `Create schema "${wanted.schema}" in database "${wanted.database}"`,
    call: sql(
      account,
      `CREATE SCHEMA ${name} DATA_RETENTION_TIME_IN_DAYS = ${retention} COMMENT = ${quoteLiteral(wanted.comment)}`,
    ),
    changes: [
      { subject: schemaSubject(wanted), before: MISSING, after: EXISTS },
      { subject: commentSubject(wanted), before: NONE, after: wanted.comment || NONE },
      { subject: retentionSubject(wanted), before: NONE, after: days(wanted.retentionDays) },
    ],
    undo: [sql(account, `DROP SCHEMA ${name}`)],
  };
}

function roleStep(account: Account, { role, comment }: NewSchema): PlanStep {
  return {
    title: `Create role "${role}"`,
    call: sql(account, `CREATE ROLE ${quoteIdent(role)} COMMENT = ${quoteLiteral(comment)}`),
    changes: [{ subject: roleSubject(role), before: MISSING, after: EXISTS }],
    undo: [sql(account, `DROP ROLE ${quoteIdent(role)}`)],
  };
}

function privilegeSteps(account: Account, wanted: NewSchema): PlanStep[] {
  const role = quoteIdent(wanted.role);
  const database = `DATABASE ${quoteIdent(wanted.database)}`;
  const schema = `SCHEMA ${qualify(wanted.database, wanted.schema)}`;
  const privileges = SCHEMA_PRIVILEGES.join(", ");
  return [
    {
      title: `Let role "${wanted.role}" into database "${wanted.database}"`,
      call: sql(account, `GRANT USAGE ON ${database} TO ROLE ${role}`),
      changes: [{ subject: databaseUseSubject(wanted), before: NONE, after: "USAGE" }],
      undo: [sql(account, `REVOKE USAGE ON ${database} FROM ROLE ${role}`)],
    },
    {
      title: `Let role "${wanted.role}" work in schema "${wanted.schema}"`,
      call: sql(account, `GRANT ${privileges} ON ${schema} TO ROLE ${role}`),
      changes: [{ subject: schemaUseSubject(wanted), before: NONE, after: privileges }],
      undo: [sql(account, `REVOKE ${privileges} ON ${schema} FROM ROLE ${role}`)],
    },
  ];
}

function checkSchema(account: Account, input: unknown): NewSchema {
  const fields = fieldsOf(input, ["database", "schema", "role", "members", "retentionDays", "comment"]);
  const wanted = {
    database: fields.name("database"),
    schema: fields.name("schema"),
    role: fields.name("role"),
    members: fields.names("members", MAX_MEMBERS),
    retentionDays: fields.integer("retentionDays", 0, MAX_RETENTION_DAYS),
    comment: fields.optionalText("comment", 500),
  };
  refuseSystemRole(account, wanted.role);
  return wanted;
}

function days(count: number): string {
  return `${count} d`;
}
