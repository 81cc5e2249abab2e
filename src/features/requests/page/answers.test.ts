import { expect, test } from "vitest";
import { daysOf, reasonOf, roleStatement } from "./answers";
import type { RequestDetail } from "./api";

const request = (change: object = {}) =>
  ({
    form: [
      { name: "role", label: "Role", value: "Read Orders", code: "ORDERS_READ" },
      { name: "durationDays", label: "Duration", value: "90 days", code: null },
      { name: "reason", label: "Reason", value: "The monthly returns report", code: null },
    ],
    tasks: [{ type: "grant_role", status: "Complete" }],
    grants: [{ system: "snowflake", state: "Active" }],
    ...change,
  }) as unknown as RequestDetail;

test("the page says why and for how long", () => {
  expect(reasonOf(request())).toBe("The monthly returns report");
  expect(daysOf(request())).toBe(90);
  expect([reasonOf({ form: [] }), daysOf({ form: [] })]).toEqual([null, null]);
});

test("whoever was given a role is told how to use it, as long as they hold it", () => {
  expect(roleStatement(request())).toBe("USE ROLE ORDERS_READ;");
  expect(roleStatement(request({ grants: [{ system: "snowflake", state: "Expired" }] }))).toBeNull();
  expect(roleStatement(request({ tasks: [{ type: "grant_role", status: "Running" }] }))).toBeNull();
  expect(roleStatement(request({ form: [] }))).toBeNull();
});

test("a name that Snowflake would read otherwise is quoted", () => {
  const named = (value: string) => request({ form: [{ name: "role", label: "Role", value, code: null }] });
  expect(roleStatement(named("Orders read"))).toBe('USE ROLE "Orders read";');
  expect(roleStatement(named('A"; DROP ROLE B'))).toBe('USE ROLE "A""; DROP ROLE B";');
});
