import { describe, expect, test } from "vitest";
import { accountGivenBy, factsOf, portalAccount, stateOf, type AccountRequest, type AccountTask } from "./accounts";

const ADA = { email: "ada@ao.com" };

test.each([
  ["a role is given to one's own user", { type: "grant_role", input: {} }, {}, "snowflake"],
  [
    "a user under one's own address is one's own",
    { type: "create_person", input: { email: "Ada@ao.com" } },
    {},
    "snowflake",
  ],
  ["a user under another address is not", { type: "create_person", input: { email: "bea@ao.com" } }, {}, null],
  [
    "a program's user is nobody's account, whatever its tool is called",
    { type: "create_service_user", input: {} },
    { tool: "dbt" },
    null,
  ],
  [
    "what is done manually in a tool is an account there",
    { type: "manual_check", input: {} },
    { tool: "sigma" },
    "sigma",
  ],
  ["work manually elsewhere is none", { type: "manual_check", input: {} }, { tool: "Call centre" }, null],
] as const)("%s", (_name, task, form, system) => {
  expect(accountGivenBy(task, form, ADA)).toBe(system);
});

const task = (type: string, fields: Partial<AccountTask> = {}): AccountTask => ({
  type,
  input: {},
  status: "Not Started",
  ...fields,
});
const request = (fields: Partial<AccountRequest>): AccountRequest => ({
  typeId: "bi-access",
  status: "In progress",
  isOpen: true,
  createdAt: 5,
  form: {},
  tasks: [],
  ...fields,
});

describe("what a request says about accounts", () => {
  test("one under way provides for an account, and a blocked one fails at it; a role provides for none", () => {
    const form = { tool: "sigma" };
    expect(factsOf(request({ form, tasks: [task("manual_sigma"), task("manual_check")] }), ADA)).toEqual([
      { system: "sigma", state: "Provisioning", at: 5, isUnderWay: true },
    ]);
    expect(factsOf(request({ form, tasks: [task("manual_sigma")], status: "Blocked" }), ADA)).toMatchObject([
      { state: "Error" },
    ]);
    expect(factsOf(request({ tasks: [task("grant_role")] }), ADA)).toEqual([]);
    expect(factsOf(request({ form, tasks: [task("manual_sigma")], isOpen: false, status: "Completed" }), ADA)).toEqual(
      [],
    );
  });

  test("somebody's leaving ends accounts one by one, as far as it was done", () => {
    const done = { status: "Complete" as const, outcome: "done" as const };
    const tasks = [
      task("manual_check", done),
      task("disable_user", { ...done, finishedAt: 7 }),
      task("manual_dbt", { ...done, finishedAt: 8 }),
      task("manual_collate"),
      task("manual_sigma", { ...done, outcome: "skipped" }),
      task("drop_user"),
    ];
    expect(factsOf(request({ typeId: "leaver", tasks }), ADA)).toEqual([
      { system: "snowflake", state: "Disabled", at: 7, isUnderWay: false },
      { system: "dbt", state: "Disabled", at: 8, isUnderWay: false },
    ]);
  });
});

describe("where an account stands", () => {
  const settled = (state: "Active" | "Disabled" | "Dropped" | "Error", at: number) => ({
    state,
    at,
    isUnderWay: false,
  });
  const underWay = (state: "Provisioning" | "Error") => ({ state, at: 99, isUnderWay: true });

  test.each([
    ["nothing known says nothing", [], null],
    ["the latest counts", [settled("Active", 1), settled("Disabled", 2)], "Disabled"],
    ["the later task of the same moment", [settled("Disabled", 2), settled("Dropped", 2)], "Dropped"],
    ["given again after it was dropped", [settled("Dropped", 2), settled("Active", 3)], "Active"],
    ["a removal that failed", [settled("Active", 3), settled("Error", 1)], "Error"],
    ["what is under way changes nothing about what is there", [settled("Active", 1), underWay("Error")], "Active"],
    ["and is all there is where nothing is", [underWay("Provisioning")], "Provisioning"],
  ] as const)("%s", (_name, facts, state) => {
    expect(stateOf(facts)).toBe(state);
  });

  test("the portal's own follows the person's status; who was never let in has none", () => {
    expect((["active", "invited", "suspended", "removed", "revoked", "expired"] as const).map(portalAccount)).toEqual([
      "Active",
      "Provisioning",
      "Disabled",
      "Disabled",
      null,
      null,
    ]);
  });
});
