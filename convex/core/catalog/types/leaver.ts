/** The end of a person's access, everywhere. */

import type { Clause, RequestTypeDefinition, TemplateTask } from "../table";
import {
  ADMINS,
  businessArea,
  GOVERNANCE,
  MANAGER,
  notifyTask,
  policy,
  reason,
  requestedFor,
  step,
  SUPER_ADMINS,
  WHAT,
} from "./sharedParts";

const SYSTEMS = [
  { value: "snowflake", label: "Snowflake", help: "Disabled automatically, dropped after 30 days" },
  { value: "portal", label: "Portal sign-in", help: "Removed from the portal automatically, deleted after 30 days" },
  { value: "dbt", label: "dbt Cloud" },
  { value: "airflow", label: "Airflow" },
  { value: "collate", label: "Collate" },
  { value: "sigma", label: "Sigma" },
  { value: "thoughtspot", label: "ThoughtSpot" },
];

const includes = (system: string): Clause => ({ field: "systems", is: "equal", value: system });

/**
 * Ending the account in a system the portal is not connected to. All of them start together, when the last day is over.
 */
function endAccount(system: string, type: string, where: string, instructions: string): TemplateTask {
  return {
    key: system,
    type,
    order: 4,
    title: `Disable in ${where}`,
    when: { every: [includes(system)] },
    startsAfter: "lastDay",
    assignee: ADMINS,
    isIrreversible: true,
    instructions,
    evidenceLabel: `Link to the account in ${where}, showing that it is disabled`,
  };
}

