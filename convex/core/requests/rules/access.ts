/** Who sees a request, and in which part: decided here for the page, its comments, its files and its notices. */

import type { RoleName } from "../../../access/roles";
import { type Scope, scopeOf } from "../../../access/scope";
import type { RequestStatus } from "../table";

/** The person who asks. */
export interface Asker {
  readonly id: string;
  readonly roles: readonly RoleName[];
  readonly businessAreaId?: string;
  /** Every area that is one with theirs by merges, where the request does not say it. */
  readonly areaIds?: readonly string[];
}

/** What access depends on about the request itself. */
export interface Guarded {
  readonly status: RequestStatus;
  readonly requesterId: string;
  readonly beneficiaryId: string;
  readonly businessAreaId?: string;
  /** Every area that is one with its own by merges, where the person does not say it. */
  readonly areaIds?: readonly string[];
  readonly domainKey?: string;
  /** Whether it costs money: an estimate, or a task in which the cost is approved. */
  readonly hasCost: boolean;
}

/** What it depends on whether somebody's roles make a request theirs to oversee. */
export type Overseen = Pick<Guarded, "businessAreaId" | "areaIds" | "domainKey" | "hasCost">;

/** What it depends on about the person. */
type Placed = Pick<Asker, "roles" | "businessAreaId" | "areaIds">;
/** The same of a request, where nobody asks what it costs. */
type Touched = Omit<Overseen, "hasCost"> & Partial<Overseen>;

/** Everybody a request involves besides requester and beneficiary. */
export interface Circle {
  /** Seats in any of its approvals. */
  readonly deciders: ReadonlySet<string>;
  /** Assignees and candidates of its tasks. */
  readonly workers: ReadonlySet<string>;
  /** Brought in by a mention. */
  readonly participants: ReadonlySet<string>;
}

/** In which parts somebody sees a request. */
export interface Access {
  readonly isRequester: boolean;
  readonly isBeneficiary: boolean;
  readonly isDecider: boolean;
  readonly isWorker: boolean;
  readonly isOverseer: boolean;
  /** Internal notes: those who work on it or oversee it, never the people it is for. */
  readonly seesInternal: boolean;
  /** Cancel, retry and resolve for others. */
  readonly isManager: boolean;
}

/** Whether somebody's roles make a request theirs to oversee: all, their area or domains, or what costs money. */
export function oversees(asker: Placed, request: Overseen): boolean {
  return isWithin(scopeOf(asker, "requests"), asker, request);
}

/** Whether somebody's roles let them act on a request of others: admins on all, governance in its part. */
export function manages(asker: Placed, request: Touched): boolean {
  return isWithin(scopeOf(asker, "requestWork"), asker, request);
}

/** Whether somebody's roles let them act on every request. */
export function managesAll(roles: readonly RoleName[]): boolean {
  return scopeOf({ roles }, "requestWork").isAll;
}

function isWithin(
  { isAll, isGoverned: reachesGoverned, isCost }: Scope,
  asker: Placed,
  { hasCost = false, ...request }: Touched,
): boolean {
  return isAll || (reachesGoverned && isGoverned(asker, request)) || (isCost && hasCost);
}

/** Governance looks after what touches a data domain, and after its own business area; merged areas are one. */
function isGoverned(asker: Placed, request: Touched): boolean {
  const own = areasIn(asker);
  return request.domainKey !== undefined || areasIn(request).some((id) => own.includes(id));
}

function areasIn({ businessAreaId, areaIds }: Pick<Placed, "businessAreaId" | "areaIds">): readonly string[] {
  return areaIds ?? (businessAreaId === undefined ? [] : [businessAreaId]);
}

/** In which parts somebody sees a request, or null: to them it does not exist. A draft is its requester's alone. */
export function accessOf(asker: Asker, request: Guarded, circle: Circle): Access | null {
  const isRequester = asker.id === request.requesterId;
  const isBeneficiary = asker.id === request.beneficiaryId;
  if (request.status === "Draft") return isRequester ? { ...NOTHING, isRequester, isBeneficiary } : null;
  const isDecider = circle.deciders.has(asker.id);
  const isWorker = circle.workers.has(asker.id);
  const isOverseer = oversees(asker, request);
  const isOutside = !isRequester && !isBeneficiary && !isDecider && !isWorker && !isOverseer;
  if (isOutside && !circle.participants.has(asker.id)) return null;
  const isInFavour = isRequester || isBeneficiary;
  return {
    isRequester,
    isBeneficiary,
    isDecider,
    isWorker,
    isOverseer,
    seesInternal: !isInFavour && (isDecider || isWorker || isOverseer),
    isManager: manages(asker, request),
  };
}

const NOTHING: Access = {
  isRequester: false,
  isBeneficiary: false,
  isDecider: false,
  isWorker: false,
  isOverseer: false,
  seesInternal: false,
  isManager: false,
};
