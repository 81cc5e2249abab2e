/** A person's own user in Snowflake. */
import type { RequestTypeDefinition } from "../table";
import { AREA_OWNER, businessArea, COMPANY_EMAIL, NAME_PATTERN, notifyTask, policy, reason, requestedFor, step, verifyTask } from "./common";

const ACCOUNT = "The account";
const NAME_WORDS = "can only contain letters, numbers, spaces, hyphens, and apostrophes";
const NAME = "[\\p{L}\\p{N} '\\-]*";

export const snowflakeUser: RequestTypeDefinition = {
  name: "New Snowflake user",
  category: "Accounts",
  summary: "A user in Snowflake for a person, signed in through the company's sign-in",
  help: "The user has no password: the company's sign-in opens it. It begins with one default role; ask for data access afterwards.",
  owner: "Data platform",
  slaHours: 24,
  risk: "low",
  audience: ["staff"],
  goodJustification: "She joins the pricing team on 1 June and will build the weekly price reports in Snowflake.",
  badJustification: "New colleague.",
  title: "Snowflake user for {form.first_name} {form.last_name}",
  fields: [
    requestedFor({ help: "The person who gets the user. Leave it empty when it is yourself." }),
    businessArea,
    { name: "snowflake_email", kind: "email", isTarget: true, label: "Email", help: "The company address the person signs in with.", section: ACCOUNT, isRequired: true, maxLength: 100, pattern: COMPANY_EMAIL, example: "grace.hopper@ao.com" },
    { name: "first_name", kind: "text", label: "First name", section: ACCOUNT, isRequired: true, maxLength: 50, pattern: { source: NAME, message: `First name ${NAME_WORDS}` } },
    { name: "last_name", kind: "text", label: "Last name", section: ACCOUNT, isRequired: true, maxLength: 50, pattern: { source: "(?=[ '\\-]*\\p{L})[\\p{L}\\p{N} '\\-]*", message: "Last name must start with a letter and can only contain letters, numbers, spaces, hyphens, and apostrophes" } },
    { name: "user_name", kind: "text", label: "User name", help: "How Snowflake calls the person: first name, underscore, last name.", section: ACCOUNT, isRequired: true, minLength: 3, maxLength: 100, pattern: NAME_PATTERN, example: "GRACE_HOPPER" },
    { name: "default_role", kind: "role", label: "Default role", help: "The role the user begins with.", section: "How it starts", isRequired: true, options: [{ value: "ANALYST", label: "ANALYST", help: "What most people begin with" }, { value: "BI_READER", label: "BI_READER", help: "Reports and dashboards only" }] },
    { name: "default_warehouse", kind: "warehouse", label: "Default warehouse", section: "How it starts", isRequired: false },
    { name: "start_date", kind: "date", label: "Start date", help: "The first day the person needs it. The user is created when that day begins (UTC).", section: "How it starts", isRequired: true, min: 0, max: 180 },
    reason("She joins the pricing team on 1 June and will build the weekly price reports in Snowflake."),
  ],
  tasks: [
    { key: "area", type: "approve_access", order: 1, title: "Approve the user", policy: policy(step("Owner of the business area", AREA_OWNER)) },
    {
      key: "create", type: "create_person", order: 2, title: "Create the user", startsOn: "start_date",
      input: {
        user: { from: "form", field: "user_name" },
        email: { from: "form", field: "snowflake_email" },
        firstName: { from: "form", field: "first_name" },
        lastName: { from: "form", field: "last_name" },
        defaultRole: { from: "form", field: "default_role" },
        defaultWarehouse: { from: "form", field: "default_warehouse" },
        comment: { from: "text", text: "{request.key}, cost centre {area.costCentre}" },
      },
    },
    verifyTask(3),
    notifyTask(4),
  ],
  grant: { system: "snowflake", description: "User {form.user_name} in Snowflake", taskKey: "create" },
};
