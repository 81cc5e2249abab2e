import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { HOUR_MS } from "../../lib/pure/time";
import { codeOf, endWorld, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

const { submit, edit, answer } = api.requests.mutations;
const { decide, askInfo, takeBack } = api.approvals.mutations;
const ACCESS = "snowflake-access";

type Company = Awaited<ReturnType<typeof aCompany>>;

/** What a call was refused with. */
async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const { data } = await call.then(
    () => ({ data: null }),
    (error: { data?: unknown }) => error,
  );
  return (typeof data === "string" ? JSON.parse(data) : data) as Record<string, unknown>;
}

/** A request of ada's for the orders, which mona, then dora, then both of data governance decide about. */
async function aRequestUnderWay() {
  const company = await aCompany();
  const { world, ada, formOf } = company;
  const form = { ...formOf(ACCESS), durationDays: 90 };
  const { id, key } = await ada.mutation(submit, { typeKey: ACCESS, form, submitKey: aSubmitKey() });
  const request = async () => (await world.rows("requests")).find(({ _id }) => _id === id)!;
  const tasks = async () => (await world.rows("requestTasks")).toSorted((a, b) => a.order - b.order);
  /** The approval that is open now, as the page of its approver shows it. */
  const open = async () => {
    const running = (await tasks()).find(({ type, status }) => type.startsWith("approve_") && status === "Running");
    const approval = (await world.rows("approvals")).find(({ taskId }) => taskId === running?._id)!;
    return { approvalId: approval._id, formHash: approval.formHash };
  };
  const approve = async (who: TestPerson) =>
    who.mutation(decide, { ...(await open()), verdict: "approve", comment: "", withoutPlan: true });
  const ask = async (who: TestPerson) => who.mutation(askInfo, { ...(await open()), comment: "Are 14 days enough?" });
  const change = async (
    values: Record<string, unknown> = { durationDays: 14 },
    more: { who?: TestPerson; editKey?: string; formHash?: string; answer?: string } = {},
  ) => {
    const { who = ada, editKey = aSubmitKey(), formHash = (await request()).formHash, ...said } = more;
    return await who.mutation(edit, {
      requestId: id,
      form: { ...form, ...values },
      formHash,
      editKey,
      acceptsDuplicate: false,
      ...said,
    });
  };
  /** The tasks in a line each: "Approve access: Running". */
  const shape = async () =>
    (await tasks()).map(({ title, status, outcome }) => `${title}: ${status}${outcome ? `/${outcome}` : ""}`);
  const notices = async (who: TestPerson, kind: string) =>
    (await world.rows("notifications")).filter((row) => row.recipientId === who.id && row.kind === kind);
  return { ...company, id, key, form, request, tasks, open, approve, ask, change, shape, notices };
}

const people = ({ person }: Company) => ({
  mona: person("mona"),
  dora: person("dora"),
  gina: person("gina"),
  gus: person("gus"),
  admin: person("admin"),
});

