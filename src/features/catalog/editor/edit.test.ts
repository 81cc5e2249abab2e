import { describe, expect, test } from "vitest";
import { checkForm } from "../../../../convex/core/catalog/rules/forms";
import { validate, type TemplateFacts } from "../../../../convex/core/catalog/rules/problems/validation";
import type { RequestTypeDefinition } from "../../../../convex/core/catalog/table";
import { SHIPPED_TYPES } from "../../../../convex/core/catalog/types/index";
import { templateTaskTypes } from "../../../../convex/core/tasks/rules/workings";
import { changesBetween } from "../diff";
import { parseSimulationSearch, parseTemplateSearch } from "../search";
import { lookupsIn, sampleForm, type SampleWorld } from "../testing/sample";
import { eventsAt, stepStateAt } from "../testing/time-travel";
import { addField, addTask, moveField, moveTask, removeTask, replaceTask, sortedTasks, withType } from "./edit";

const access: RequestTypeDefinition = SHIPPED_TYPES["snowflake-access"];
const warehouse: RequestTypeDefinition = SHIPPED_TYPES.warehouse;
const types = templateTaskTypes();
const typeNamed = (name: string) => types.find((type) => type.name === name)!;
const facts: TemplateFacts = {
  taskTypes: Object.fromEntries(types.map((type) => [type.name, type])),
  holders: () => 3,
  isActive: () => true,
};
const orders = ({ tasks }: RequestTypeDefinition) => sortedTasks(tasks).map(({ key, order }) => `${order} ${key}`);

describe("moving a task", () => {
  test("changes places with its neighbour", () => {
    expect(orders(moveTask(access, 1, -1)).slice(0, 3)).toEqual(["1 domain", "2 manager", "3 governance"]);
  });

  test("keeps what runs side by side side by side", () => {
    expect(orders(warehouse).slice(1, 5)).toEqual(["2 area", "3 create", "3 resize", "4 verify"]);
    expect(orders(moveTask(warehouse, 3, 1)).slice(1, 5)).toEqual(["2 area", "3 create", "3 verify", "4 resize"]);
  });

  test("beyond either end changes nothing", () => {
    expect(moveTask(access, 0, -1)).toBe(access);
    expect(moveTask(access, access.tasks.length - 1, 1)).toBe(access);
  });

  test("never leaves a gap behind", () => {
    for (const [index] of access.tasks.entries())
      expect(validate(moveTask(access, index, 1), facts).filter(({ message }) => message.includes("order"))).toEqual(
        [],
      );
  });
});

test("removing a task closes the gap, unless another runs beside it", () => {
  expect(orders(removeTask(access, 1)).slice(0, 3)).toEqual(["1 manager", "2 governance", "3 grant"]);
  expect(orders(removeTask(warehouse, 2)).slice(1, 4)).toEqual(["2 area", "3 resize", "4 verify"]);
});

test("a new task comes last, under a key of its own, and says what it still needs", () => {
  const added = addTask(addTask(access, typeNamed("grant_role")), typeNamed("grant_role"));
  expect(orders(added).slice(-2)).toEqual(["8 grant_role", "9 grant_role2"]);
  expect(validate(added, facts).map(({ place, message }) => `${place.key}: ${message}`)).toContain(
    'grant_role: The input "user" comes from "", which is not a field of the form',
  );
});

test("another type drops what it does not use", () => {
  const [manager] = access.tasks;
  expect(withType(manager!, typeNamed("verify"))).toEqual({
    key: "manager",
    title: "Approve access",
    type: "verify",
    order: 1,
  });
  expect(withType(manager!, typeNamed("approve_cost")).policy).toEqual(manager!.policy);
});

