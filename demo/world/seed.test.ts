import { afterEach, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { LISTED } from "../../convex/core/feedback/rules/listed";
import { executorOf } from "../../convex/core/tasks/rules";
import { DAY_MS, MINUTE_MS } from "../../convex/lib/pure/time";
import { offersIn } from "../../convex/tasks/offers.testing";
import { DAWN, endWorld, tokenOf } from "../../convex/testing/world.testing";
import { DEMO_ACCOUNTS } from "./accounts";
import { snowflakeUserOf } from "./company";
import { HELP_TEXTS } from "./help/texts";
import { aDemoWorld, aToldDemo, demoFunctions, tell } from "./world.testing";

afterEach(endWorld);

/** Few ended requests are enough to see them all. */
const HISTORY = 12;

const kinds = <T, K>(rows: readonly T[], kind: (row: T) => K): K[] => [...new Set(rows.map(kind))];

test("the demo world holds tickets in most states with their causes, and articles; no open notice of them", async () => {
  const world = await aToldDemo(HISTORY);
  const tickets = await world.rows("tickets");
  const states = ["new", "open", "resolved", "waitingOnRequester", "waitingOnThirdParty"];
  expect(kinds(tickets, ({ state }) => state).toSorted()).toEqual(states);
  expect(kinds(tickets, ({ satisfaction }) => satisfaction).toSorted()).toEqual(["bad", "good", undefined]);
  expect(kinds(tickets, ({ isSolvedInTime }) => isSolvedInTime)).toEqual(expect.arrayContaining([true, false]));
  for (const { state, cause } of tickets) expect(cause !== undefined).toBe(state === "resolved");
  const areas = new Map((await world.rows("businessAreas")).map(({ _id, name }) => [_id, name]));
  const teams = kinds(tickets, ({ teamId }) => (teamId === undefined ? "none" : areas.get(teamId)));
  expect(teams.toSorted()).toEqual(["Data Platform", "Finance"]);
  expect(await world.rows("supportTeamsVersions")).toMatchObject([{ version: 1, setAt: DAWN - 90 * DAY_MS }]);
  const articles = await world.rows("articles");
  expect(kinds(articles, ({ status }) => status).toSorted()).toEqual(["draft", "published"]);
  expect(kinds(articles, ({ audience }) => audience).toSorted()).toEqual(["agents", "everyone"]);
  expect(articles.filter(({ reviewAt }) => reviewAt < DAWN)).toHaveLength(1);
  expect(articles.filter(({ version }) => version > 1)).toHaveLength(3);
  expect(articles.map(({ helped, notHelped }) => helped + notHelped)).toEqual(
    HELP_TEXTS.map(({ helped, missing }) => helped + missing.length),
  );
  const from = articles.find(({ ticketId }) => ticketId !== undefined);
  expect(tickets.find(({ _id }) => _id === from?.ticketId)?.title).toBe("Last Sunday’s orders are missing");
  // What tickets and articles lead to is there.
  const bodies = [...(await world.rows("ticketMessages")), ...(await world.rows("articleTexts"))]
    .map(({ body }) => body)
    .join(" ");
  const led = [...bodies.matchAll(/ART-\d+/g)].map(([key]) => key);
  expect(led.length).toBeGreaterThan(0);
  expect(articles.map(({ key }) => key)).toEqual(expect.arrayContaining(led));
  const notices = (await world.rows("notifications")).filter(({ kind }) => /^(ticket|article)\./.test(kind));
  expect(notices.length).toBeGreaterThan(0);
  expect(notices.filter(({ archivedAt }) => archivedAt === undefined)).toEqual([]);
});

test("in the demo world whoever stands as invited has an invitation that is out, and agents have replies to begin with", async () => {
  const world = await aToldDemo(HISTORY);
  const open = (await world.rows("invitations")).filter(
    ({ state, expiresAt }) => state === "open" && expiresAt > world.now(),
  );
  const invited = (await world.rows("people")).filter(({ status }) => status === "invited");
  expect(invited.length).toBeGreaterThan(1);
  expect(open.map(({ personId }) => personId).toSorted()).toEqual(invited.map(({ _id }) => _id).toSorted());
  expect(await world.rows("accountOrders")).toEqual([]);
  const replies = await world.rows("cannedReplies");
  expect(new Set(replies.map(({ after }) => after))).toEqual(new Set([null, "wait", "resolve"]));
});

test("the demo world holds ideas of every status lists show, with votes, and tells nobody of them", async () => {
  const world = await aToldDemo(HISTORY);
  const ideas = await world.rows("ideas");
  expect(kinds(ideas, ({ status }) => status).toSorted()).toEqual([...LISTED].toSorted());
  const votes = (await world.rows("ideaVotes")).filter(({ isCast }) => isCast);
  for (const idea of ideas) expect(votes.filter(({ ideaId }) => ideaId === idea._id)).toHaveLength(idea.votes);
  expect(ideas.filter(({ about }) => about)).toHaveLength(2);
  expect(ideas.find(({ about, status }) => about && status === "Shipped")?.shippedPain?.runs).toBeGreaterThan(0);
  const told = (await world.rows("notifications")).filter(
    ({ kind, archivedAt }) => kind.startsWith("idea.") && !archivedAt,
  );
  expect(told).toEqual([]);
});

test("the demo world holds an access review that ended and one under way, and sends no mail about them", async () => {
  const world = await aToldDemo(HISTORY);
  const [past, open, ...more] = await world.rows("accessReviews");
  expect(more).toEqual([]);
  expect(past).toMatchObject({ domainKey: "store-sales", state: "ended", endedAt: DAWN - 46 * DAY_MS });
  expect(open).toMatchObject({ domainKey: "business-accounts", state: "open", dueAt: DAWN + 9 * DAY_MS });
  // Nothing was taken away for them, and whoever is asked finds it in the portal.
  const told = (await world.rows("notifications")).filter(({ kind }) => kind.startsWith("review."));
  expect(kinds(told, ({ kind }) => kind)).toEqual(["review.asked"]);
  expect(told.filter(({ mailDueAt, digestDueAt }) => mailDueAt !== undefined || digestDueAt !== undefined)).toEqual([]);
});

test("the demo world shows every state a request, a task and the monitor can be in", async () => {
  const world = await aToldDemo(HISTORY);
  const { kept, due } = await offersIn(world);
  expect(kept).toEqual(due);
  const requests = await world.rows("requests");
  const tasks = await world.rows("requestTasks");
  expect(requests.length).toBeGreaterThanOrEqual(40);
  expect(tasks.length).toBeGreaterThanOrEqual(200);
  expect(kinds(requests, ({ status }) => status).toSorted()).toEqual([
    "Blocked",
    "Cancelled",
    "Completed",
    "Draft",
    "Expired",
    "In progress",
    "Needs info",
    "Pending approval",
    "Rejected",
  ]);
  expect(kinds(tasks, ({ status }) => status).toSorted()).toEqual(["Complete", "Failed", "Not Started", "Running"]);
  expect(kinds(tasks, ({ outcome }) => outcome ?? "none").toSorted()).toEqual([
    "cancelled",
    "done",
    "error",
    "none",
    "rejected",
    "resolved_manually",
    "revoked",
    "skipped",
    "timed_out",
  ]);
  const rows = await world.rows("taskMonitorLogTasks");
  expect(kinds(rows, ({ action }) => action).toSorted()).toEqual(["Ignored", "No Change", "Scheduled"]);
  const reasons = kinds(rows, ({ reason }) => reason).join("\n");
  for (const part of [
    "All earlier tasks complete",
    "Waiting for task",
    "waiting on",
    "Overdue; executor",
    "On hold",
    "Needs info",
    "failed; ",
    "is tried again",
    "is switched off",
    "in maintenance",
    "Unknown task type",
  ])
    expect(reasons).toContain(part);
  expect(kinds(await world.rows("taskMonitorLogs"), ({ error }) => error !== undefined)).toEqual([true, false]);
});

test("whoever was to be told of the past was told then: no message is left for when the demo opens", async () => {
  const world = await aToldDemo(HISTORY);
  const told = (await world.rows("requestTasks")).filter(({ type }) => type === "notify");
  expect(told.filter(({ status }) => status === "Running")).toEqual([]);
  const titles = (await world.rows("notifications")).map(({ title }) => title).join("\n");
  for (const part of ["is done: ", "is held up: "]) expect(titles).toContain(part);
});

test("what time alone does to the past was done: for half an hour the clock reminds nobody and ends nobody's task", async () => {
  const world = await aToldDemo(HISTORY);
  const told = new Set((await world.rows("notifications")).map(({ _id, updatedAt }) => `${_id} ${updatedAt}`));
  const { workflow, grants, approvals, requests } = internal;
  for (let minute = 0; minute < 30; minute += 5) {
    await world.advance(5 * MINUTE_MS);
    for (const cron of [
      workflow.internal.runMonitor,
      workflow.internal.sweep,
      grants.internal.check,
      approvals.internal.runTimers,
      requests.internal.checkOpenQuestions,
    ])
      await world.internal(cron, {});
  }
  // This world has no Snowflake: what is due there fails, which is not the clock's doing.
  const machines = new Set(
    (await world.rows("requestTasks"))
      .filter((task) => executorOf(task) === "connector")
      .map(({ _id }) => _id as string),
  );
  const news = (await world.rows("notifications")).filter(
    ({ _id, updatedAt, kind, subject }) =>
      /^(approval|task)\./.test(kind) && !told.has(`${_id} ${updatedAt}`) && !machines.has(subject.id),
  );
  expect(news.map(({ title }) => title)).toEqual([]);
});

test("a run of the clock before the world was filled is forgotten", async () => {
  const world = await aDemoWorld();
  await world.clockRun();
  await tell(world, HISTORY);
  expect(kinds(await world.rows("taskMonitorLogs"), ({ summary }) => summary)).not.toContain("No open tasks");
});

test("each demo account has something to decide or to do", async () => {
  const world = await aToldDemo(HISTORY);
  for (const account of DEMO_ACCOUNTS.filter(({ hasChangedInitialPassword }) => hasChangedInitialPassword)) {
    const name = account.email.split("@")[0] ?? "";
    const caller = world.as(tokenOf(name, { email: account.email }));
    await caller.mutation(api.people.mutations.signedIn, {});
    expect(await caller.query(api.people.queries.me, {})).toMatchObject({
      firstName: account.firstName,
      roles: account.roles,
    });
    const { rows } = await caller.query(api.approvals.queries.mine, {});
    expect(rows.length, account.email).toBeGreaterThanOrEqual(2);
  }
});

test("nobody holds somebody else's user in Snowflake", async () => {
  const world = await aToldDemo(40);
  const people = new Map((await world.rows("people")).map((person) => [person._id as string, person]));
  const requests = new Map((await world.rows("requests")).map((request) => [request._id as string, request]));
  const made = (await world.rows("requestTasks")).filter(({ type }) => type === "create_person");
  expect(made.length).toBeGreaterThan(0);
  for (const { requestId, input } of made) {
    const beneficiary = people.get(requests.get(requestId)?.beneficiaryId ?? "");
    expect([input["email"], input["user"]], requests.get(requestId)?.key).toEqual([
      beneficiary?.email,
      beneficiary && snowflakeUserOf(beneficiary),
    ]);
  }
  const users = [...people.values()].flatMap(({ snowflakeUser }) => snowflakeUser ?? []);
  expect(users.toSorted()).toEqual(
    [...people.values()]
      .filter(({ snowflakeUser }) => snowflakeUser !== undefined)
      .map(snowflakeUserOf)
      .toSorted(),
  );
  const given = (await world.rows("grants")).filter(({ description }) => /^User \w+ in Snowflake$/.test(description));
  expect(given.length).toBeGreaterThan(0);
  for (const { beneficiaryId, description, account } of given) {
    expect([description, account]).toEqual([
      `User ${people.get(beneficiaryId)?.snowflakeUser} in Snowflake`,
      "snowflake",
    ]);
  }
});

test("filling twice changes nothing, and the same seed gives the same world", async () => {
  const world = await aToldDemo(HISTORY);
  const titles = (await world.rows("requests")).map(({ key, title, status }) => `${key} ${title} ${status}`);
  expect(await world.internal(demoFunctions.seed.fill, {})).toEqual({ wasFilled: false, isDone: true });
  expect(await world.rows("requests")).toHaveLength(titles.length);
  const twin = await aDemoWorld();
  await tell(twin, HISTORY);
  expect((await twin.rows("requests")).map(({ key, title, status }) => `${key} ${title} ${status}`)).toEqual(titles);
});

test("the heartbeat keeps a few requests moving, and never more than a few", async () => {
  const world = await aToldDemo(HISTORY);
  const before = (await world.rows("requests")).length;
  for (let beat = 0; beat < 90; beat++) {
    await world.internal(demoFunctions.heartbeat.beat, {});
    await world.advance(20_000);
    if (beat % 3 === 0) {
      await world.clockRun();
      await world.internal(internal.workflow.internal.sweep, {});
    }
  }
  const [told] = await world.rows("demoWorlds");
  expect(told?.livingIds.length).toBeLessThanOrEqual(6);
  expect(told?.archivedIds.length).toBeGreaterThan(0);
  const born = (await world.rows("requests")).slice(before);
  expect(kinds(born, ({ status }) => status)).toContain("Cancelled");
  expect(born.filter(({ archivedAt }) => archivedAt === undefined).length).toBeLessThanOrEqual(6);
  const logs = await world.rows("taskMonitorLogs");
  expect(
    logs.filter(({ totalTasksScheduled, startTime }) => totalTasksScheduled > 0 && startTime > DAWN + 300_000).length,
  ).toBeGreaterThan(0);
}, 60_000);

test.each([
  [44, undefined],
  [179, undefined],
  [224, "maintenance"],
])("maintenance never falls on Snowflake in the first hour of a demo: turn %i", async (beats, state) => {
  const world = await aDemoWorld();
  await world.run(async (ctx) => {
    const lists = { livingIds: [], archivedIds: [] };
    const told = { history: 0, told: 0, isTold: true, isAwake: true };
    await ctx.db.insert("demoWorlds", { seed: 1, filledAt: DAWN, ...told, beats, ...lists });
  });
  await world.internal(demoFunctions.heartbeat.beat, {});
  expect((await world.rows("demoWorlds"))[0]?.beats).toBe(beats + 1);
  expect((await world.rows("connectors")).find(({ name }) => name === "snowflake")?.state).toBe(state);
});

test("without a demo world the heartbeat does nothing", async () => {
  const world = await aDemoWorld();
  await world.internal(demoFunctions.heartbeat.beat, {});
  expect(await world.rows("people")).toEqual([]);
});