describe("before anybody has decided", () => {
  test("the requester changes the answers: form, title, tasks and approvals follow, and the clock of the approval starts again", async () => {
    const play = await aRequestUnderWay();
    await play.world.advance(HOUR_MS);
    const before = await play.request();
    await play.change({ domain: "products", role: "PRODUCTS_READ" });
    const after = await play.request();
    expect(after).toMatchObject({
      title: "Read Products for Ada Tester",
      ownTitle: "Read Products",
      target: "PRODUCTS_READ",
      domainKey: "products",
      status: "Pending approval",
      lastEditorId: play.ada.id,
      key: before.key,
      requesterId: before.requesterId,
      beneficiaryId: before.beneficiaryId,
      targetKey: `${ACCESS}|${play.ada.id}|production|products_read`,
    });
    expect(after.formHash).not.toBe(before.formHash);
    expect(after.searchText).toContain("PRODUCTS_READ");
    expect((await play.shape()).slice(0, 4)).toEqual([
      "Approve access: Running",
      "Approve for the domain: Not Started",
      "Approve use of sensitive data: Complete/skipped",
      "Grant the role: Not Started",
    ]);
    expect((await play.tasks()).find(({ key }) => key === "grant")?.input).toEqual({
      user: "ADA_TESTER",
      role: "PRODUCTS_READ",
      level: "read",
    });
    const [step] = (await play.world.rows("approvalSteps")).filter(({ state }) => state === "Active");
    expect(step?.activatedAt).toBe(play.world.now());
    // What the edit put back was no attempt.
    expect((await play.tasks())[0]).toMatchObject({ status: "Running", attempt: 1 });
  });

  test("a task that the new answers need again is asked for again", async () => {
    const play = await aRequestUnderWay();
    await play.change({ domain: "products", role: "PRODUCTS_READ" });
    await play.change({});
    const sensitive = (await play.tasks()).filter(({ key }) => key === "governance");
    expect(sensitive.map(({ status, outcome }) => [status, outcome])).toEqual([
      ["Complete", "skipped"],
      ["Not Started", undefined],
    ]);
    const approvals = await play.world.rows("approvals");
    expect(approvals.find(({ taskId }) => taskId === sensitive[1]?._id)?.state).toBe("Pending");
  });

  test("the approver is told what changed and asked again; a decision about the old answers is refused with words", async () => {
    const play = await aRequestUnderWay();
    const { mona } = people(play);
    const old = await play.open();
    const approval = (await play.world.rows("approvals")).find(({ _id }) => _id === old.approvalId);
    const asked = (await play.tasks()).find(({ _id }) => _id === approval?.taskId);
    await play.change();
    expect(await play.notices(mona, "approval.formEdited")).toMatchObject([
      {
        title: `Ada Tester changed the answers of ${play.key}`,
        body: "Duration: 90 days → 14 days. What was decided before no longer counts.",
        to: `/approvals/${play.key}-${asked?.number}`,
      },
    ]);
    expect((await play.notices(mona, "approval.asked")).filter(({ closedAt }) => closedAt === undefined)).toHaveLength(
      1,
    );
    expect(await codeOf(mona.mutation(decide, { ...old, verdict: "approve", comment: "" }))).toBe("form-changed");
    await play.approve(mona);
    expect((await play.shape())[0]).toBe("Approve access: Complete/done");
  });

  test("audit trail, history and both pages tell the answers before and after", async () => {
    const play = await aRequestUnderWay();
    const { mona } = people(play);
    const { approvalId } = await play.open();
    await play.change();
    const event = (await play.world.rows("auditEvents")).find(({ action }) => action === "request.formEdited");
    expect(event).toMatchObject({
      actor: { personId: play.ada.id },
      changes: [{ field: "Duration", before: "90 days", after: "14 days" }],
    });
    const edits = [
      { by: "Ada Tester", at: play.world.now(), changes: [{ label: "Duration", before: "90 days", after: "14 days" }] },
    ];
    expect(await play.ada.query(api.requests.queries.get, { request: play.id })).toMatchObject({ edits });
    expect(await mona.query(api.approvals.queries.get, { approvalId })).toMatchObject({
      request: { edits, duration: "14 days" },
    });
    const { entries } = await play.ada.query(api.requests.queries.timeline, { request: play.id });
    expect(entries.find(({ text }) => text === "Answers changed")).toMatchObject({
      by: "Ada Tester",
      detail: "Duration: 90 days → 14 days",
    });
    const { events } = await play.ada.query(api.requests.queries.history, { request: play.id });
    expect(events.map(({ action }) => action)).toContain("request.formEdited");
  });

  test("sent twice it is done once; another call under the same name is refused", async () => {
    const play = await aRequestUnderWay();
    const { formHash } = await play.request();
    const first = await play.change({ durationDays: 14 }, { editKey: "once", formHash });
    expect(await play.change({ durationDays: 14 }, { editKey: "once", formHash })).toEqual(first);
    expect(await play.world.rows("requestEdits")).toHaveLength(1);
    const other = await play.ada.mutation(submit, {
      typeKey: ACCESS,
      form: { ...play.form, environment: "test", role: "ORDERS_TEST" },
      submitKey: aSubmitKey(),
    });
    const { formHash: otherHash } = (await play.world.rows("requests")).find(({ _id }) => _id === other.id)!;
    expect(
      await codeOf(
        play.ada.mutation(edit, {
          requestId: other.id,
          form: play.form,
          formHash: otherHash,
          editKey: "once",
          acceptsDuplicate: true,
        }),
      ),
    ).toBe("invalid-input");
  });

  test("without a difference nothing happens, and nobody is told", async () => {
    const play = await aRequestUnderWay();
    const events = (await play.world.rows("auditEvents")).length;
    await play.change({});
    expect((await play.world.rows("auditEvents")).length).toBe(events);
  });

  test("of two windows the later one is refused, and what the first wrote stands", async () => {
    const play = await aRequestUnderWay();
    const { formHash } = await play.request();
    await play.change({ durationDays: 14 }, { formHash });
    expect(await refusalOf(play.change({ durationDays: 30 }, { formHash }))).toMatchObject({
      code: "changed-meanwhile",
    });
    expect((await play.request()).form["durationDays"]).toBe(14);
  });

  test("wrong answers are refused by field, and whom it is for stays (R7)", async () => {
    const play = await aRequestUnderWay();
    expect(await refusalOf(play.change({ durationDays: 500 }))).toEqual({
      code: "invalid-form",
      fields: { durationDays: "Duration must be at most 180 days" },
    });
    expect(await refusalOf(play.change({ requestedFor: play.person("bea").id }))).toMatchObject({
      code: "invalid-form",
      fields: { requestedFor: "Who it is for cannot be changed. Make a new request for somebody else" },
    });
    expect(await play.world.rows("requestEdits")).toEqual([]);
  });
});

