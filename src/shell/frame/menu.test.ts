import { expect, test } from "vitest";
import { isCurrent, isCurrentView, isOpenTo, menu, menuFor } from "./menu";

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

test("the views of a queue stand in the menu of whoever sees that queue, and of nobody else", () => {
  const views = (...held: string[]) =>
    menuFor(menu, (capability) => held.includes(capability)).flatMap((group) => group.views.map(({ label }) => label));
  expect(views("approvals.readOwn")).toEqual([]);
  expect(views("requests.readAll")).toEqual(["Blocked", "Overdue"]);
  expect(views("requests.readAll", "tasks.readAll")).toEqual(["Needs someone", "Blocked", "Overdue", "Errors", "Mine"]);
});

test("a view is current where its rows are listed, however they are sorted, and not where less is", () => {
  const view = { to: "/admin/requests", search: { status: "Blocked" } };
  expect(isCurrentView(view, "/admin/requests", { status: "Blocked", sort: "due", page: 2 })).toBe(true);
  expect(isCurrentView(view, "/admin/requests", { status: "Blocked", q: "cost" })).toBe(false);
  expect(isCurrentView(view, "/admin/requests", {})).toBe(false);
  expect(isCurrentView(view, "/admin/requests/REQ-1", { status: "Blocked" })).toBe(false);
});

test("the queue of support is current whatever narrows it, is not one's own list, and is theirs alone who answer", () => {
  const view = menu.flatMap(({ views }) => views).find(({ id }) => id === "supportQueue");
  if (!view) throw new Error("No view");
  expect(isCurrentView(view, "/support", { view: "queue", show: "overdue", q: "cost" })).toBe(true);
  for (const other of [{}, { view: "report" }]) expect(isCurrentView(view, "/support", other)).toBe(false);
  const viewsOf = (capability: string) =>
    menuFor(menu, (one) => ["tickets.readOwn", capability].includes(one)).flatMap(({ views }) =>
      views.map(({ id }) => id),
    );
  expect([viewsOf("tickets.write"), viewsOf("tickets.answer")]).toEqual([[], ["supportQueue"]]);
});
