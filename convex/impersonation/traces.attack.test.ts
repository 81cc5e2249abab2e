/** Whoever looks through somebody's eyes leaves no marks of theirs, and takes nothing away. */

import { makeFunctionReference } from "convex/server";
import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { ARGS } from "../lib/publicApi.args.testing";
import { publicFunctions } from "../lib/publicApi.testing";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { anOffice } from "./impersonation.testing";

afterEach(endWorld);

const DAY_MINUTES = 1440;

describe.each(["looking", "acting"] as const)("while %s through somebody's eyes", (mode) => {
  async function through(eyes: "ada" | "adam" = "ada") {
    const office = await anOffice();
    const sessionId = await office.begin(DAY_MINUTES, office[eyes]);
    if (mode === "acting") await office.act(sessionId);
    return office;
  }

  test("their last visit stays, and the one before it: it is the super admin who was here", async () => {
    const { world, ada, sam } = await through();
    const of = async ({ id }: typeof ada) => {
      const row = (await world.rows("people")).find(({ _id }) => _id === id);
      return [row?.lastSeenAt, row?.previousVisitAt];
    };
    await world.run((ctx) => ctx.db.patch(ada.id, { lastSeenAt: world.now() - DAY_MS, previousVisitAt: 1 }));
    const [hers, his] = [await of(ada), await of(sam)];
    await world.advance(5 * HOUR_MS);
    await sam.mutation(api.people.mutations.signedIn, {});
    await sam.query(api.notifications.queries.sinceLastVisit, {});
    expect(await of(ada)).toEqual(hers);
    expect(await of(sam)).not.toEqual(his);
  });

  test("nothing is downloaded: no list, no report, no history, no data of theirs", async () => {
    const { world, sam, ada } = await through("adam");
    const taking = publicFunctions.filter(({ path }) => /export/i.test(path.split(":")[1] ?? ""));
    expect(taking.length).toBeGreaterThanOrEqual(5);
    for (const { path } of taking) {
      const args = (await ARGS[path]?.("", { world, personId: ada.id })) ?? {};
      expect([path, await codeOf(sam.mutation(makeFunctionReference<"mutation">(path), args))]).toEqual([
        path,
        "not-while-impersonating",
      ]);
    }
    const taken = (await world.rows("auditEvents")).filter(({ action }) => /exported/i.test(action));
    expect(taken).toEqual([]);
  });
});