describe("whoever wants to change them", () => {
  test("must be the requester: approvers, beneficiaries and admins are refused, and for strangers there is nothing", async () => {
    const play = await aRequestUnderWay();
    const { mona, admin } = people(play);
    for (const who of [mona, admin])
      expect(await refusalOf(play.change({}, { who }))).toMatchObject({
        code: "not-eligible",
        message: "Only the requester can change the answers.",
      });
    expect(await codeOf(play.change({}, { who: play.zoe }))).toBe("not-found");
    expect(await mona.query(api.requests.queries.editing, { request: play.id })).toMatchObject({ kind: "refused" });
    expect(await play.world.rows("requestEdits")).toEqual([]);
  });

  test("is refused once somebody has decided, and told who", async () => {
    const play = await aRequestUnderWay();
    const { mona } = people(play);
    await play.approve(mona);
    expect(await refusalOf(play.change())).toMatchObject({
      code: "already-decided",
      by: "Mona Tester",
      message: expect.stringContaining("Mona Tester has decided") as string,
    });
    expect(await play.ada.query(api.requests.queries.editing, { request: play.id })).toMatchObject({
      kind: "editable",
      whyNot: expect.stringContaining("Mona Tester") as string,
    });
  });

  test("is refused when work has begun, also with a question open, and when the request has ended", async () => {
    const play = await aRequestUnderWay();
    const { mona, dora, gina, gus } = people(play);
    for (const who of [mona, dora, gina, gus]) await play.approve(who);
    await play.world.advance(61_000);
    expect(await refusalOf(play.change())).toMatchObject({
      code: "too-late",
      message: expect.stringContaining("has begun") as string,
    });
    await play.ada.mutation(api.requests.mutations.cancel, { requestId: play.id });
    expect(await codeOf(play.change())).toBe("too-late");
  });

  test("may do so ten times", async () => {
    const play = await aRequestUnderWay();
    for (let days = 1; days <= 10; days += 1) await play.change({ durationDays: days });
    expect(await refusalOf(play.change({ durationDays: 30 }))).toMatchObject({ code: "too-many", max: 10 });
  });
});

/** How addresses name an approval. */
async function addressOf(person: TestPerson, approvalId: Id<"approvals">): Promise<string> {
  return (await person.query(api.approvals.queries.get, { approvalId }))!.address;
}

