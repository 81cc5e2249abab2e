/** An account in this portal for somebody who has none. */

import type { RequestTypeDefinition } from "../table";
import {
  ADMINS,
  AREA_OWNER,
  businessArea,
  COMPANY_EMAIL,
  notifyTask,
  policy,
  reason,
  requestedFor,
  step,
  SUPER_ADMINS,
} from "./common";

const PERSON = "The new account";

export const portalInvite: RequestTypeDefinition = {
  name: "Portal user invite",
  category: "Accounts",
  summary: "Invite a colleague to this portal",
  synonyms: "colleague, onboarding, new starter, joiner, portal account",
  help: "The person gets an invitation by mail that is valid for 7 days. More than the ordinary role is decided by a super admin.",
  owner: "Data platform",
  slaHours: 24,
  risk: "low",
  audience: ["staff"],
  goodJustification: "He takes over the approvals of the logistics area from 1 June and has no account yet.",
  badJustification: "Please add.",
  title: "Invite {form.firstName} {form.lastName}",
  fields: [
    requestedFor({ label: "Asked on behalf of", help: "Only when somebody else wants this invitation." }),
    businessArea,
    {
      name: "email",
      kind: "email",
      isTarget: true,
      label: "Email",
      help: "The company address of the new account.",
      section: PERSON,
      isRequired: true,
      maxLength: 100,
      pattern: COMPANY_EMAIL,
      example: "grace.hopper@ao.com",
    },
    {
      name: "firstName",
      kind: "text",
      label: "First name",
      section: PERSON,
      isRequired: true,
      personName: "First name",
    },
    {
      name: "lastName",
      kind: "text",
      label: "Last name",
      section: PERSON,
      isRequired: true,
      personName: "Last name",
    },
    {
      name: "role",
      kind: "choice",
      label: "Role",
      section: PERSON,
      isRequired: true,
      defaultValue: "staff",
      options: [
        { value: "staff", label: "Staff", help: "Requests, tickets and feedback of their own" },
        { value: "admin", label: "Admin", help: "Works on everybody's requests" },
        { value: "governance", label: "Governance", help: "Data domains, invitations and removals" },
        { value: "finops", label: "FinOps", help: "Cost, budgets and service users" },
      ],
    },
    reason("He takes over the approvals of the logistics area from 1 June and has no account yet."),
  ],
  tasks: [
    {
      key: "area",
      type: "approve_access",
      order: 1,
      title: "Approve the invitation",
      policy: policy(step("Owner of the business area", AREA_OWNER)),
    },
    {
      key: "role",
      type: "approve_access",
      order: 2,
      title: "Approve the role",
      when: { every: [{ field: "role", is: "oneOf", values: ["admin", "governance", "finops"] }] },
      policy: {
        ...policy(
          step("Super admin", SUPER_ADMINS, {
            fallback: undefined,
            escalateTo: undefined,
            escalateAfterHours: undefined,
          }),
        ),
        isHighRisk: true,
      },
    },
    {
      key: "identity",
      type: "manual_idp",
      order: 3,
      title: "Create the account and send the invitation",
      assignee: ADMINS,
      instructions:
        "1. In the sign-in provider, check that {form.email} has no account yet.\n2. Create the account: first name {form.firstName}, last name {form.lastName}, role {form.role}, business area {form.businessArea}.\n3. Send the invitation to {form.email}. It is valid for 7 days.\n4. Write down the account's id.",
      evidenceLabel: "Id of the account in the sign-in provider",
    },
    notifyTask(4),
  ],
};
