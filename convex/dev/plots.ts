/** The open stories of the demo world: between them every request status, task status, outcome and monitor decision. */
import { approvalOfTask, stepsOf } from "../core/approvals/model";
import { loadRequest } from "../core/requests/model";
import { loadTask, tasksOf } from "../core/tasks/model";
import { executorOf } from "../core/tasks/rules";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { askInfo, breakGlass, takeBack } from "../process/approving/decide";
import { cancelRequest, failTask, holdRequest, resolveTask, retryTask } from "../process/settling/model";
import { saveDraft } from "../process/submitting/submit";
import {
  asking,
  decideAs,
  letTimePass,
  nextDecider,
  play,
  runningTask,
  stepAt,
  submit,
  viewerOf,
  type Plot,
  type Stage,
} from "./stage";
import {
  access,
  biSeat,
  dataSource,
  leaver,
  newUser,
  newWarehouse,
  pipelineChange,
  resize,
  sandboxSchema,
  serviceUser,
} from "./wishes";

/** One story: what is asked, and how it goes. */
export interface Tale {
  readonly plot: Plot;
  readonly tell: (stage: Stage, plot: Plot) => Promise<void>;
}

const told = (tell: Tale["tell"], plots: readonly Plot[]): Tale[] => plots.map((plot) => ({ plot, tell }));

const isConnector = (task: Parameters<typeof executorOf>[0]): boolean => executorOf(task) === "connector";
const isManual = (task: Parameters<typeof executorOf>[0]): boolean => executorOf(task) === "manual";

const drafts = told(
  async (stage, plot) => {
    const { requester, wish, at } = asking(stage, plot);
    const { reason: _reason, ...form } = wish.form;
    await saveDraft(stage.ctx, viewerOf(requester), { typeKey: wish.typeKey, form }, at);
  },
  [
    { hoursAgo: 30, area: "MKT", by: "staff@ao.com", wish: sandboxSchema },
    { hoursAgo: 6, area: "FIN", by: "finops@ao.com", wish: newWarehouse() },
    { hoursAgo: 2, area: "LOG", wish: dataSource() },
  ],
);

/** Somebody has to decide first. What waits longer was reminded of, and escalated. */
const awaitingApproval = told(
  async (stage, plot) => await letTimePass(stage, await submit(stage, plot)),
  [
    {
      hoursAgo: 3,
      area: "MKT",
      by: "staff@ao.com",
      wish: access({ domain: "deliveries", level: "read", durationDays: 90 }),
    },
    { hoursAgo: 5, area: "MKT", by: "jonas.weber@ao.com", wish: access({ domain: "campaigns", level: "read" }) },
    { hoursAgo: 21, area: "MKT", by: "freya.olsen@ao.com", wish: biSeat({ tool: "sigma" }) },
    { hoursAgo: 7, area: "DAT", by: "luca.moretti@ao.com", wish: access({ domain: "orders", level: "write" }) },
    { hoursAgo: 28, area: "DAT", by: "wei.zhang@ao.com", wish: biSeat({ tool: "thoughtspot" }) },
    { hoursAgo: 9, area: "DAT", by: "olivia.marsh@ao.com", wish: newUser({ isExpected: true }) },
    { hoursAgo: 33, area: "DAT", by: "femi.balogun@ao.com", wish: newWarehouse() },
    { hoursAgo: 12, area: "RSK", by: "henrik.larsen@ao.com", wish: newUser({ isExpected: true }) },
    { hoursAgo: 4, area: "RSK", by: "tomasz.wilk@ao.com", wish: serviceUser() },
    { hoursAgo: 20, area: "FIN", by: "kwame.boateng@ao.com", wish: newUser({ isExpected: true }) },
    { hoursAgo: 15, area: "FIN", by: "ingrid.haugen@ao.com", wish: resize() },
    { hoursAgo: 8, area: "BUY", wish: newWarehouse({ size: "LARGE" }) },
    { hoursAgo: 10, area: "RET", wish: biSeat({ license: "explorer" }) },
    { hoursAgo: 26, area: "ECO", wish: sandboxSchema },
    { hoursAgo: 51, area: "B2B", wish: access({ domain: "business-accounts" }) },
  ],
);

const awaitingSecondApproval = told(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const [first] = await tasksOf(stage.ctx, request._id);
    await play(stage, request, { until: ({ _id }) => _id !== first?._id });
    await letTimePass(stage, request);
  },
  [
    { hoursAgo: 30, area: "PRI", wish: access({ domain: "customers", level: "read" }) },
    { hoursAgo: 44, area: "LOG", wish: access({ domain: "web-analytics" }) },
    { hoursAgo: 22, area: "BUY", wish: access({ domain: "planning" }) },
    { hoursAgo: 38, area: "RET", wish: access({ domain: "platform-usage" }) },
    { hoursAgo: 36, area: "ECO", wish: access({ domain: "campaigns" }) },
    { hoursAgo: 18, area: "CUS", wish: access({ domain: "media-spend" }) },
  ],
);

