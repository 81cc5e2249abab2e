/** Passwords given again: what for, about what, and until when each counts. */

import type { Refusal } from "../../../lib/pure/refusal.ts";
import { plural } from "../../../lib/pure/text.ts";

/** The longest text that names what a password is given for. */
const MAX_FOR = 300;

/** What a password is given again for, as "Enter your password again to ..." goes on. */
export const STEP_UP_PURPOSES = {
  "approvals.breakGlass": "use break-glass approval",
  "area.merge": "merge a business area",
  "area.unmerge": "undo the merge of a business area",
  "areas.change": "change business areas",
  "config.hours": "change the support hours",
  "config.set": "change the configuration",
  "config.teams": "change the support teams",
  "demo.clear": "clear the demo data",
  "demo.load": "load the demo data",
  "domain.handOn": "hand a data domain over",
  "domain.state": "change the state of a data domain",
  "domains.change": "change data domains",
  "impersonation.act": "act for somebody",
  "impersonation.start": "impersonate somebody",
  "people.file": "change people from a file",
  "people.invite": "invite people from a file",
  "person.dates": "change somebody's first or last day",
  "person.email": "correct somebody's email address",
  "person.move": "move somebody",
  "person.remove": "remove somebody",
  "person.restore": "restore somebody",
  "person.roles": "change somebody's roles",
  "person.suspend": "suspend somebody",
  "proposal.confirm": "confirm a proposal",
} as const;
export type StepUpPurpose = keyof typeof STEP_UP_PURPOSES;

/** What a password is given for, and the one thing it is about; "" where there is only one such thing. */
export interface StepUpFor {
  readonly purpose: StepUpPurpose;
  readonly target: string;
}

/** Both as one text, which the sign-in passes on without reading it. */
export function stepUpName({ purpose, target }: StepUpFor): string {
  return `${purpose}:${target}`;
}

/** What such a text names, or null: only what the portal itself asks for can be proven. */
export function readStepUpName(text: string): StepUpFor | null {
  const [purpose = "", ...rest] = text.split(":");
  if (text.length > MAX_FOR || rest.length === 0 || !Object.hasOwn(STEP_UP_PURPOSES, purpose)) return null;
  return { purpose: purpose as StepUpPurpose, target: rest.join(":") };
}

/** Why something that needs the password again may not be done now, or null. */
export function whyNotSteppedUp(
  wanted: StepUpFor,
  viewer: { readonly provenUntil: number | null; readonly isImpersonating: boolean; readonly minutes: number },
  now: number,
): Refusal | null {
  if (viewer.isImpersonating) return { code: "not-while-impersonating" };
  if (viewer.provenUntil !== null && now < viewer.provenUntil) return null;
  const does = STEP_UP_PURPOSES[wanted.purpose];
  return {
    code: "step-up-required",
    for: stepUpName(wanted),
    message: `Enter your password again to ${does}. It is valid only for this, for ${plural(viewer.minutes, "minute")}.`,
  };
}
