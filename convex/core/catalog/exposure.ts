/** Reads what a request opens: its answers, the version of its type, and its domain as it is now. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { domainByKey } from "../domains/model";
import { versionOf } from "./model";
import { type Exposure, exposureOf } from "./rules/exposure";

/** What this request opens. */
export async function exposureOfRequest(
  ctx: Pick<QueryCtx, "db">,
  { typeId, templateVersion, form, domainKey }: Doc<"requests">,
): Promise<Exposure> {
  const version = await versionOf(ctx, typeId, templateVersion);
  const domain = domainKey === undefined ? null : await domainByKey(ctx, domainKey);
  return exposureOf(version?.definition.fields ?? [], form, domain);
}
