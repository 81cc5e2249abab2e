import { expect, test } from "vitest";
import { breadcrumbsFor, pageName } from "./breadcrumbs";

test.each([
  ["/", "Home"],
  ["/notifications", "Notifications"],
  ["/support", "Support"],
  ["/feedback", "Feedback"],
  ["/support/t1", "Ticket Details"],
  ["/feedback/f1", "Feedback Details"],
  ["/admin/approvals", "My Approvals"],
  ["/approvals/a1", "Approval Details"],
  ["/approval/a1", "Approval Details"],
  ["/admin/approvals/a1", "Approval Details"],
  ["/requests/r1", "Request Details"],
  ["/admin/requests/r1", "Request Details"],
  ["/requests/tasks/t1", "Task Details"],
  ["/admin/requests/tasks/t1", "Task Details"],
  ["/superadmin/task-monitor", "Task Monitor"],
  ["/services/dbt-cloud", "Dbt Cloud"],
  ["/superadmin/workflows/leaver", "Workflow Details"],
  ["/feedback/create", "New Idea"],
  ["/support/create", "Create Ticket"],
  ["/not/100%", "100%"],
])("%s is called %s", (path, name) => {
  expect(pageName(path)).toBe(name);
});

test("the way to a page leads over the pages above it", () => {
  expect(breadcrumbsFor("/requests/r1")).toEqual([
    { label: "Home", to: "/" },
    { label: "My Requests", to: "/requests" },
    { label: "Request Details", to: null },
  ]);
  expect(breadcrumbsFor("/approvals/a1")).toEqual([
    { label: "Home", to: "/" },
    { label: "My Approvals", to: "/admin/approvals" },
    { label: "Approval Details", to: null },
  ]);
  expect(breadcrumbsFor("/support/t1").map(({ label }) => label)).toEqual(["Home", "Support", "Ticket Details"]);
  expect(breadcrumbsFor("/superadmin/task-monitor")).toEqual([
    { label: "Home", to: "/" },
    { label: "Task Monitor", to: null },
  ]);
});

test("Home is its own end", () => {
  expect(breadcrumbsFor("/")).toEqual([{ label: "Home", to: null }]);
});
