/** Whose data a role opens, beside what its domain answers for. */

import type { QueryCtx } from "../../_generated/server";
import { domainsBelow } from "./inherited";
import { allDomains, domainByKey } from "./model";
import { isSettled } from "./rules/states";

/**
 * Why what was approved for a domain is not given when it opens these databases, or null. One that another domain names,
 * and neither this one nor a part of it, is that one's data: its owners did not decide.
 */
export async function whyNotOpened(
  ctx: Pick<QueryCtx, "db">,
  domainKey: string,
  databases: readonly string[],
): Promise<string | null> {
  const domain = await domainByKey(ctx, domainKey);
  if (!domain || databases.length === 0) return null;
  const below = await domainsBelow(ctx, domain._id);
  const own = new Set([...domain.databases, ...below.flatMap((part) => part.databases)]);
  const foreign = databases.filter((name) => !own.has(name));
  for (const { name, status, databases: theirs } of await allDomains(ctx)) {
    const database = isSettled(status) ? foreign.find((one) => theirs.includes(one)) : undefined;
    if (database !== undefined)
      return `The role also opens the database ${database}, which belongs to ${name}, and its owners did not decide. Take ${database} out of the role in Snowflake, or add it to ${domain.name}, then retry.`;
  }
  return null;
}
