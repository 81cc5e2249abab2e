import { expect, test } from "vitest";
import { menuOf } from "./menu-of";

test("the menu of somebody made up is the one their roles open", () => {
  const pagesOf = (...roles: Parameters<typeof menuOf>[0]) => menuOf(roles).flatMap(({ pages }) => pages.split(", "));
  expect(menuOf([])[0]?.group).toBe("General");
  expect(pagesOf()).toContain("My Requests");
  for (const page of ["Users", "Permission Check", "Task Monitor"]) expect(pagesOf()).not.toContain(page);
  expect(pagesOf("admin")).toContain("Users");
  expect(pagesOf("admin")).not.toContain("Task Monitor");
  expect(pagesOf("superAdmin")).toContain("Task Monitor");
});
