/** What the portal sends itself when somebody is removed from it, or brought back: nobody asks for these by a form. */

import type { FormField, RequestTypeDefinition } from "../table";
import { notifyTask, verifyTask, WHAT } from "./sharedParts";

const PERSON: FormField = { name: "requestedFor", kind: "person", label: "Person", section: WHAT, isRequired: true };
const REASON: FormField = { name: "reason", kind: "longText", label: "Reason", section: WHAT, isRequired: true };

const COMMON = {
  category: "Accounts",
  owner: "Data platform",
  risk: "high",
  audience: ["superAdmin"],
  goodJustification: "Her last day was 30 June. Grace Hopper takes over what she owns.",
  badJustification: "Left.",
} as const;

/** How long a removal can be taken back before the sign-in is deleted. */
const COOL_OFF_DAYS = 30;

export const portalRemoval: RequestTypeDefinition = {
  ...COMMON,
  audience: [...COMMON.audience],
  name: "Removal from the portal",
  summary: "The sign-in of somebody who was removed is disabled, and deleted after 30 days",
  help: "Sent by the portal when somebody is removed under Remove User. Restoring them within 30 days cancels it.",
  slaHours: (COOL_OFF_DAYS + 1) * 24,
  title: "Remove {beneficiary.name} from the portal",
  fields: [PERSON, { name: "successor", kind: "person", label: "Successor", section: WHAT, isRequired: true }, REASON],
  tasks: [
    { key: "disable", type: "disable_sign_in", order: 1, isIrreversible: true },
    { key: "handOver", type: "hand_over", order: 1 },
    verifyTask(2),
    { key: "delete", type: "delete_sign_in", order: 3, delayDays: COOL_OFF_DAYS, isIrreversible: true },
    notifyTask(4),
  ],
};

export const portalRestore: RequestTypeDefinition = {
  ...COMMON,
  audience: [...COMMON.audience],
  name: "Restoring somebody in the portal",
  summary: "The sign-in of somebody who was removed is enabled again, and their Snowflake user without roles",
  help: "Sent by the portal when a super admin restores somebody within 30 days. They come back as staff, and hold no role in Snowflake.",
  slaHours: 24,
  title: "Restore {beneficiary.name} in the portal",
  fields: [PERSON, REASON],
  tasks: [
    { key: "enable", type: "enable_sign_in", order: 1 },
    // Left out where no leaver request disabled their user.
    {
      key: "snowflake",
      type: "enable_user",
      order: 2,
      title: "Enable the Snowflake user without roles",
      input: { user: { from: "beneficiary", field: "snowflakeUser" } },
    },
    verifyTask(3),
    notifyTask(4),
  ],
};
