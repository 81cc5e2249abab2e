/** Scenarios about the work: by hand, by machines, failing, held, blocked by a system. */

import { loadRequest } from "../../convex/core/requests/model";
import { loadTask, tasksOf } from "../../convex/core/tasks/model";
import { MINUTE_MS } from "../../convex/lib/pure/time";
import { holdRequest } from "../../convex/process/settling/requestMoves";
import { failTask, retryTask, resolveTask } from "../../convex/process/settling/taskMoves";
import { scenarios, isManual, isConnector } from "./scenario";
import { play, submit, runningTask, stepAt, type Stage, type Plot } from "./stage";
import { dataSource, pipelineChange, biSeat, access, resize, newUser } from "./wishes";

/** A person works on it, or has to take it. */
export const workedOnByHand = scenarios(
  async (stage, plot) => void (await play(stage, await submit(stage, plot), { until: isManual })),
  [
    { hoursAgo: 62, area: "MKT", by: "staff@ao.com", wish: dataSource() },
    { hoursAgo: 59, area: "PRI", wish: pipelineChange({ tool: "dbt", kind: "access" }) },
    { hoursAgo: 70, area: "RET", wish: biSeat({ tool: "sigma" }) },
    { hoursAgo: 64, area: "CUS", wish: dataSource({ hasPersonalData: true }) },
  ],
);

/** All approvals are there: the portal does the rest as soon as the demo opens. */
export const machineAtWork = scenarios(
  async (stage, plot) =>
    void (await play(stage, await submit(stage, plot), { until: isConnector, lastAt: stage.now - MINUTE_MS })),
  [
    { hoursAgo: 26, area: "LOG", wish: access({ domain: "warehousing", level: "read", durationDays: 30 }) },
    { hoursAgo: 40, area: "PEO", wish: access({ domain: "workforce", level: "read", durationDays: 60 }) },
    { hoursAgo: 16, area: "PRI", wish: resize({ size: "SMALL" }) },
  ],
);

/** Its worker fell silent: the lease is over. */
export const lostWorker = scenarios(
  async (stage, plot) => {
    const request = await play(stage, await submit(stage, plot), { until: isConnector });
    const task = await runningTask(stage, request);
    await stage.ctx.db.patch(task._id, { startedAt: stage.now - 11 * MINUTE_MS, leaseUntil: stage.now - MINUTE_MS });
  },
  [{ hoursAgo: 31, area: "B2B", wish: access({ domain: "products", level: "read" }) }],
);
const BUSY = 'Snowflake answered "service busy". It is retried automatically.';
const NO_RIGHT = "The portal's role in Snowflake may not do this. An administrator of Snowflake has to grant it.";

/** Failed for a while; the next attempt is near. */
export const retrying = scenarios(
  async (stage, plot) => {
    const request = await play(stage, await submit(stage, plot), { until: isConnector, lastAt: stage.now - MINUTE_MS });
    await failTask(stepAt(stage, stage.now), await runningTask(stage, request), { outcome: "error", error: BUSY });
  },
  [{ hoursAgo: 18, area: "FIN", by: "daniel.osei@ao.com", wish: access({ domain: "prices", level: "read" }) }],
);

/** A machine's task fails twice, and the requester is told that the request is held up. */
async function failForGood(stage: Stage, plot: Plot) {
  const request = await play(stage, await submit(stage, plot), { until: isConnector });
  const { _id } = await runningTask(stage, request);
  for (let attempt = 1; attempt <= 2; attempt++) {
    const task = await loadTask(stage.ctx, _id);
    const at = (task.startedAt ?? stage.now) + 2 * MINUTE_MS;
    const isFinal = attempt === 2;
    await failTask(stepAt(stage, at), task, {
      outcome: isFinal ? "error" : "timed_out",
      error: isFinal ? NO_RIGHT : BUSY,
      isFinal,
    });
    if (!isFinal)
      await retryTask(
        stepAt(stage, at + MINUTE_MS),
        await loadTask(stage.ctx, _id),
        "system",
        "The first attempt failed",
      );
  }
  await play(stage, request, { until: ({ type }) => type !== "notify" });
  return { request: await loadRequest(stage.ctx, request._id), task: await loadTask(stage.ctx, _id) };
}

/** Failed for good; somebody has to look into it. */
export const blocked = scenarios(
  async (stage, plot) => void (await failForGood(stage, plot)),
  [
    { hoursAgo: 75, area: "MKT", by: "staff@ao.com", wish: access({ domain: "store-sales", level: "read" }) },
    { hoursAgo: 55, area: "BUY", wish: access({ domain: "suppliers", level: "read" }) },
    { hoursAgo: 48, area: "ECO", wish: resize({ size: "MEDIUM" }) },
  ],
);

/** Failed for good, and done by hand. */
export const resolvedByHand = scenarios(
  async (stage, plot) => {
    const { request, task } = await failForGood(stage, plot);
    await resolveTask(
      stepAt(stage, stage.now - 90 * MINUTE_MS, stage.cast.admin),
      task,
      "The role was granted by the platform team",
      "Screenshot of the role list",
    );
    await play(stage, request);
  },
  [{ hoursAgo: 120, area: "PRI", wish: access({ domain: "competitor-prices", level: "read" }) }],
);

/** Held at first; for one of them the hold ends while the monitor looks on, and it schedules what was kept waiting. */
export const onHold = scenarios(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const isShort = plot.area !== "RSK";
    const until = isShort ? stage.now - 210000 : undefined;
    const reason = isShort ? "Waits for the change window" : "Waits for the outcome of the retention review";
    const { admin } = stage.cast;
    const held = await holdRequest(stepAt(stage, request.updatedAt + MINUTE_MS, admin), request, {
      reason,
      personId: admin._id,
      until,
    });
    await play(stage, held, { until: ({ order }) => order > 1 });
  },
  [
    { hoursAgo: 58, area: "CUS", wish: access({ domain: "satisfaction", level: "read" }) },
    { hoursAgo: 90, area: "RSK", wish: pipelineChange({ tool: "dbt", kind: "rerun" }) },
    { hoursAgo: 52, area: "ECO", wish: newUser({ isExpected: true }) },
  ],
);

/** Airflow is off and ThoughtSpot in maintenance (see seed.ts), so the monitor ignores the tasks that need them. */
export const connectorDown = scenarios(
  async (stage, plot) =>
    void (await play(stage, await submit(stage, plot), { until: isManual, lastAt: stage.now - MINUTE_MS })),
  [
    { hoursAgo: 46, area: "MKT", by: "staff@ao.com", wish: biSeat({ tool: "thoughtspot" }) },
    { hoursAgo: 29, area: "LOG", wish: pipelineChange({ tool: "airflow", kind: "rerun" }) },
  ],
);

/** A task of a type this portal does not know. */
export const unknownType = scenarios(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const task = (await tasksOf(stage.ctx, request._id)).find(isManual);
    if (task) await stage.ctx.db.patch(task._id, { type: "rotate_key", title: "Rotate the key" });
    await play(stage, request, { until: ({ type }) => type === "rotate_key" });
  },
  [{ hoursAgo: 100, area: "PRI", wish: pipelineChange({ tool: "dbt", kind: "rerun" }) }],
);
