/**
 * What an access review took, asked back soon enough: a request of the type that gave it, with the same answers and
 * the end it had. One approval decides, of those in charge of the domain and never of whoever took it.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { publishedVersion } from "../../core/catalog/model";
import type { RequestTypeDefinition } from "../../core/catalog/table";
import { configured } from "../../core/config/model";
import { backUntil, daysLeft } from "../../core/grants/back";
import { loadRequest } from "../../core/requests/model";
import { takenBy, takerOf } from "../../core/reviews/model";
import { refuse } from "../../lib/errors";
import type { MutationStep } from "../steps/step";
import { repeatedAnswers } from "./extend";
import { submitForm, submittedAs } from "./submit";
import { domainStepIn } from "./template";

/** What a screen sends. */
export interface BackInput {
  readonly grantId: Id<"grants">;
  readonly reason: string;
  readonly submitKey: string;
}

/** Sends the request; answers the one that was made when it was sent before. */
export async function getBack(
  step: MutationStep,
  viewer: Viewer,
  { grantId, reason, submitKey }: BackInput,
): Promise<Doc<"requests">> {
  const { ctx, at } = step;
  const made = await submittedAs(ctx, viewer, submitKey);
  if (made) return made;
  const grant = await ctx.db.get(grantId);
  if (!grant || grant.beneficiaryId !== viewer.person._id) refuse({ code: "not-found" });
  const taken = await takenBy(ctx, grant);
  const removedById = taken && (await takerOf(ctx, taken));
  if (!removedById || backUntil(grant, at, await configured(ctx, "reviews.backDays")) === null)
    refuse({ code: "too-late", message: "This can no longer be restored. Send a new request for it." });
  const definition = (await publishedVersion(ctx, grant.typeKey))?.version.definition ?? refuse({ code: "not-found" });
  if (!hasDomainStep(definition))
    refuse({ code: "not-eligible", message: "Nobody approves this for a domain. Send a new request for it." });
  const request = await loadRequest(ctx, grant.requestId);
  const days = daysLeft(grant, at);
  const duration = definition.grant?.durationField;
  const form = {
    ...(await repeatedAnswers(ctx, request, viewer)),
    ...(duration !== undefined && days !== null && { [duration]: days }),
    reason: reason.trim(),
  };
  const comesBack = { grantId, removedById, until: grant.expiresAt };
  return await submitForm(step, viewer, {
    typeKey: grant.typeKey,
    form,
    submitKey,
    acceptsDuplicate: false,
    comesBack,
  });
}

/** Whether those in charge of a domain approve such access as it is requested now. */
export async function isDecidedForDomain(ctx: Pick<QueryCtx, "db">, { typeKey }: Doc<"grants">): Promise<boolean> {
  const definition = (await publishedVersion(ctx, typeKey))?.version.definition;
  return definition !== undefined && hasDomainStep(definition);
}

function hasDomainStep({ tasks }: RequestTypeDefinition): boolean {
  return tasks.some(({ policy }) => policy && domainStepIn(policy));
}
