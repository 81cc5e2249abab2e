/** A place to try things: a schema with a role of its own. */
import type { RequestTypeDefinition } from "../table";
import { ADMINS, businessArea, expiryTask, GOVERNANCE, notifyTask, policy, reason, requestedFor, step, verifyTask, WHAT } from "./common";

export const sandbox: RequestTypeDefinition = {
  name: "Sandbox or schema",
  category: "Compute",
  summary: "A schema in Snowflake to try things in, for you and your team",
  help: "You get a schema in the sandbox database and a role that may create tables and views in it. It ends by itself: empty it before, or ask to keep it.",
  owner: "Data platform",
  slaHours: 48,
  risk: "low",
  maxDurationDays: 180,
  audience: ["staff"],
  goodJustification: "Three of us compare two ways to forecast stock on masked order data. The winner moves to the main project in six weeks, the rest is thrown away.",
  badJustification: "To test something.",
  title: "Sandbox {form.schemaName} for {beneficiary.name}",
  fields: [
    requestedFor(),
    businessArea,
    { name: "schemaName", kind: "text", isTarget: true, label: "Name", help: "Begins with SBX_.", section: WHAT, isRequired: true, minLength: 5, maxLength: 80, pattern: { source: "SBX_[A-Z0-9_]+", message: "Use SBX_ and a name in capital letters, digits and underscores: SBX_FORECAST" }, example: "SBX_FORECAST" },
    { name: "domain", kind: "domain", label: "Data domain", help: "The domain the work belongs to. Its owner decides.", section: WHAT, isRequired: true },
    { name: "durationDays", kind: "durationDays", label: "Duration", help: "In days. You are told 7 days before the end.", section: WHAT, isRequired: true, min: 7, max: 180, defaultValue: 60 },
    { name: "sizeGb", kind: "number", label: "Expected size", help: "In gigabytes. Snowflake does not limit it.", section: WHAT, isRequired: true, isForDeciders: true, min: 1, max: 5000, defaultValue: 50 },
    { name: "retentionDays", kind: "number", label: "Time travel", help: "For how many days Snowflake keeps what was changed or dropped.", section: WHAT, isRequired: true, min: 0, max: 14, defaultValue: 1 },
    { name: "members", kind: "nameList", label: "Members", help: "Users in Snowflake who get the role, one per line, as Snowflake spells them.", section: "Who works in it", isRequired: true, maxItems: 20, example: "ADA_BYRON" },
    { name: "cloneFrom", kind: "text", label: "Data to begin with", help: "A table or schema that is copied with its personal data masked.", section: "Who works in it", isRequired: false, maxLength: 255, example: "SALES.ORDERS" },
    reason("Three of us compare two ways to forecast stock on masked order data. The winner moves to the main project in six weeks."),
  ],
  tasks: [
    { key: "domain", type: "approve_domain", order: 1, title: "Approve the sandbox", policy: policy(step("Owner of the domain", { kind: "domainOwner", field: "domain" }, { fallback: GOVERNANCE, escalateTo: GOVERNANCE })) },
    {
      key: "schema", type: "create_schema", order: 2, title: "Create schema and role",
      input: {
        database: { from: "constant", value: "SANDBOX" },
        schema: { from: "form", field: "schemaName" },
        role: { from: "text", text: "{form.schemaName}_RW" },
        members: { from: "form", field: "members" },
        retentionDays: { from: "form", field: "retentionDays" },
        comment: { from: "text", text: "{request.key}, {form.sizeGb} GB expected" },
      },
    },
    {
      key: "copy", type: "manual_check", order: 3, title: "Copy the data, masked", when: { every: [{ field: "cloneFrom", is: "set" }] }, assignee: ADMINS,
      instructions: "1. Check with the owner of {form.domain} that {form.cloneFrom} may be copied.\n2. Clone it into SANDBOX.{form.schemaName} with the masking policies of the domain in force.\n3. As role {form.schemaName}_RW, select 10 rows and check that personal data is masked.",
      evidenceLabel: "Name of the copy, and what the check showed",
    },
    {
      key: "register", type: "manual_collate", order: 4, title: "Register in Collate", assignee: GOVERNANCE,
      instructions: "1. In Collate, ingest the metadata of SANDBOX.{form.schemaName}.\n2. Set its domain to {form.domain} and its owner to {beneficiary.name} ({beneficiary.email}).\n3. Tag it as sandbox with {form.durationDays}.",
      evidenceLabel: "Link to the schema in Collate",
    },
    verifyTask(5),
    expiryTask(6),
    notifyTask(7),
  ],
  grant: { system: "snowflake", description: "Sandbox {form.schemaName}", taskKey: "schema", durationField: "durationDays" },
};
