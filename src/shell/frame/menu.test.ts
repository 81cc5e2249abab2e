import { expect, test } from "vitest";
import { isCurrent, isOpenTo, menu, menuFor } from "./menu";

const labels = (groups: ReturnType<typeof menuFor>) =>
  groups.map((group) => [group.label, ...group.entries.map((entry) => entry.label)]);

test("someone without capabilities sees only what everyone has", () => {
  expect(labels(menuFor(menu, () => false))).toEqual([["General", "Home"]]);
});

test("a group appears with the first entry its reader may open", () => {
  expect(labels(menuFor(menu, (capability) => capability === "environment.read"))).toEqual([
    ["General", "Home"],
    ["Super Admin", "Environment"],
  ]);
});

test("an entry is current on its page and below, Home only on itself", () => {
  expect(isCurrent({ to: "/requests" }, "/requests/r1")).toBe(true);
  expect(isCurrent({ to: "/requests" }, "/requests-old")).toBe(false);
  expect(isCurrent({ to: "/" }, "/requests")).toBe(false);
  expect(isCurrent({ to: "/requests" }, "/requests/create")).toBe(false);
  expect(isCurrent({ to: "/requests/create" }, "/requests/create")).toBe(true);
  expect(isCurrent({ to: "/admin/requests" }, "/admin/requests/r1")).toBe(true);
  expect(isCurrent({ to: "/admin/requests" }, "/admin/requests/tasks/t1")).toBe(false);
  expect(isCurrent({ to: "/admin/requests/tasks" }, "/admin/requests/tasks/t1")).toBe(true);
  expect(isCurrent({ to: "/admin/approvals" }, "/approvals/a1")).toBe(true);
});

test("a page is open to whoever has its part of the menu, and one outside of the menu to everybody", () => {
  const general = menu.filter(({ label }) => label === "General");
  const paths = ["/requests/REQ-1", "/admin/requests/REQ-1", "/superadmin/environment", "/profile"];
  expect(paths.filter((path) => isOpenTo(general, path))).toEqual(["/requests/REQ-1", "/profile"]);
  expect(paths.filter((path) => isOpenTo(menu, path))).toEqual(paths);
});
