/** Every field of a person, and who may write it: each public mutation is called, and what it changed is held to a table. */

import { makeFunctionReference } from "convex/server";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { Doc, Id } from "../_generated/dataModel";
import type { RoleName } from "../access/roles";
import { person } from "../core/people/table";
import { ARGS } from "../lib/publicApi.args.testing";
import { publicFunctions } from "../lib/publicApi.testing";
import { aWorld, codeOf, endWorld, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

type Field = Exclude<keyof Doc<"people">, "_id" | "_creationTime">;

/** Who writes a field alone and at once: its person, or whoever may call one of these about somebody else. */
interface Writers {
  readonly own?: readonly string[];
  readonly other?: readonly string[];
}

/** What follows from other fields. */
const FOLLOWS = "follows";
/** Written by two people, by a task with proof, by the sign-in or by the clock: no call of one person writes it. */
const NOBODY_ALONE = {};
const people = (...names: readonly string[]): string[] => names.map((name) => `people/mutations:${name}`);
const removed = "removals/mutations:remove";
const withdrawn = "invitations/mutations:withdraw";
/** Confirms the proposal of another person: the second of two. */
const confirmed = "proposals/mutations:confirm";

const TABLE: Readonly<Record<Field, Writers | typeof FOLLOWS>> = {
  tokenIdentifier: NOBODY_ALONE,
  email: NOBODY_ALONE,
  mailbox: FOLLOWS,
  firstName: { own: people("saveProfile"), other: people("correctName") },
  lastName: { own: people("saveProfile"), other: people("correctName") },
  roles: NOBODY_ALONE,
  isSuperAdmin: FOLLOWS,
  isElevated: FOLLOWS,
  roleEnds: NOBODY_ALONE,
  roleTerms: FOLLOWS,
  startsAt: NOBODY_ALONE,
  endsAt: { other: people("setDates") },
  dueAt: FOLLOWS,
  endsSaidUntil: FOLLOWS,
  businessAreaId: { other: people("move") },
  areaChangedAt: FOLLOWS,
  managerId: NOBODY_ALONE,
  snowflakeUser: NOBODY_ALONE,
  themePreference: { own: people("saveTheme") },
  timeZone: { own: people("saveTimeZone") },
  hasChangedInitialPassword: NOBODY_ALONE,
  status: { other: [...people("suspend", "restore"), removed, withdrawn, confirmed] },
  removedAt: { other: [removed] },
  onlyByInvitation: NOBODY_ALONE,
  invitedAt: { other: ["invitations/mutations:resend"] },
  sessionsEndedAt: { other: [...people("suspend", "endSessions"), removed, confirmed] },
  lastSeenAt: { own: people("signedIn") },
  inactiveNoticedAt: NOBODY_ALONE,
  previousVisitAt: NOBODY_ALONE,
  homeCards: { own: people("saveHomeCards") },
  hasPutFirstStepsAway: { own: people("putFirstStepsAway") },
  searchText: FOLLOWS,
  sortName: FOLLOWS,
  updatedAt: FOLLOWS,
};

const mutations = publicFunctions.filter(({ fn }) => fn.isMutation);
const fieldsOfTable = Object.keys(TABLE) as Field[];
const writes = new Set<string>();

/** Three super admins, and the arguments with which the first may call this. */
async function aCall(path: string) {
  const world = await aWorld();
  const [sam] = await Promise.all(
    ["sam", "una", "kim"].map((name) => world.person(name, { roles: ["staff", "superAdmin"] })),
  );
  if (!sam) throw new Error("Nobody");
  await world.clockRun();
  const [log] = await world.rows("taskMonitorLogs");
  const args = (await ARGS[path]?.(log?._id ?? "", { world, personId: sam.id })) ?? {};
  const call = (by: TestPerson, more: Record<string, unknown> = {}): Promise<unknown> =>
    by.mutation(makeFunctionReference<"mutation">(path), { ...args, ...more });
  const rows = async (): Promise<Map<Id<"people">, Doc<"people">>> =>
    new Map((await world.rows("people")).map((row) => [row._id, row]));
  return { world, sam, call, rows };
}

test("the table names every field there is, and no other", () => {
  expect(fieldsOfTable.toSorted()).toEqual(Object.keys(person.fields).toSorted());
});

describe("a field of a person is written as the table says", () => {
  test.each(mutations)("by $path, which takes along none that it does not ask for", async ({ path, fn }) => {
    const { sam, call, rows } = await aCall(path);
    const before = await rows();
    const declared = new Set(Object.keys((JSON.parse(fn.exportArgs?.() ?? "{}") as { value?: object }).value ?? {}));
    const smuggled = { roles: ["staff", "superAdmin"], isSuperAdmin: true, status: "active", managerId: sam.id };
    for (const [field, value] of Object.entries({ ...smuggled, businessAreaId: null, snowflakeUser: "ACCOUNTADMIN" }))
      if (!declared.has(field))
        await expect(call(sam, { [field]: value }), field).rejects.toThrow(/extra field|not in the validator/iu);
    expect(await rows()).toEqual(before);
    // What is refused as it is called here has written nothing; who may call what is another table's.
    await call(sam).catch(() => undefined);
    for (const [id, row] of await rows()) {
      const old = before.get(id);
      if (!old) continue;
      for (const field of fieldsOfTable) {
        const allowed = TABLE[field];
        if (allowed === FOLLOWS || JSON.stringify(row[field]) === JSON.stringify(old[field])) continue;
        const whose = id === sam.id ? "own" : "other";
        expect(allowed[whose] ?? [], `${path} wrote ${field} of ${whose}`).toContain(path);
        writes.add(`${field} ${whose} ${path}`);
      }
    }
  });

  afterAll(() => {
    const listed = fieldsOfTable.flatMap((field) => {
      const { own = [], other = [] }: Writers = TABLE[field] === FOLLOWS ? {} : TABLE[field];
      return [...own.map((path) => `${field} own ${path}`), ...other.map((path) => `${field} other ${path}`)];
    });
    expect([...writes].toSorted()).toEqual(listed.toSorted());
  });
});

const others = [
  ...new Set(fieldsOfTable.flatMap((field) => (TABLE[field] === FOLLOWS ? [] : (TABLE[field].other ?? [])))),
];

test.each(others)("%s is closed to staff and FinOps", async (path) => {
  const { world, call, rows } = await aCall(path);
  const before = JSON.stringify([...(await rows())]);
  for (const role of ["staff", "finops"] as const satisfies readonly RoleName[]) {
    const mallory = await world.person(`mallory ${role}`, { roles: [...new Set<RoleName>(["staff", role])] });
    await mallory.stepUp();
    expect(["not-allowed", "not-found", "not-eligible"]).toContain(await codeOf(call(mallory)));
  }
  const after = [...(await rows())].filter(([, { firstName }]) => !firstName.startsWith("Mallory"));
  expect(JSON.stringify(after)).toBe(before);
});
