/** What the validation of a version has to know about the portal, read once. */

import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ROLE_NAMES, type RoleName } from "../../access/roles";
import type { ApproverRule } from "../approvals/table";
import { activeHoldersOf } from "../people/holders";
import { fullName } from "../people/model";
import { templateTaskTypes } from "../tasks/rules/workings";
import type { TemplateFacts } from "./rules/problems/validation";
import type { RequestTypeDefinition } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** Holders beyond this number make no difference to any quorum. */
const HOLDERS_COUNTED = 20;
/** People a version may name. */
const MAX_NAMED = 100;

/** The same facts as plain data, for a screen that validates while somebody edits. */
export interface PortalFacts {
  readonly holders: Record<RoleName, number>;
  readonly people: { readonly id: Id<"people">; readonly name: string; readonly isActive: boolean }[];
}

/** The facts about one definition. */
export async function factsFor(
  ctx: ReadCtx,
  definition: RequestTypeDefinition,
): Promise<{ facts: TemplateFacts; portal: PortalFacts }> {
  const counts = await Promise.all(
    ROLE_NAMES.map(async (role) => [role, (await activeHoldersOf(ctx, role, HOLDERS_COUNTED)).length] as const),
  );
  const holders = Object.fromEntries(counts) as Record<RoleName, number>;
  const people: PortalFacts["people"] = [];
  for (const id of namedPeople(definition)) {
    const person = await ctx.db.get(id);
    people.push({
      id,
      name: person ? fullName(person) : "Somebody who is no longer known",
      isActive: person?.status === "active",
    });
  }
  const facts: TemplateFacts = {
    taskTypes: Object.fromEntries(templateTaskTypes().map((type) => [type.name, type])),
    holders: (role) => holders[role],
    isActive: (personId) => people.find(({ id }) => id === personId)?.isActive,
  };
  return { facts, portal: { holders, people } };
}

/** Everybody a definition names, once each. */
function namedPeople({ tasks }: RequestTypeDefinition): Id<"people">[] {
  const rules: (ApproverRule | undefined)[] = tasks.flatMap(({ assignee, policy }) => [
    assignee,
    ...(policy?.steps ?? []).flatMap(({ rule, fallback, escalateTo }) => [rule, fallback, escalateTo]),
  ]);
  const ids = rules.flatMap((rule) => (rule?.kind === "person" ? [rule.personId] : []));
  return [...new Set(ids)].slice(0, MAX_NAMED);
}