describe("the difference of two versions", () => {
  test("of the same definition is nothing", () => {
    expect(changesBetween(access, structuredClone(access))).toEqual([]);
  });

  test("names texts, fields and tasks with what was before and after", () => {
    const after = addField(
      replaceTask(removeTask({ ...access, slaHours: 24 }, 5), 0, { ...access.tasks[0]!, title: "Approve" }),
    );
    expect(changesBetween(access, after).map(({ kind, what }) => `${kind} ${what}`)).toEqual([
      "changed Time to completion",
      "added Field New field",
      "changed Task Approve",
      "changed Task Notify the requester",
      "removed Task Set the end date",
    ]);
    expect(changesBetween(access, after)[0]?.details).toEqual([{ field: "slaHours", before: 48, after: 24 }]);
  });

  test("says where a field moved to", () => {
    expect(changesBetween(access, moveField(access, 0, 1)).map(({ key, details }) => [key, details])).toEqual([
      ["businessArea", [{ field: "position", before: 2, after: 1 }]],
      ["requestedFor", [{ field: "position", before: 1, after: 2 }]],
    ]);
  });
});

describe("a sample form", () => {
  const world: SampleWorld = {
    now: Date.UTC(2026, 2, 2, 9),
    personId: "p1",
    otherId: "p2",
    areas: [
      { id: "a1", name: "Logistics", isOwn: true },
      { id: "a2", name: "Pricing", isOwn: false },
    ],
    areaOf: () => "a2",
    domains: [
      {
        key: "orders",
        name: "Orders",
        description: "Orders and lines",
        sensitivity: "pii",
        roles: [{ name: "ORDERS_READ", description: "Reads", level: "read" }],
      },
    ],
  };

  // A public key cannot be made up; somebody who simulates brings one.
  const others = Object.entries(SHIPPED_TYPES).filter(([key]) => key !== "service-user");
  test.each(others)("of %s is one that a submit takes", (_key, definition) => {
    const form = sampleForm(definition, world);
    expect(checkForm(definition, form, { now: world.now, mode: "submit", lookups: lookupsIn(world) }).errors).toEqual(
      {},
    );
  });

  test("says why, where the area is not that of the person who asks", () => {
    const form = sampleForm(access, world, { businessArea: "a1" });
    expect(form["otherAreaReason"]).toEqual(expect.any(String));
    expect(checkForm(access, form, { now: world.now, mode: "submit", lookups: lookupsIn(world) }).errors).toEqual({});
  });

  test("takes a role of the environment that is asked for, as the form offers it", () => {
    const roles = [{ name: "ORDERS_TRY", description: "Tries", level: "write", environment: "test" } as const];
    const domains = world.domains.map((domain) => ({ ...domain, roles: [...roles, ...domain.roles] }));
    const roleIn = (environment: string) => sampleForm(access, { ...world, domains }, { environment })["role"];
    expect([roleIn("production"), roleIn("test")]).toEqual(["ORDERS_READ", "ORDERS_TRY"]);
  });

  test("keeps what somebody filled in or emptied", () => {
    expect(sampleForm(access, world, { role: "OTHER", sampleQuery: "" })).toMatchObject({
      role: "OTHER",
      sampleQuery: "",
      domain: "orders",
      businessArea: "a2",
    });
  });
});

describe("time travel", () => {
  const step = { remindAfterHours: 24, escalateAfterHours: 48, expireAfterHours: 120 };

  test.each([
    [0, "open"],
    [23, "open"],
    [24, "reminded"],
    [48, "escalated"],
    [119, "escalated"],
    [120, "expired"],
  ] as const)("after %i hours a step is %s", (hours, state) => {
    expect(stepStateAt(step, hours)).toBe(state);
  });

  test("lists what the policy has, and what of it is over", () => {
    expect(eventsAt({ ...step, remindAfterHours: null }, 60)).toEqual([
      { kind: "escalate", afterHours: 48, isPast: true },
      { kind: "expire", afterHours: 120, isPast: false },
    ]);
  });
});

test("URLs that cannot be read open the page as it is by default", () => {
  expect(parseTemplateSearch({ version: "two", tab: "moon", item: -1 })).toEqual({});
  expect(parseTemplateSearch({ version: 2, tab: "form", item: 0, against: 1 })).toEqual({
    version: 2,
    tab: "form",
    item: 0,
    against: 1,
  });
  expect(parseSimulationSearch({ type: 3, hours: 1.5, person: "p" })).toEqual({ person: "p" });
});