/** Two of governance have to agree about personal data. */
const awaitingGovernance = told(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    await play(stage, request, { until: ({ type }) => type === "approve_governance" });
    await letTimePass(stage, request);
  },
  [
    { hoursAgo: 60, area: "ECO", wish: access({ domain: "contacts", level: "read" }) },
    { hoursAgo: 47, area: "MKT", by: "amelia.hughes@ao.com", wish: access({ domain: "fraud", level: "read" }) },
  ],
);

const workedOnByHand = told(
  async (stage, plot) => void (await play(stage, await submit(stage, plot), { until: isManual })),
  [
    { hoursAgo: 62, area: "MKT", by: "staff@ao.com", wish: dataSource() },
    { hoursAgo: 59, area: "PRI", wish: pipelineChange({ tool: "dbt", kind: "access" }) },
    { hoursAgo: 70, area: "RET", wish: biSeat({ tool: "sigma" }) },
    { hoursAgo: 64, area: "CUS", wish: dataSource({ hasPersonalData: true }) },
  ],
);

/** All approvals are there: the portal does the rest as soon as the demo opens. */
const machineAtWork = told(
  async (stage, plot) =>
    void (await play(stage, await submit(stage, plot), { until: isConnector, lastAt: stage.now - MINUTE_MS })),
  [
    { hoursAgo: 26, area: "LOG", wish: access({ domain: "warehousing", level: "read", durationDays: 30 }) },
    { hoursAgo: 40, area: "PEO", wish: access({ domain: "workforce", level: "read", durationDays: 60 }) },
    { hoursAgo: 16, area: "PRI", wish: resize({ size: "SMALL" }) },
  ],
);

const lostWorker = told(
  async (stage, plot) => {
    const request = await play(stage, await submit(stage, plot), { until: isConnector });
    const task = await runningTask(stage, request);
    await stage.ctx.db.patch(task._id, { startedAt: stage.now - 11 * MINUTE_MS, leaseUntil: stage.now - MINUTE_MS });
  },
  [{ hoursAgo: 31, area: "B2B", wish: access({ domain: "products", level: "read" }) }],
);

const BUSY = 'Snowflake answered "service busy". It is tried again by itself.';
const NO_RIGHT = "The portal's role in Snowflake may not do this. An administrator of Snowflake has to grant it.";

const retrying = told(
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

const blocked = told(
  async (stage, plot) => void (await failForGood(stage, plot)),
  [
    { hoursAgo: 75, area: "MKT", by: "staff@ao.com", wish: access({ domain: "store-sales", level: "read" }) },
    { hoursAgo: 55, area: "BUY", wish: access({ domain: "suppliers", level: "read" }) },
    { hoursAgo: 48, area: "ECO", wish: resize({ size: "MEDIUM" }) },
  ],
);

const resolvedByHand = told(
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

const needsInfo = told(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const approval = await approvalOfTask(stage.ctx, (await runningTask(stage, request))._id);
    const open = approval && (await stepsOf(stage.ctx, approval._id)).find(({ state }) => state === "Active");
    if (!approval || !open) return;
    const person = await nextDecider(stage, open._id);
    const comment = "Which tables does it read, and who receives the result?";
    await askInfo(stepAt(stage, request.updatedAt + 3 * HOUR_MS, person), {
      approvalId: approval._id,
      comment,
      decider: { person, isImpersonating: false },
    });
  },
  [
    { hoursAgo: 23, area: "MKT", by: "staff@ao.com", wish: access({ domain: "loyalty", level: "read" }) },
    { hoursAgo: 37, area: "RET", wish: serviceUser() },
  ],
);

/** Held at first; for one of them the hold ends while the monitor looks on, and it schedules what was kept waiting. */
const onHold = told(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const isShort = plot.area !== "RSK";
    const until = isShort ? stage.now - 210_000 : undefined;
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
const connectorDown = told(
  async (stage, plot) =>
    void (await play(stage, await submit(stage, plot), { until: isManual, lastAt: stage.now - MINUTE_MS })),
  [
    { hoursAgo: 46, area: "MKT", by: "staff@ao.com", wish: biSeat({ tool: "thoughtspot" }) },
    { hoursAgo: 29, area: "LOG", wish: pipelineChange({ tool: "airflow", kind: "rerun" }) },
  ],
);

const unknownType = told(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const task = (await tasksOf(stage.ctx, request._id)).find(isManual);
    if (task) await stage.ctx.db.patch(task._id, { type: "rotate_key", title: "Rotate the key" });
    await play(stage, request, { until: ({ type }) => type === "rotate_key" });
  },
  [{ hoursAgo: 100, area: "PRI", wish: pipelineChange({ tool: "dbt", kind: "rerun" }) }],
);

const takenBack = told(
  async (stage, plot) => {
    const request = await play(stage, await submit(stage, plot), { until: ({ order }) => order > 1 });
    const approval = (await tasksOf(stage.ctx, request._id)).find(({ order }) => order === 1);
    const decided = approval && (await approvalOfTask(stage.ctx, approval._id));
    if (!decided) return;
    const person = stage.cast.admin;
    await takeBack(stepAt(stage, request.updatedAt + 10 * MINUTE_MS, person), {
      approvalId: decided._id,
      comment: "The load was repaired in the meantime",
      decider: { person, isImpersonating: false },
    });
  },
  [{ hoursAgo: 72, area: "PRI", wish: pipelineChange({ tool: "airflow", kind: "rerun" }) }],
);

const brokenGlass = told(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const approval = await approvalOfTask(stage.ctx, (await runningTask(stage, request))._id);
    if (!approval) return;
    const person = stage.cast.superAdmin;
    const comment = "The close stands still tonight; the owner is on a plane and cannot be reached.";
    await breakGlass(stepAt(stage, request.updatedAt + HOUR_MS, person), {
      approvalId: approval._id,
      comment,
      decider: { person, isImpersonating: false },
    });
    await play(stage, request, { until: isConnector });
  },
  [{ hoursAgo: 11, area: "FIN", by: "chloe.donnelly@ao.com", wish: resize({ size: "MEDIUM" }) }],
);

