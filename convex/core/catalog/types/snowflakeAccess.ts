/** A role in Snowflake for a person, for a time. */
import type { RequestTypeDefinition } from "../table";
import { businessArea, expiryTask, GOVERNANCE, governanceStep, heldPolicy, MANAGER, notifyTask, policy, reason, requestedFor, step, verifyTask, WHAT } from "./common";

export const snowflakeAccess: RequestTypeDefinition = {
  name: "Snowflake data access",
  category: "Data access",
  summary: "Read or change the data of a domain in Snowflake for a time",
  help: "You get one role of a data domain. Your manager and the owner of the domain decide; for personal or restricted data, two people of data governance decide too. The role is given by itself and ends by itself.",
  owner: "Data platform",
  slaHours: 48,
  risk: "medium",
  maxDurationDays: 180,
  audience: ["staff"],
  goodJustification: "I prepare the monthly returns report for the logistics board and need order lines of 2026 by carrier. The report runs until the end of the third quarter.",
  badJustification: "Need access for work.",
  title: "{form.role} for {beneficiary.name}",
  fields: [
    requestedFor({ help: "Leave it empty when it is for yourself. The person needs a user in Snowflake." }),
    businessArea,
    {
      name: "environment", kind: "choice", isTarget: true, label: "Environment", help: "Roles of the other one are not offered.", section: WHAT, isRequired: true, defaultValue: "production",
      options: [{ value: "production", label: "Production" }, { value: "test", label: "Test" }],
    },
    { name: "domain", kind: "domain", label: "Data domain", help: "The part of the data you need. Its owner decides about it.", section: WHAT, isRequired: true },
    { name: "role", kind: "role", isTarget: true, label: "Role", help: "Take the narrowest role that is enough.", section: WHAT, isRequired: true, environmentField: "environment" },
    { name: "sensitivity", kind: "choice", label: "Sensitivity", help: "Follows from the domain.", section: WHAT, isRequired: false, derived: { from: "domainSensitivity", field: "domain" }, options: [{ value: "public", label: "Public" }, { value: "internal", label: "Internal" }, { value: "pii", label: "Personal data" }, { value: "restricted", label: "Restricted" }] },
    { name: "durationDays", kind: "durationDays", label: "Duration", help: "In days. It ends by itself; you are told before and can ask again.", section: WHAT, isRequired: true, min: 1, max: 180, defaultValue: 90 },
    reason("I prepare the monthly returns report for the logistics board and need order lines of 2026 by carrier."),
    { name: "sampleQuery", kind: "longText", label: "Sample query", help: "What you would run, if you know it already.", section: "Why", isRequired: false, isForDeciders: true, maxLength: 2000, example: "SELECT carrier, COUNT(*) FROM orders GROUP BY carrier" },
  ],
  tasks: [
    { key: "manager", type: "approve_access", order: 1, title: "Approve access", policy: policy(step("Manager or business area", MANAGER)) },
    { key: "domain", type: "approve_domain", order: 2, title: "Approve for the domain", policy: policy(step("Owner of the domain", { kind: "domainOwner", field: "domain" }, { fallback: GOVERNANCE, escalateTo: GOVERNANCE })) },
    { key: "governance", type: "approve_governance", order: 3, title: "Approve use of sensitive data", when: { every: [{ field: "sensitivity", is: "oneOf", values: ["pii", "restricted"] }] }, policy: { ...heldPolicy(governanceStep()), isHighRisk: true } },
    { key: "grant", type: "grant_role", order: 4, title: "Give the role", input: { user: { from: "beneficiary", field: "snowflakeUser" }, role: { from: "form", field: "role" } } },
    verifyTask(5),
    expiryTask(6),
    notifyTask(7),
  ],
  grant: { system: "snowflake", description: "Role {form.role} in Snowflake", taskKey: "grant", durationField: "durationDays" },
};
