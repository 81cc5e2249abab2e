/** In which capacity somebody decides, in the words of whoever does: "as manager", "for FinOps". */

import { ROLES } from "../../../access/roles";
import type { ApproverRule, SeatSource } from "../table";
import type { RulePlace } from "./candidates";

/** What the words depend on. */
export interface CapacityFacts {
  /** The rule that led to the seat: the step's own, its fallback, or whom it was escalated to. */
  readonly rule: ApproverRule;
  readonly source: SeatSource;
  /** Whom the seat came from, where it is held for or instead of somebody. */
  readonly fromName: string | null;
  /** Whether the beneficiary reports to them. */
  readonly isManager: boolean;
  readonly place: RulePlace;
}

/** "as manager", "as owner of Orders", "for FinOps", "for Ada Byron". */
export function capacityText({ rule, source, fromName, isManager, place }: CapacityFacts): string {
  if (source === "delegation" && fromName !== null) return `for ${fromName}`;
  if (source === "manual" || source === "outOfOffice" || source === "selfReview")
    return fromName === null ? "as named approver" : `instead of ${fromName}`;
  switch (rule.kind) {
    case "person":
      return "as named approver";
    case "role":
      return ROLES[rule.role].capacity;
    case "domainOwner":
      return ownerOf(place.domainName, "the domain");
    case "businessAreaOwner":
      return ownerOf(place.areaName, "the business area");
    case "manager":
      return isManager ? "as manager" : ownerOf(place.areaName, "the business area");
    default:
      return rule satisfies never;
  }
}

function ownerOf(name: string | undefined, otherwise: string): string {
  return `as owner of ${name ?? otherwise}`;
}
