/** The stories of the demo world: between them every request status, task status, outcome and monitor decision. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { loadRequest } from "../requests/model";
import { loadTask, tasksOf, type TaskDraft } from "../tasks/model";
import { askRequester, cancelRequest, failTask, holdRequest, resolveTask, retryTask, revokeApproval } from "../workflow/model";
import { draft, playUpTo, runningTask, stepAt, submit, type Plot, type Stage } from "./stage";

/** One kind of story, told once for each plot. */
interface Story {
  readonly plots: (stage: Stage) => readonly Plot[];
  readonly tell: (stage: Stage, plot: Plot) => Promise<void>;
}

const LAST = 100;
const ORDER_HISTORY = 0, SEATS = 1, FEED = 2, SANDBOX = 3, WAREHOUSE = 4, DBT = 5, SERVICE_USER = 6, GROUP = 7, NEW_USER = 8, CATALOGUE = 9, RERUN = 10;

const drafts: Story = {
  plots: ({ cast }) => [
    { subject: SANDBOX, area: 0, hoursAgo: 30, requester: cast.staff },
    { subject: WAREHOUSE, area: 6, hoursAgo: 6, requester: cast.finops },
    { subject: FEED, area: 3, hoursAgo: 2 },
  ],
  tell: async (stage, plot) => void (await draft(stage, plot)),
};

const awaitingApproval: Story = {
  plots: ({ cast }) => [
    { subject: ORDER_HISTORY, area: 0, hoursAgo: 5, approver: cast.superAdmin, requester: cast.staff },
    { subject: NEW_USER, area: 1, hoursAgo: 28, approver: cast.superAdmin },
    { subject: SANDBOX, area: 2, hoursAgo: 9, approver: cast.staff },
    { subject: SERVICE_USER, area: 10, hoursAgo: 51, approver: cast.staff },
    { subject: SEATS, area: 4, hoursAgo: 3 },
    { subject: WAREHOUSE, area: 5, hoursAgo: 20, requester: cast.admin },
    { subject: FEED, area: 7, hoursAgo: 33 },
    { subject: CATALOGUE, area: 11, hoursAgo: 12 },
    { subject: DBT, area: 8, hoursAgo: 7, requester: cast.governance },
    { subject: RERUN, area: 3, hoursAgo: 4 },
  ],
  tell: async (stage, plot) => void (await submit(stage, plot)),
};

const awaitingSecondApproval: Story = {
  plots: ({ cast }) => [
    { subject: ORDER_HISTORY, area: 4, hoursAgo: 60 },
    { subject: WAREHOUSE, area: 9, hoursAgo: 44, approver: cast.superAdmin },
    { subject: SERVICE_USER, area: 6, hoursAgo: 70, requester: cast.finops },
  ],
  tell: async (stage, plot) => void (await playUpTo(stage, await submit(stage, plot), 2)),
};

const workedOnByHand: Story = {
  plots: ({ cast }) => [
    { subject: FEED, area: 1, hoursAgo: 80, requester: cast.staff },
    { subject: CATALOGUE, area: 5, hoursAgo: 95 },
    { subject: FEED, area: 10, hoursAgo: 130, approver: cast.staff, edit: (task) => (task.type === "design_review" ? { ...task, skippedBecause: "The design of a copied feed is already reviewed" } : task) },
  ],
  tell: async (stage, plot) => {
    const request = await submit(stage, plot);
    await playUpTo(stage, request, plot.edit ? LAST : 2);
  },
};

const machineAtWork: Story = {
  plots: ({ cast }) => [
    { subject: NEW_USER, area: 3, hoursAgo: 26, requester: cast.staff, edit: slow(420) },
    { subject: ORDER_HISTORY, area: 8, hoursAgo: 40, edit: slow(900) },
    { subject: DBT, area: 7, hoursAgo: 15, edit: slow(240) },
  ],
  tell: async (stage, plot) => {
    const request = await submit(stage, plot);
    const tasks = await tasksOf(stage.ctx, request._id);
    const firstWithoutHands = tasks.find(({ assigneeId }) => assigneeId === undefined);
    await playUpTo(stage, request, firstWithoutHands?.order ?? LAST, stage.now - MINUTE_MS);
  },
};

function slow(runSeconds: number): NonNullable<Plot["edit"]> {
  return (task) => (task.assigneeId ? task : { ...task, input: { runSeconds } });
}

