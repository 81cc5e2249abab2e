import { expect, test } from "vitest";
import { createReporter, type ErrorReport } from "./reporting";

function aReporter() {
  const reports: ErrorReport[] = [];
  const reporter = createReporter({
    sink: (report) => reports.push(report),
    now: () => 7,
    path: () => "/requests",
    reference: () => "REF",
  });
  return { ...reporter, reports };
}

const about = { level: "error", tags: { errorBoundary: "DefaultCatchBoundary" } } as const;

test("a report carries its level, its tag, where it happened and what came before", () => {
  const { reports, leaveBreadcrumb, reportError } = aReporter();
  leaveBreadcrumb("navigation", "/requests");
  reportError(new TypeError("x is undefined"), about);
  expect(reports).toMatchObject([
    {
      name: "TypeError",
      message: "x is undefined",
      level: "error",
      tags: { errorBoundary: "DefaultCatchBoundary", reference: "REF" },
      path: "/requests",
      at: 7,
      breadcrumbs: [{ category: "navigation", message: "/requests", at: 7 }],
    },
  ]);
});

test("a tag that stands is on every report until it is taken off", () => {
  const { reports, reportError, setReportTag } = aReporter();
  setReportTag("impersonation", "view");
  reportError(new Error("meanwhile"), about);
  setReportTag("impersonation", null);
  reportError(new Error("after"), about);
  expect(reports.map(({ tags }) => tags)).toEqual([
    { impersonation: "view", errorBoundary: "DefaultCatchBoundary", reference: "REF" },
    { errorBoundary: "DefaultCatchBoundary", reference: "REF" },
  ]);
});

test("at most 100 breadcrumbs are kept, the newest ones", () => {
  const { reports, leaveBreadcrumb, reportError } = aReporter();
  for (let i = 0; i < 130; i++) leaveBreadcrumb("action", `step ${i}`);
  reportError(new Error("late"), about);
  expect(reports[0]?.breadcrumbs).toHaveLength(100);
  expect(reports[0]?.breadcrumbs[0]?.message).toBe("step 30");
});

test("messages are cut to 2048 characters", () => {
  const { reports, leaveBreadcrumb, reportError } = aReporter();
  leaveBreadcrumb("action", "b".repeat(5000));
  reportError(new Error("m".repeat(5000)), about);
  expect(reports[0]?.message).toHaveLength(2048);
  expect(reports[0]?.breadcrumbs[0]?.message).toHaveLength(2048);
});

test("addresses in messages, stacks and breadcrumbs lose their query", () => {
  const { reports, leaveBreadcrumb, reportError } = aReporter();
  leaveBreadcrumb("navigation", "/auto-signin?email=ada@ao.com&password=hunter2 opened");
  const error = new Error("GET https://portal.ao.com/auto-signin?password=hunter2#x failed");
  error.stack = "Error\n    at load (https://portal.ao.com/assets/a.js?v=hunter2:10:4)";
  reportError(error, about);
  expect(JSON.stringify(reports)).not.toContain("hunter2");
  expect(reports[0]?.message).toBe("GET https://portal.ao.com/auto-signin failed");
  expect(reports[0]?.stack).toContain("a.js:10:4)");
});

test("what is not an error is reported without guessing at its contents", () => {
  const { reports, reportError } = aReporter();
  reportError({ password: "secret" }, about);
  expect(JSON.stringify(reports)).not.toContain("secret");
});

test("an error in a loop stops being sent", () => {
  const { reports, reportError } = aReporter();
  for (let i = 0; i < 500; i++) reportError(new Error("again"), about);
  expect(reports).toHaveLength(20);
});

test("a sink that throws does not make a second error", () => {
  const sink = () => {
    throw new Error("sink down");
  };
  const { reportError } = createReporter({ sink, now: () => 0, path: () => "/", reference: () => "REF" });
  expect(() => reportError(new Error("first"), about)).not.toThrow();
});

test("whoever sees the error is told the reference it was reported under, and none for what was not sent", () => {
  const { reportError, referenceOf } = aReporter();
  const first = new Error("first");
  expect(referenceOf(first)).toBeNull();
  expect(reportError(first, about)).toBe("REF");
  expect(referenceOf(first)).toBe("REF");
  for (let i = 0; i < 19; i++) reportError(new Error("again"), about);
  expect(reportError(new Error("one too many"), about)).toBeNull();
});