export const leaver: RequestTypeDefinition = {
  name: "Leaver or access removal",
  category: "Accounts",
  summary: "End a person's access in every system, with what they own handed over",
  synonyms: "offboarding, off-boarding, revoke, remove access, disable, deactivate, leaving",
  help: "Everything is looked up first and handed over; when the last day is over, all systems are closed at the same time. After 30 days Snowflake's user is dropped and the portal sign-in deleted; until then both can be brought back.",
  owner: "Data platform",
  slaHours: 24,
  risk: "high",
  audience: ["staff"],
  goodJustification: "Her last day is 30 June. Grace Hopper takes over the pricing reports and the two budgets.",
  badJustification: "Left.",
  title: "End of access for {beneficiary.name}",
  fields: [
    requestedFor({ label: "Person who leaves", help: "Whose access ends.", isRequired: true }),
    businessArea,
    {
      name: "systems",
      kind: "multiChoice",
      label: "Systems",
      section: WHAT,
      isRequired: true,
      options: SYSTEMS,
      defaultValue: SYSTEMS.map(({ value }) => value),
    },
    {
      name: "lastDay",
      kind: "date",
      label: "Last day",
      help: "Access ends everywhere when this day is over (UTC). For an end at once, give a day that has passed.",
      section: WHAT,
      isRequired: true,
      min: -30,
      max: 180,
    },
    {
      name: "successor",
      kind: "person",
      label: "Successor",
      help: "Takes over what the person owns.",
      section: WHAT,
      isRequired: true,
      differsFrom: "requestedFor",
    },
    {
      name: "isFromHr",
      kind: "yesNo",
      label: "Announced by human resources",
      help: "Then data governance confirms it instead of the manager.",
      section: WHAT,
      isRequired: true,
      defaultValue: false,
    },
    {
      name: "isOnHold",
      kind: "yesNo",
      label: "Legal hold",
      help: "Nothing is dropped while it lasts.",
      section: WHAT,
      isRequired: true,
      defaultValue: false,
    },
    reason("Her last day is 30 June. Grace Hopper takes over the pricing reports and the two budgets."),
  ],
  tasks: [
    {
      key: "line",
      type: "approve_access",
      order: 1,
      title: "Approve the removal",
      when: { every: [{ field: "isFromHr", is: "equal", value: false }] },
      policy: { ...policy(step("Manager or business area", MANAGER)), isHighRisk: true },
    },
    // Whoever ticks a box must not be able to end a colleague's access alone: somebody always confirms.
    {
      key: "hr",
      type: "approve_access",
      order: 1,
      title: "Confirm with human resources",
      when: { every: [{ field: "isFromHr", is: "equal", value: true }] },
      policy: {
        ...policy(step("Data governance", GOVERNANCE, { fallback: SUPER_ADMINS, escalateTo: SUPER_ADMINS })),
        isHighRisk: true,
      },
    },
    {
      key: "scan",
      type: "manual_check",
      order: 2,
      title: "Look up what they own",
      assignee: ADMINS,
      instructions:
        "1. List what {beneficiary.name} ({beneficiary.email}) owns: data domains, budgets, service users, DAGs, dbt jobs, workbooks, Snowflake objects.\n2. List their open requests, approvals and tasks.",
      evidenceLabel: "The list, or a link to it",
    },
    {
      key: "handover",
      type: "manual_reassign",
      order: 3,
      title: "Hand over to the successor",
      assignee: ADMINS,
      instructions:
        "1. Make {form.successor} the owner of everything on the list of the task before.\n2. Reassign open approvals and tasks.\n3. Tell {form.successor} what they got.",
      evidenceLabel: "What was handed over",
    },
    {
      key: "snowflake",
      type: "disable_user",
      order: 4,
      title: "Disable in Snowflake",
      when: { every: [includes("snowflake")] },
      startsAfter: "lastDay",
      isIrreversible: true,
      input: { user: { from: "beneficiary", field: "snowflakeUser" } },
    },
    {
      key: "portal",
      type: "disable_sign_in",
      order: 4,
      when: { every: [includes("portal")] },
      startsAfter: "lastDay",
      isIrreversible: true,
    },
    endAccount(
      "dbt",
      "manual_dbt",
      "dbt Cloud",
      "1. In dbt Cloud, remove {beneficiary.email} from all groups and free the seat.\n2. Revoke their personal tokens.",
    ),
    endAccount(
      "airflow",
      "manual_airflow",
      "Airflow",
      "1. In Astronomer, remove {beneficiary.email} from the organization.\n2. Revoke their API tokens.",
    ),
    endAccount(
      "collate",
      "manual_collate",
      "Collate",
      "1. In Collate, deactivate {beneficiary.email}.\n2. Check that nothing names them as owner any more.",
    ),
    endAccount(
      "sigma",
      "manual_sigma",
      "Sigma",
      "1. In Sigma, deactivate the member {beneficiary.email}.\n2. Transfer their documents to {form.successor}.",
    ),
    endAccount(
      "thoughtspot",
      "manual_thoughtspot",
      "ThoughtSpot",
      "1. In ThoughtSpot, make the user {beneficiary.email} inactive.\n2. Transfer their liveboards to {form.successor}.",
    ),
    { key: "verify", type: "verify", order: 5, when: { some: [includes("snowflake"), includes("portal")] } },
    {
      key: "drop",
      type: "drop_user",
      order: 6,
      title: "Drop the Snowflake user",
      when: { every: [includes("snowflake"), { field: "isOnHold", is: "equal", value: false }] },
      delayDays: 30,
      isIrreversible: true,
      input: { user: { from: "beneficiary", field: "snowflakeUser" } },
    },
    {
      key: "deletePortal",
      type: "delete_sign_in",
      order: 6,
      when: { every: [includes("portal"), { field: "isOnHold", is: "equal", value: false }] },
      delayDays: 30,
      isIrreversible: true,
    },
    {
      key: "certificate",
      type: "manual_check",
      order: 7,
      title: "Certify the removal",
      assignee: ADMINS,
      instructions:
        "1. Go through {form.systems} and check that {beneficiary.email} has no active account left.\n2. Keep the result with the request.",
      evidenceLabel: "What was checked, with date",
    },
    notifyTask(8),
  ],
};