const lostWorker: Story = {
  plots: ({ now }) => [
    { subject: SANDBOX, area: 11, hoursAgo: 31, edit: (task) => (task.type === "create_schema" ? { ...task, input: { losesWorker: true }, dueAt: now - MINUTE_MS } : task) },
  ],
  tell: async (stage, plot) => void (await playUpTo(stage, await submit(stage, plot), 2, stage.now - 11 * MINUTE_MS)),
};

const retrying: Story = {
  plots: () => [
    { subject: NEW_USER, area: 6, hoursAgo: 18, edit: failing },
    { subject: DBT, area: 2, hoursAgo: 22, edit: failing },
  ],
  tell: async (stage, plot) => {
    const request = await submit(stage, plot);
    await playUpTo(stage, request, 2, stage.now - MINUTE_MS);
    const task = await runningTask(stage, request);
    await failTask(stepAt(stage, stage.now), task, { outcome: "error", error: `${task.title} failed: the target system answered "service busy" (attempt 1 of 3)` });
  },
};

function failing(task: TaskDraft): TaskDraft {
  return task.order === 2 ? { ...task, input: { runSeconds: 40, failAttempts: 1 } } : task;
}

const blocked: Story = {
  plots: ({ cast }) => [
    { subject: ORDER_HISTORY, area: 9, hoursAgo: 75, requester: cast.staff },
    { subject: SANDBOX, area: 4, hoursAgo: 55 },
    { subject: NEW_USER, area: 10, hoursAgo: 48 },
  ],
  tell: async (stage, plot) => void (await failForGood(stage, plot)),
};

async function failForGood(stage: Stage, plot: Plot) {
  const request = await submit(stage, plot);
  await playUpTo(stage, request, plot.subject === ORDER_HISTORY ? 3 : 2);
  const { _id } = await runningTask(stage, request);
  for (let attempt = 1; attempt <= 3; attempt++) {
    const task = await loadTask(stage.ctx, _id);
    const at = (task.startedAt ?? stage.now) + 2 * MINUTE_MS;
    const error = `Insufficient privileges to operate on the target (attempt ${attempt} of 3)`;
    await failTask(stepAt(stage, at), task, { outcome: attempt === 2 ? "timed_out" : "error", error });
    if (attempt < 3) await retryTask(stepAt(stage, at + MINUTE_MS), await loadTask(stage.ctx, _id), "system", `Attempt ${attempt} of 3 failed`);
  }
  return { request, task: await loadTask(stage.ctx, _id) };
}

const resolvedByHand: Story = {
  plots: () => [{ subject: NEW_USER, area: 5, hoursAgo: 120 }],
  tell: async (stage, plot) => {
    const { request, task } = await failForGood(stage, plot);
    await resolveTask(stepAt(stage, stage.now - 90 * MINUTE_MS, stage.cast.admin), task, "The role was granted by the platform team", "Screenshot of the role list");
    await playUpTo(stage, request, LAST);
  },
};

const needsInfo: Story = {
  plots: ({ cast }) => [
    { subject: FEED, area: 0, hoursAgo: 66, requester: cast.staff },
    { subject: SERVICE_USER, area: 1, hoursAgo: 37 },
  ],
  tell: async (stage, plot) => {
    const request = await submit(stage, plot);
    await playUpTo(stage, request, 2);
    const question = { question: "Which tables does the export read, and who receives it?", askedById: stage.cast.governance._id };
    await askRequester(stepAt(stage, stage.now - 100 * MINUTE_MS, stage.cast.governance), await loadRequest(stage.ctx, request._id), question);
  },
};

/** Held at first; for one of them the hold ends while the monitor looks on, and it schedules what was kept waiting. */
const onHold: Story = {
  plots: () => [
    { subject: ORDER_HISTORY, area: 2, hoursAgo: 58 },
    { subject: SANDBOX, area: 7, hoursAgo: 90 },
    { subject: WAREHOUSE, area: 10, hoursAgo: 52 },
  ],
  tell: async (stage, plot) => {
    const request = await submit(stage, plot);
    const isShort = plot.subject !== SANDBOX;
    const until = isShort ? stage.now - 210_000 : undefined;
    const reason = isShort ? "Waits for the change window" : "Waits for the outcome of the retention review";
    const { admin } = stage.cast;
    const held = await holdRequest(stepAt(stage, request.updatedAt + MINUTE_MS, admin), request, { reason, personId: admin._id, until });
    await playUpTo(stage, held, 2);
  },
};

