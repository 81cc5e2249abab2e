import { expect, test } from "vitest";
import { helpForPage } from "./help-for-page";

test.each([
  ["/requests/REQ-12", "request"],
  ["/approvals/REQ-12-1", "request"],
  ["/admin/approvals", "request"],
  ["/admin/requests/tasks/T-1", "request"],
  ["/admin/users", "portal"],
  ["/requests/REQ-12/nothing", "request"],
  ["/profile", "account"],
  ["/support/TKT-1", "portal"],
  ["/", "portal"],
])("an error on %s is about: %s", (path, topic) => {
  expect(helpForPage(path).topic).toBe(topic);
});

test("the page is named by its title, and an address without a page by nothing", () => {
  expect(helpForPage("/profile").text).toBe("Profile");
  expect(helpForPage("/no/such/page")).toEqual({ text: "", topic: "portal" });
});
