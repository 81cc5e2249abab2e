/** Words about whom a step asks, and what to do when too few may decide. */

import { ROLES } from "../../../access/roles";
import { plural } from "../../../lib/pure/text";
import type { ApproverRule } from "../table";

/** What a rule turned out to be about: the domain or business area it led to. */
export interface RulePlace {
  readonly domainName?: string;
  readonly areaName?: string;
}

/** "a governance user", "an owner or deputy of Orders". */
export function ruleText(rule: ApproverRule, place: RulePlace = {}): string {
  switch (rule.kind) {
    case "person":
      return "a named person";
    case "role":
      return `somebody with the role ${ROLES[rule.role].word}`;
    case "domainOwner":
      return place.domainName
        ? `an owner or deputy of the data domain ${place.domainName}`
        : "an owner of the data domain";
    case "businessAreaOwner":
      return place.areaName ? `the owner of ${place.areaName}, else the deputy` : "the owner of the business area";
    case "manager":
      return "the manager, else the owner of the business area";
    default:
      return rule satisfies never;
  }
}

/** What somebody can do so that the step finds its approvers. */
export function fixText(rule: ApproverRule, place: RulePlace = {}): string {
  switch (rule.kind) {
    case "person":
      return "Ask a super admin to name another approver for this step of the workflow.";
    case "role":
      return `Ask a super admin to grant one more active person the role ${ROLES[rule.role].word}.`;
    case "domainOwner":
      return place.domainName
        ? `Ask a governance user to add an owner or deputy to the data domain ${place.domainName}.`
        : "Choose a data domain; when it is missing, ask a governance user to add it.";
    case "businessAreaOwner":
      return place.areaName
        ? `Ask a super admin to give ${place.areaName} an owner or a deputy.`
        : "Choose the business area the request is for.";
    case "manager":
      return place.areaName
        ? `Ask a super admin to give ${place.areaName} an owner or a deputy.`
        : "Choose the business area the request is for, or ask an admin to set the manager.";
    default:
      return rule satisfies never;
  }
}

/** "Approve data use needs 2 people to approve, and 1 person may." */
export function tooFewText(title: string, required: number, found: number): string {
  return `${title} needs ${plural(required, "person", "people")} to approve, and ${found === 0 ? "nobody" : `only ${plural(found, "person", "people")}`} may.`;
}
