/** Where a notice about somebody leads. */

import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personCan } from "../../access/rules";
import { pathTo } from "../../site/links";
import { PAGES } from "../../site/pages";

/** The page of a person for whoever can open it, else Home: a manager hears of their people and has no page of theirs. */
export async function placeOfPerson(
  ctx: Pick<QueryCtx, "db">,
  { recipientId, personId }: { readonly recipientId: Id<"people">; readonly personId: Id<"people"> },
): Promise<string> {
  const recipient = await ctx.db.get(recipientId);
  return recipient && personCan(recipient, "people.readAll") ? pathTo("person", { personId }) : PAGES.home.path;
}
