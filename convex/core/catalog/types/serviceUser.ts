/** A user in Snowflake for a program. */
import type { RequestTypeDefinition } from "../table";
import { ADMINS, AREA_OWNER, businessArea, expiryTask, finopsStep, GOVERNANCE, notifyTask, policy, reason, requestedFor, step, SUPER_ADMINS, verifyTask } from "./common";

const WHOSE = "Who answers for it";
const SIGN_IN = "How it signs in";
const REACH = "What it may do";

export const serviceUser: RequestTypeDefinition = {
  name: "Service user and key",
  category: "Accounts",
  summary: "A user in Snowflake for a program or a tool, signed in with a key",
  help: "A service user has no password. Two people answer for it; it is reviewed after 180 days and disabled when its time is over. Send the public key only; the private one never leaves your side.",
  owner: "Data platform",
  slaHours: 72,
  risk: "high",
  maxDurationDays: 365,
  audience: ["staff"],
  goodJustification: "The nightly stock forecast writes its result to Snowflake; until now it used a person's account. It runs on our own servers once a day.",
  badJustification: "For the pipeline.",
  title: "Service user {form.userName} for {form.tool}",
  fields: [
    requestedFor(),
    businessArea,
    { name: "userName", kind: "text", isTarget: true, label: "User name", help: "Begins with SVC_ and the code of your area. A retired name is never used again.", section: WHOSE, isRequired: true, minLength: 6, maxLength: 80, pattern: { source: "SVC_[A-Z0-9]+_[A-Z0-9_]+", message: "Use SVC_, the area's code, an underscore and a name, in capital letters: SVC_LOG_FORECAST" }, example: "SVC_LOG_FORECAST" },
    { name: "purpose", kind: "text", label: "Purpose", section: WHOSE, isRequired: true, minLength: 10, maxLength: 200, example: "Writes the nightly stock forecast" },
    { name: "owner", kind: "person", label: "Owner", help: "Answers for the user and its key.", section: WHOSE, isRequired: true },
    { name: "deputy", kind: "person", label: "Deputy", section: WHOSE, isRequired: true },
    { name: "tool", kind: "text", label: "Program or tool", section: WHOSE, isRequired: true, maxLength: 80, example: "Forecast service" },
    {
      name: "auth", kind: "choice", label: "Sign-in", section: SIGN_IN, isRequired: true, defaultValue: "keyPair",
      options: [{ value: "keyPair", label: "Key pair", help: "Done by itself" }, { value: "oauth", label: "OAuth client", help: "Set up by an admin" }, { value: "workload", label: "Workload identity", help: "Set up by an admin" }],
    },
    { name: "publicKey", kind: "publicKey", label: "Public key", help: "RSA, at least 2048 bits. Paste the whole text between and with the lines BEGIN PUBLIC KEY and END PUBLIC KEY.", section: SIGN_IN, isRequired: true, when: { every: [{ field: "auth", is: "equal", value: "keyPair" }] }, options: [{ value: "rsa", label: "RSA" }], example: "-----BEGIN PUBLIC KEY-----" },
    { name: "networkRanges", kind: "cidrList", label: "Network ranges", help: "The addresses it connects from, one per line. Nothing else gets in.", section: SIGN_IN, isRequired: true, maxItems: 20, example: "203.0.113.0/24" },
    { name: "roles", kind: "nameList", label: "Roles", help: "One per line; the first is the default.", section: REACH, isRequired: true, maxItems: 10, example: "LOGISTICS_READ" },
    { name: "defaultWarehouse", kind: "warehouse", label: "Default warehouse", section: REACH, isRequired: false },
    { name: "monthlyCredits", kind: "number", label: "Credits a month", help: "What you expect it to use. Above 200, FinOps decides too; Snowflake does not limit it.", section: REACH, isRequired: true, min: 1, max: 100_000, example: "50" },
    { name: "durationDays", kind: "durationDays", label: "Duration", help: "In days; then the user is disabled. You are told before and can ask again.", section: REACH, isRequired: true, min: 30, max: 365, defaultValue: 365 },
    reason("The nightly stock forecast writes its result to Snowflake; until now it used a person's account."),
  ],
  tasks: [
    { key: "area", type: "approve_access", order: 1, title: "Approve the service user", policy: { ...policy(step("Owner of the business area", AREA_OWNER)), isHighRisk: true } },
    { key: "governance", type: "approve_governance", order: 2, title: "Approve what it may do", policy: { ...policy(step("Data governance", GOVERNANCE, { fallback: SUPER_ADMINS, escalateTo: SUPER_ADMINS })), isHighRisk: true } },
    { key: "cost", type: "approve_cost", order: 3, title: "Approve the cost", when: { every: [{ field: "monthlyCredits", is: "above", value: 200 }] }, policy: policy(finopsStep()) },
    {
      key: "create", type: "create_service_user", order: 4, title: "Create the service user", when: { every: [{ field: "auth", is: "equal", value: "keyPair" }] },
      input: {
        user: { from: "form", field: "userName" },
        comment: { from: "text", text: "{request.key}: {form.purpose}" },
        publicKey: { from: "form", field: "publicKey" },
        roles: { from: "form", field: "roles" },
        defaultWarehouse: { from: "form", field: "defaultWarehouse" },
      },
    },
    {
      key: "createByHand", type: "manual_check", order: 4, title: "Create the service user by hand", when: { every: [{ field: "auth", is: "oneOf", values: ["oauth", "workload"] }] }, assignee: ADMINS,
      instructions: "1. In Snowflake, create the user {form.userName} with TYPE = SERVICE and the comment \"{request.key}: {form.purpose}\".\n2. Set up its sign-in: {form.auth}.\n3. Grant it the roles {form.roles}; the first is the default role.\n4. Make {form.defaultWarehouse} its default warehouse.\n5. Run DESCRIBE USER and keep the result.",
      evidenceLabel: "Result of DESCRIBE USER",
    },
    {
      key: "network", type: "manual_check", order: 5, title: "Restrict where it connects from", assignee: ADMINS,
      instructions: "1. In Snowflake, create the network policy {form.userName}_NETWORK with exactly these ranges: {form.networkRanges}.\n2. Run ALTER USER {form.userName} SET NETWORK_POLICY = {form.userName}_NETWORK.\n3. Run SHOW PARAMETERS LIKE 'NETWORK_POLICY' IN USER {form.userName} and keep the result.",
      evidenceLabel: "Result of SHOW PARAMETERS",
    },
    verifyTask(6),
    expiryTask(7),
    notifyTask(8),
    {
      key: "review", type: "manual_check", order: 9, when: { every: [{ field: "durationDays", is: "above", value: 180 }] }, title: "Review the service user", delayDays: 180, assignee: AREA_OWNER,
      instructions: "1. Ask {form.owner} and {form.deputy} whether {form.tool} still needs {form.userName} and who answers for it.\n2. Check in Snowflake when it signed in last and how old its key is.\n3. Ask for its removal when it is not used any more, for a new key when the key is older than a year.",
      evidenceLabel: "What was found and decided",
    },
  ],
  grant: { system: "snowflake", description: "Service user {form.userName} in Snowflake", taskKey: "create", otherTaskKey: "createByHand", durationField: "durationDays" },
};
