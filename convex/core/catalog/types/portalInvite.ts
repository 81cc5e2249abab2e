/** An account in this portal for somebody who has none. */

import { COMMON_ROLE, ROLE_NAMES, ROLES } from "../../../access/roles";
import { rolesWith } from "../../../access/rules";
import type { RequestTypeDefinition } from "../table";
import { AREA_OWNER, businessArea, COMPANY_EMAIL, notifyTask, policy, reason, requestedFor, step } from "./sharedParts";

const PERSON = "The new account";

export const portalInvite: RequestTypeDefinition = {
  name: "Portal user invite",
  category: "Accounts",
  summary: "Invite a colleague to this portal",
  synonyms: "colleague, onboarding, new starter, joiner, portal account",
  help: "The person gets an invitation by mail, which says until when it is valid. They come in as staff; more than that waits for a second person who holds the role.",
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
      defaultValue: COMMON_ROLE,
      options: ROLE_NAMES.map((role) => ({ value: role, label: ROLES[role].label, help: ROLES[role].does })),
    },
    reason("He takes over the approvals of the logistics area from 1 June and has no account yet."),
  ],
  tasks: [
    {
      key: "area",
      type: "approve_access",
      order: 1,
      title: "Approve the invitation",
      // Those who may invite need nobody's word for staff; for more, a second person has to agree.
      notForRoles: [...rolesWith("people.invite")],
      policy: policy(step("Owner of the business area", AREA_OWNER)),
    },
    {
      key: "identity",
      type: "open_account",
      order: 2,
      title: "Create the account and send the invitation",
      input: {
        email: { from: "form", field: "email" },
        firstName: { from: "form", field: "firstName" },
        lastName: { from: "form", field: "lastName" },
        role: { from: "form", field: "role" },
      },
    },
    notifyTask(3),
  ],
};
