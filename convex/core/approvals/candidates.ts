/** The people an approver rule names. */

import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { domainByKey } from "../domains/model";
import { activeHoldersOf } from "../people/holders";
import { currentArea } from "../people/mergedAreas";
import type { RulePlace } from "./rules/candidates";
import { SEAT_LIMIT } from "./rules/limits";
import type { ApproverRule } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** What a resolution has to know about the request. */
export interface StepFacts {
  readonly requesterId: Id<"people">;
  readonly beneficiaryId: Id<"people">;
  readonly lastEditorId: Id<"people">;
  readonly businessAreaId: Id<"businessAreas"> | undefined;
  readonly domainKey?: string;
  readonly form: Readonly<Record<string, unknown>>;
  /** The request's type: a delegation may be limited to types. */
  readonly typeKey?: string;
  /** Since when the request exists: whoever impersonated a party to it since then must not decide. */
  readonly since?: number;
  /** Who took in a review what the request asks back. */
  readonly removedById?: Id<"people"> | undefined;
}

/** The people a rule names, in groups of which only the first that can decide is asked. */
export async function candidatesOf(
  ctx: ReadCtx,
  rule: ApproverRule,
  facts: StepFacts,
): Promise<{ groups: Id<"people">[][]; place: RulePlace }> {
  switch (rule.kind) {
    case "person":
      return { groups: [[rule.personId]], place: {} };
    case "role":
      return { groups: [(await activeHoldersOf(ctx, rule.role, SEAT_LIMIT)).map(({ _id }) => _id)], place: {} };
    case "domainOwner":
      return await domainOwners(ctx, facts.form[rule.field]);
    case "businessAreaOwner":
      return await areaOwners(ctx, facts.businessAreaId);
    case "manager": {
      const beneficiary = await ctx.db.get(facts.beneficiaryId);
      const area = await areaOwners(ctx, facts.businessAreaId ?? beneficiary?.businessAreaId);
      return { groups: [...groupOf(beneficiary?.managerId), ...area.groups], place: area.place };
    }
    default:
      return rule satisfies never;
  }
}

async function domainOwners(ctx: ReadCtx, key: unknown): Promise<{ groups: Id<"people">[][]; place: RulePlace }> {
  if (typeof key !== "string" || key === "") return { groups: [], place: {} };
  const domain = await domainByKey(ctx, key);
  if (!domain) return { groups: [], place: {} };
  return { groups: [[...domain.ownerIds, ...domain.deputyIds]], place: { domainName: domain.name } };
}

async function areaOwners(
  ctx: ReadCtx,
  areaId: Id<"businessAreas"> | undefined,
): Promise<{ groups: Id<"people">[][]; place: RulePlace }> {
  const area = await currentArea(ctx, areaId);
  if (!area) return { groups: [], place: {} };
  return {
    groups: [area.ownerId, area.deputyId, area.approverId].flatMap(groupOf),
    place: { areaName: area.name },
  };
}

function groupOf(id: Id<"people"> | undefined): Id<"people">[][] {
  return id === undefined ? [] : [[id]];
}