const leaving = told(
  async (stage, plot) => void (await play(stage, await submit(stage, plot), { until: ({ order }) => order > 2 })),
  [{ hoursAgo: 50, area: "B2B", by: "declan.byrne@ao.com", wish: leaver({ email: "hugo.martins@ao.com" }) }],
);

const rejected = told(
  async (stage, plot) => {
    const task = await runningTask(stage, await submit(stage, plot));
    await decideAs(stage, task, {
      at: (task.startedAt ?? stage.now) + 3 * HOUR_MS,
      verdict: "reject",
      comment: "A role that you hold already covers this.",
    });
  },
  [{ hoursAgo: 110, area: "MKT", by: "staff@ao.com", wish: access({ domain: "media-spend", level: "write" }) }],
);

const expired = told(
  async (stage, plot) => {
    await letTimePass({ ...stage, now: stage.now - plot.hoursAgo * HOUR_MS + 6 * DAY_MS }, await submit(stage, plot));
  },
  [{ hoursAgo: 190, area: "B2B", wish: access({ domain: "receivables", level: "read" }) }],
);

const cancelled = told(
  async (stage, plot) => {
    const request = await submit(stage, plot);
    const requester = await stage.ctx.db.get(request.requesterId);
    await cancelRequest(
      stepAt(stage, request.updatedAt + HOUR_MS, requester ?? undefined),
      request,
      "The project was postponed",
    );
  },
  [{ hoursAgo: 84, area: "MKT", by: "staff@ao.com", wish: newWarehouse() }],
);

/** Access that was given lately, and access that ends soon. */
const given = told(
  async (stage, plot) => void (await play(stage, await submit(stage, plot))),
  [
    {
      hoursAgo: 83 * 24,
      area: "MKT",
      by: "staff@ao.com",
      wish: access({ domain: "web-analytics", level: "read", durationDays: 90 }),
    },
    {
      hoursAgo: 400,
      area: "MKT",
      by: "staff@ao.com",
      wish: access({ domain: "orders", level: "read", durationDays: 90 }),
    },
    {
      hoursAgo: 160,
      area: "FIN",
      by: "finops@ao.com",
      wish: access({ domain: "cloud-cost", level: "read", durationDays: 180 }),
    },
  ],
);

/** Every open story, the oldest first: request numbers follow it. */
export const OPEN_TALES: readonly Tale[] = [
  drafts,
  awaitingApproval,
  awaitingSecondApproval,
  awaitingGovernance,
  workedOnByHand,
  machineAtWork,
  lostWorker,
  retrying,
  blocked,
  resolvedByHand,
  needsInfo,
  onHold,
  connectorDown,
  unknownType,
  takenBack,
  brokenGlass,
  leaving,
  rejected,
  expired,
  cancelled,
  given,
]
  .flat()
  .toSorted((a, b) => b.plot.hoursAgo - a.plot.hoursAgo);