describe("while somebody's question is open", () => {
  test("decisions made so far are void and asked for again; the edit answers the question, and what was decided stays on record", async () => {
    const play = await aRequestUnderWay();
    const { mona, dora } = people(play);
    await play.approve(mona);
    const given = (await play.world.rows("approvals")).find(({ state }) => state === "Approved")!;
    await play.ask(dora);
    expect((await play.request()).status).toBe("Needs info");
    expect(await play.ada.query(api.requests.queries.editing, { request: play.id })).toMatchObject({
      whyNot: null,
      question: { by: "Dora Tester" },
      consequence:
        "Your edit answers Dora Tester's question, and the request continues. What Mona Tester decided no longer counts: every approval starts again. Dora Tester and Mona Tester are notified of what you changed.",
    });
    await play.change({ durationDays: 14 }, { answer: "Fourteen are enough" });
    expect((await play.request()).status).toBe("Pending approval");
    // The approval that was given stays as it was; beside it the same is asked about the new answers.
    expect((await play.shape()).slice(0, 3)).toEqual([
      "Approve access: Complete/done",
      "Approve access: Running",
      "Approve for the domain: Not Started",
    ]);
    const again = await play.open();
    expect(again.approvalId).not.toBe(given._id);
    const page = await mona.query(api.approvals.queries.get, { approvalId: given._id });
    expect(page).toMatchObject({
      state: "Approved",
      againAddress: await addressOf(mona, again.approvalId),
      decisions: [
        { verdict: "approve", isVoid: true },
        { verdict: "askInfo", isVoid: true },
      ],
    });
    expect((await play.world.rows("requestComments")).map(({ body, isAnswer }) => [body, isAnswer])).toContainEqual([
      "Fourteen are enough",
      true,
    ]);
    for (const who of [mona, dora]) expect(await play.notices(who, "approval.formEdited")).toHaveLength(1);
    await play.approve(mona);
    await play.approve(dora);
    expect((await play.shape()).slice(2, 4)).toEqual([
      "Approve for the domain: Complete/done",
      "Approve use of sensitive data: Running",
    ]);
  });

  test("an edit that changes nothing gives its answer to the question, and is refused without one", async () => {
    const play = await aRequestUnderWay();
    const { mona } = people(play);
    await play.ask(mona);
    const { formHash } = await play.request();
    const refusal = await refusalOf(play.change({}, { answer: "  " }));
    expect(refusal).toEqual({
      code: "invalid-input",
      message: "Nothing has changed. Change an answer, or reply to the question.",
    });
    expect((await play.request()).status).toBe("Needs info");
    await play.change({}, { answer: "Yes, they are", editKey: "once" });
    await play.change({}, { answer: "Yes, they are", editKey: "once" });
    expect(await play.request()).toMatchObject({ status: "Pending approval", formHash });
    expect(
      (await play.world.rows("requestComments")).filter(({ isAnswer }) => isAnswer).map(({ body }) => body),
    ).toEqual(["Yes, they are"]);
    expect(await play.notices(mona, "request.answered")).toMatchObject([{ body: "Yes, they are" }]);
    expect(await play.notices(mona, "approval.formEdited")).toEqual([]);
  });

  /** Mona's approval of answers that were changed afterwards, because Dora asked something. */
  async function anApprovalOfOldAnswers() {
    const play = await aRequestUnderWay();
    const { mona, dora } = people(play);
    await play.approve(mona);
    const given = (await play.world.rows("approvals")).find(({ state }) => state === "Approved")!;
    await play.ask(dora);
    await play.change();
    return { play, mona, given };
  }

  test("an approval of the old answers can no longer be taken back", async () => {
    const { mona, given } = await anApprovalOfOldAnswers();
    expect(await codeOf(mona.mutation(takeBack, { approvalId: given._id, reason: "Changed my mind" }))).toBe(
      "form-changed",
    );
  });

  test("an approval of the same answers before they were changed and changed back counts no more than one of others", async () => {
    const { play, mona, given } = await anApprovalOfOldAnswers();
    await play.change({});
    expect(await codeOf(mona.mutation(takeBack, { approvalId: given._id, reason: "Changed my mind" }))).toBe(
      "form-changed",
    );
    expect(await mona.query(api.approvals.queries.get, { approvalId: given._id })).toMatchObject({
      againAddress: await addressOf(mona, (await play.open()).approvalId),
    });
  });

  test("one of two who approved already is asked again with the other", async () => {
    const play = await aRequestUnderWay();
    const { mona, dora, gina, gus } = people(play);
    for (const who of [mona, dora, gina]) await play.approve(who);
    await play.ask(gus);
    await play.change();
    for (const who of [mona, dora, gina]) await play.approve(who);
    expect((await play.shape()).filter((line) => line.startsWith("Approve use"))).toEqual([
      "Approve use of sensitive data: Running",
    ]);
    const shown = await play.ada.query(api.requests.queries.get, { request: play.id });
    expect(
      shown.tasks.find(({ status, kind }) => status === "Running" && kind === "approval")?.approval?.steps[0],
    ).toMatchObject({ approved: 1, required: 2 });
  });

  test("an edit that comes after the answer and the next decision is refused; nothing of the decision is lost", async () => {
    const play = await aRequestUnderWay();
    const { mona } = people(play);
    await play.ask(mona);
    const { formHash } = await play.request();
    await play.ada.mutation(answer, { requestId: play.id, body: "Ninety, please" });
    await play.approve(mona);
    expect(await codeOf(play.change({ durationDays: 14 }, { formHash }))).toBe("already-decided");
    expect((await play.shape())[0]).toBe("Approve access: Complete/done");
  });
});
