/** Reads what the domains of a request have come to mean since it was sent. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { allDomains, domainByKey } from "../domains/model";
import { versionOf } from "./model";
import { type Drift, driftOf } from "./rules/drift";

/** Why what was approved cannot be given as it is, or null. */
export async function driftOfRequest(
  ctx: Pick<QueryCtx, "db">,
  { typeId, templateVersion, form, level }: Doc<"requests">,
): Promise<Drift | null> {
  const fields = (await versionOf(ctx, typeId, templateVersion))?.definition.fields ?? [];
  const named = fields.flatMap(({ name, kind }) => {
    const value = form[name];
    return kind === "domain" && typeof value === "string" ? [value] : [];
  });
  const domains = new Map<string, Awaited<ReturnType<typeof domainByKey>>>();
  for (const key of new Set(named)) domains.set(key, await domainByKey(ctx, key));
  const isAnywhere = named.length === 0 && fields.some(({ kind, name }) => kind === "role" && form[name] !== undefined);
  const all = isAnywhere ? await allDomains(ctx) : [];
  return driftOf(
    { fields, form, level },
    {
      byKey: (key) => domains.get(key) ?? null,
      hasRole: (role) =>
        all.some(({ status, roles }) => isOpenedOnce(status) && roles.some(({ name }) => name === role)),
    },
  );
}

/** A closed domain gives what it was asked for while it was open. */
function isOpenedOnce(status: Doc<"dataDomains">["status"]): boolean {
  return status === "active" || status === "deprecated";
}
