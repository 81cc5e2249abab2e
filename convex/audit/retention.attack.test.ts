/** A start that keeps audit events for a shorter time removes nothing at once: it is seen first, and can be put back. */

import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../_generated/api";
import type { Retention } from "../core/audit/rules/keep";
import { retentionNow } from "../core/audit/shortening";
import { DAY_MS } from "../lib/pure/time";
import { aCompany } from "../people/suspending.testing";
import { endWorld } from "../testing/world.testing";

afterEach(endWorld);

const WAIT_DAYS = 7;

/** A portal whose daily job has looked at what it was started with. */
async function aStartedPortal(first: Retention) {
  const company = await aCompany();
  const { world } = company;
  /** The next start says so, and the job looks; what holds by then. */
  const started = async (wanted: Retention) => {
    const { retention } = await world.run((ctx) => retentionNow(ctx, wanted, world.now()));
    return retention;
  };
  await started(first);
  return { ...company, started };
}

describe("a shorter retention", () => {
  test.each([
    [
      { access: 400, security: 400 },
      { access: 40, security: 400 },
    ],
    [{ security: 400 }, { access: 40, security: 400 }],
  ])("waits a week, and until then what held before holds: %j, then %j", async (before, after) => {
    const { world, started, events } = await aStartedPortal(before);
    expect(await started(after)).toEqual(before);
    await world.advance(WAIT_DAYS * DAY_MS - 1);
    expect(await started(after)).toEqual(before);
    await world.advance(1);
    expect(await started(after)).toEqual(after);
    expect(await events("audit.retentionShortened")).toHaveLength(1);
  });

  test("that is put back in time has removed nothing, and asked for again it waits anew", async () => {
    const { world, started } = await aStartedPortal({ access: 400 });
    await started({ access: 40 });
    await world.advance(6 * DAY_MS);
    expect(await started({ access: 400 })).toEqual({ access: 400 });
    await world.advance(DAY_MS);
    expect(await started({ access: 40 })).toEqual({ access: 400 });
    await world.advance(6 * DAY_MS);
    expect(await started({ access: 30 })).toEqual({ access: 400 });
    await world.advance(WAIT_DAYS * DAY_MS);
    expect(await started({ access: 30 })).toEqual({ access: 30 });
  });

  test("in small steps waits at each of them", async () => {
    const { world, started } = await aStartedPortal({ access: 400 });
    expect(await started({ access: 399 })).toEqual({ access: 400 });
    await world.advance(WAIT_DAYS * DAY_MS);
    expect(await started({ access: 399 })).toEqual({ access: 399 });
    expect(await started({ access: 40 })).toEqual({ access: 399 });
  });
});

test("a longer retention, or none, holds at once", async () => {
  const { started, events } = await aStartedPortal({ access: 40, activity: 40 });
  expect(await started({ access: 400 })).toEqual({ access: 400 });
  expect(await events("audit.retentionShortened")).toEqual([]);
});

test("what a start shortens is told to every super admin once, with when it holds and what was before", async () => {
  const { world, sam, ada, noticesOf } = await aCompany({ AUDIT_KEEP: "access=40" });
  await world.run((ctx) => ctx.db.insert("auditRetentions", { held: { access: 400 } }));
  for (let days = 0; days < 2; days += 1) {
    await world.internal(internal.audit.internal.applyRetention, {});
    await world.advance(DAY_MS);
  }
  expect(await noticesOf(sam)).toEqual(["Audit events are kept for a shorter time from 09/03/2026 09:00 UTC"]);
  expect(await noticesOf(ada)).toEqual([]);
  const [notice] = (await world.rows("notifications")).filter(({ recipientId }) => recipientId === sam.id);
  expect(notice).toMatchObject({
    count: 1,
    body: "access: 400 days → 40 days. To keep them, put AUDIT_KEEP back before then.",
  });
});
