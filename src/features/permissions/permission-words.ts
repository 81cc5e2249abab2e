/** Words of the page that says why somebody can or cannot do something. */

import { ROLES, type RoleName } from "../../../convex/access/roles";
import type { Capability } from "../../../convex/access/rules";
import { PAGES } from "../../../convex/site/pages";
import type { Answer, Question } from "./api";

export type Kind = Question["what"]["kind"];

/** What can be asked about. */
export const KINDS: readonly { value: Kind; label: string }[] = [
  { value: "page", label: "A page" },
  { value: "button", label: "A button" },
  { value: "requestType", label: "A request type" },
  { value: "request", label: "A request" },
  { value: "approval", label: "An approval" },
];

/** The buttons people ask about, with the right behind each. */
const BUTTONS: readonly (readonly [Capability, string])[] = [
  ["requests.create", "New Request"],
  ["requests.createForOthers", "Request for somebody else"],
  ["requests.comment", "Send comment"],
  ["requests.cancelOwn", "Cancel request (own)"],
  ["requests.manage", "Cancel request (of others)"],
  ["requests.hold", "Put on hold"],
  ["approvals.reassign", "Hand over a decision"],
  ["approvals.delegate", "Out of office"],
  ["approvals.administer", "Name another approver"],
  ["approvals.breakGlass", "Approve alone"],
  ["tasks.manage", "Retry or resolve a task"],
  ["grants.revoke", "Remove access"],
  ["domains.write", "Edit a data domain"],
  ["areas.write", "Edit a business area"],
  ["people.suspend", "Suspend or restore"],
  ["people.changeRoles", "Change roles"],
  ["impersonation.start", "View as somebody"],
  ["audit.export", "Export the audit trail"],
  ["templates.write", "Edit a workflow"],
  ["services.manage", "Switch a service"],
];

/** The buttons and pages one can choose from. */
export const BUTTON_OPTIONS = BUTTONS.map(([value, label]) => ({ value: value as string, label }));
export const PAGE_OPTIONS = Object.entries(PAGES)
  .filter(([, page]) => !("isOutside" in page))
  .map(([value, { title }]) => ({ value, label: title }));

/** What somebody made up is called: "Somebody with Admin and FinOps". */
export function madeUpName(roles: readonly RoleName[]): string {
  const names = roles.map((role) => ROLES[role].label);
  return names.length === 0 ? "Somebody without a role" : `Somebody with ${new Intl.ListFormat("en-GB").format(names)}`;
}

/** The one word of an answer. */
export const ANSWERS: Readonly<Record<Answer["answer"], string>> = {
  yes: "Yes, they can",
  no: "No, they cannot",
  unknown: "Nothing found",
};

/** A request's key or an approval's id, also out of a link that was pasted. */
export function nameOf(typed: string): string {
  const [address = ""] = typed.trim().split(/[?#]/);
  return address.split("/").findLast((part) => part !== "") ?? "";
}
