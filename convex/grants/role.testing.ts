/** The role that the test company's request for data leaves behind when it is carried out. */

import type { Doc, Id } from "../_generated/dataModel";
import { SYSTEM } from "../core/audit/model";
import { createGrant } from "../core/grants/model";
import { tasksNow } from "../process/requests.testing";
import type { aWorld } from "../testing/world.testing";

type World = Awaited<ReturnType<typeof aWorld>>;

/** A request for data was carried out: its holder has the role, to an end or without one. */
export async function giveRole(
  world: World,
  requestId: Id<"requests">,
  { beneficiaryId, expiresAt }: Pick<Doc<"grants">, "beneficiaryId" | "expiresAt">,
): Promise<Doc<"grants">> {
  return await world.run(async (ctx) => {
    const task = (await tasksNow(ctx, { _id: requestId })).find(({ key }) => key === "grant");
    if (!task) throw new Error("No task grants it");
    await ctx.db.patch(requestId, { status: "Completed", isOpen: false });
    const access = {
      requestId,
      taskId: task._id,
      typeKey: "snowflake-access",
      beneficiaryId,
      system: "snowflake",
      description: "Role ORDERS_READ in Snowflake",
      accessKey: "snowflake|ADA_TESTER|ORDERS_READ",
      role: "ORDERS_READ",
    };
    return await createGrant(ctx, { ...access, expiresAt }, { ...SYSTEM, at: world.now() });
  });
}
