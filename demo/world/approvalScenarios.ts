/** Scenarios about deciding: not sent yet, waiting, asked about, approved, rejected, expired, taken back. */

import { viewerOf } from "../../convex/access/viewer";
import { approvalOfTask, stepsOf } from "../../convex/core/approvals/model";
import { tasksOf } from "../../convex/core/tasks/model";
import { HOUR_MS, MINUTE_MS, DAY_MS } from "../../convex/lib/pure/time";
import { askInfo, takeBack, breakGlass } from "../../convex/process/approving/decide";
import { saveDraft } from "../../convex/process/submitting/submit";
import { scenarios, isConnector } from "./scenario";
import { asking, letTimePass, submit, play, runningTask, nextDecider, stepAt, decideAs } from "./stage";
import {
  sandboxSchema,
  newWarehouse,
  dataSource,
  access,
  biSeat,
  newUser,
  serviceUser,
  resize,
  pipelineChange,
} from "./wishes";

/** Begun and not sent yet. */
export const drafts = scenarios(
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
export const awaitingApproval = scenarios(
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

/** The first approval is given, the second is not. */
export const awaitingSecondApproval = scenarios(
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
export const awaitingGovernance = scenarios(
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

/** An approver asked something back. */
export const needsInfo = scenarios(
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

/** An approval was taken back in time. */
export const takenBack = scenarios(
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

/** A super admin approved alone; some of it is reviewed already. */
export const brokenGlass = scenarios(
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

/** Somebody said no. */
export const rejected = scenarios(
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

/** Nobody decided in time. */
export const expired = scenarios(
  async (stage, plot) => {
    await letTimePass({ ...stage, now: stage.now - plot.hoursAgo * HOUR_MS + 6 * DAY_MS }, await submit(stage, plot));
  },
  [{ hoursAgo: 190, area: "B2B", wish: access({ domain: "receivables", level: "read" }) }],
);
