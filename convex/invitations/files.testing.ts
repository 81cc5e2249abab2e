/** A file of people who are to be invited, as somebody brings it after looking at what it would do. */

import { configuredCompany } from "../core/catalog/types/company";
import { planInviteFile } from "../process/inviting/readFile";
import type { aWorld } from "../testing/world.testing";

type World = Awaited<ReturnType<typeof aWorld>>;

export const INVITE_FILE =
  "email,first_name,last_name,business_area\ngrace@ao.com,Grace,Hopper,PRC\nalan@ao.com,Alan,Turing,pricing\n";

/** The file and the hash of its preview, in a company that has the area. */
export async function aFileOfInvitations(world: World): Promise<{ text: string; hash: string }> {
  const hash = await world.run(async (ctx) => {
    await ctx.db.insert("businessAreas", { name: "Pricing", code: "PRC", costCentre: "47" });
    const [by] = await ctx.db.query("people").take(1);
    if (!by) throw new Error("Nobody looks at the file");
    const as = { target: "portal" as const, by, company: configuredCompany(process.env), now: Date.now() };
    return (await planInviteFile(ctx, INVITE_FILE, as)).hash;
  });
  return { text: INVITE_FILE, hash };
}