/** Their connectors are off or in maintenance (see seed.ts), so the monitor ignores the tasks that need them. */
const connectorDown: Story = {
  plots: ({ cast }) => [
    { subject: SEATS, area: 0, hoursAgo: 46, requester: cast.staff },
    { subject: GROUP, area: 3, hoursAgo: 29 },
    { subject: RERUN, area: 11, hoursAgo: 35 },
  ],
  tell: async (stage, plot) => void (await playUpTo(stage, await submit(stage, plot), 2, stage.now - MINUTE_MS)),
};

const unknownType: Story = {
  plots: () => [{ subject: SERVICE_USER, area: 5, hoursAgo: 100, edit: (task) => (task.type === "create_user" ? { ...task, type: "rotate_key", title: "Rotate the key" } : task) }],
  tell: async (stage, plot) => void (await playUpTo(stage, await submit(stage, plot), 4)),
};

const completed: Story = {
  plots: ({ cast }) => [
    { subject: ORDER_HISTORY, area: 1, hoursAgo: 400, requester: cast.staff },
    { subject: NEW_USER, area: 4, hoursAgo: 310, approver: cast.superAdmin },
    { subject: SANDBOX, area: 9, hoursAgo: 270, approver: cast.staff },
    { subject: WAREHOUSE, area: 2, hoursAgo: 250 },
    { subject: DBT, area: 0, hoursAgo: 220, requester: cast.staff },
    { subject: SERVICE_USER, area: 7, hoursAgo: 200 },
    { subject: DBT, area: 10, hoursAgo: 160, edit: (task) => (task.type === "verify" ? { ...task, skippedBecause: "Group membership needs no reading back" } : task) },
    { subject: NEW_USER, area: 8, hoursAgo: 140 },
  ],
  tell: async (stage, plot) => void (await playUpTo(stage, await submit(stage, plot), LAST)),
};

const rejected: Story = {
  plots: ({ cast }) => [
    { subject: SERVICE_USER, area: 3, hoursAgo: 180 },
    { subject: SEATS, area: 5, hoursAgo: 110, requester: cast.staff },
  ],
  tell: async (stage, plot) => {
    const task = await runningTask(stage, await submit(stage, plot));
    const approver = task.assigneeId ? await stage.ctx.db.get(task.assigneeId) : null;
    const at = (task.startedAt ?? stage.now) + 3 * HOUR_MS;
    await failTask(stepAt(stage, at, approver ?? undefined), task, { outcome: "rejected", error: "A role that already exists covers this" });
  },
};

const takenBack: Story = {
  plots: () => [{ subject: RERUN, area: 6, hoursAgo: 72 }],
  tell: async (stage, plot) => {
    const request = await submit(stage, plot);
    const at = await playUpTo(stage, request, 2);
    const approval = (await tasksOf(stage.ctx, request._id)).find(({ order }) => order === 1);
    if (approval) await revokeApproval(stepAt(stage, at + 10 * MINUTE_MS, stage.cast.admin), approval, "The load was repaired in the meantime");
  },
};

const expired: Story = {
  plots: () => [
    { subject: ORDER_HISTORY, area: 11, hoursAgo: 190 },
    { subject: FEED, area: 4, hoursAgo: 210 },
  ],
  tell: async (stage, plot) => {
    const task = await runningTask(stage, await submit(stage, plot));
    const at = (task.startedAt ?? stage.now) + 5 * DAY_MS;
    await failTask(stepAt(stage, at), task, { outcome: "timed_out", error: "Nobody decided within 5 days" });
  },
};

const cancelled: Story = {
  plots: ({ cast }) => [
    { subject: NEW_USER, area: 2, hoursAgo: 84, requester: cast.staff },
    { subject: SANDBOX, area: 5, hoursAgo: 64 },
  ],
  tell: async (stage, plot) => {
    const request = await submit(stage, plot);
    const at = await playUpTo(stage, request, plot.subject === SANDBOX ? 2 : 1);
    const requester = await stage.ctx.db.get(request.requesterId);
    const reason = "The project was postponed";
    await cancelRequest(stepAt(stage, at + HOUR_MS, requester ?? undefined), await loadRequest(stage.ctx, request._id), reason);
  },
};

/** Every story in the order in which it is told: request numbers follow it. */
export const STORIES: readonly Story[] = [
  completed, expired, rejected, takenBack, cancelled, resolvedByHand, blocked, needsInfo, onHold, connectorDown,
  unknownType, workedOnByHand, awaitingSecondApproval, machineAtWork, retrying, lostWorker, awaitingApproval, drafts,
];
