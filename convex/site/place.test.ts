import { describe, expect, test } from "vitest";
import { pathTo } from "./links";
import { PAGE_IDS, type PageId, pageOf, PAGES } from "./pages";
import { pageAt, paramsIn, parentOf, wayTo } from "./place";

/** The letters everybody learns, who begins at Home: `g` and the first of the page's noun. */
const LEARNT = { h: "home", r: "requests", a: "approvals", t: "support", n: "notifications", f: "feedback" } as const;

describe("the list of pages", () => {
  test("pages that everybody has go by the first letter of their noun", () => {
    const opened = Object.keys(LEARNT).map((letter) => PAGE_IDS.find((id) => pageOf(id).key === letter));
    expect(opened).toEqual(Object.values(LEARNT));
  });

  test("no two pages share an address, an earlier address or a key", () => {
    const addresses = PAGE_IDS.flatMap((id) => [PAGES[id].path, ...(pageOf(id).aliases ?? [])]);
    expect(new Set(addresses).size).toBe(addresses.length);
    const keys = PAGE_IDS.flatMap((id) => pageOf(id).key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("every parent is a page one can link to, and every way begins at Home", () => {
    for (const id of PAGE_IDS) {
      expect(PAGE_IDS).toContain(parentOf(id));
      expect(PAGES[parentOf(id)].path).not.toContain("$");
      expect(wayTo(PAGES[id].path)[0]).toBe("home");
    }
  });

  test("every page is found by its own address", () => {
    expect(PAGE_IDS.filter((id) => pageAt(PAGES[id].path.replaceAll("$", "x")) !== id)).toEqual([]);
  });
});

test.each<[string, PageId | null]>([
  ["/", "home"],
  ["/requests/create", "newRequest"],
  ["/requests/REQ-1", "request"],
  ["/requests/tasks/t1", "task"],
  ["/approval/a1", "approval"],
  ["/admin/approvals/a1", "approval"],
  ["/requests-old", null],
  ["/requests/REQ-1/nothing", null],
])("%s shows %s", (address, page) => {
  expect(pageAt(address)).toBe(page);
});

test("an address without a page still has the pages above it", () => {
  expect(wayTo("/admin/requests/tasks/t1/more")).toEqual(["home", "allRequests", "allTasks"]);
  expect(wayTo("/nowhere")).toEqual(["home"]);
});

describe("what an address names", () => {
  test("is read as it was put together, encoded or not, with or without search and anchor", () => {
    expect(paramsIn("approval", pathTo("approval", { approvalId: "REQ-12-3" }))).toEqual({ approvalId: "REQ-12-3" });
    expect(paramsIn("task", pathTo("task", { taskId: "t1" }, { tab: "access" }, "top"))).toEqual({ taskId: "t1" });
    expect(paramsIn("workflow", pathTo("workflow", { key: "a/b c" }))).toEqual({ key: "a/b c" });
    expect(paramsIn("workflow", "/superadmin/workflows/100%")).toEqual({ key: "100%" });
  });

  test("is read from an earlier address of the page, too", () => {
    expect(paramsIn("approval", "/admin/approvals/a1")).toEqual({ approvalId: "a1" });
  });

  test("is nothing where it shows another page or none", () => {
    expect(paramsIn("request", "/requests/create")).toBeNull();
    expect(paramsIn("task", "/admin/requests/tasks/t1")).toBeNull();
    expect(paramsIn("task", "/requests/tasks/t1/more")).toBeNull();
  });
});

describe("links", () => {
  test("fill in what differs, encoded", () => {
    expect(pathTo("request", { id: "REQ-1" })).toBe("/requests/REQ-1");
    expect(pathTo("workflow", { key: "a/b c" })).toBe("/superadmin/workflows/a%2Fb%20c");
    expect(pathTo("home")).toBe("/");
  });

  test("carry search and anchor; what people read stays readable", () => {
    expect(pathTo("allTasks", { person: "p1", status: "Running,Not Started" })).toBe(
      "/admin/requests/tasks?person=p1&status=Running,Not%20Started",
    );
    expect(pathTo("auditTrail", { target: "person:p1" })).toBe("/admin/audit?target=person:p1");
    expect(pathTo("newRequest", { type: "x", "field.domain": "A&B=C#D" })).toBe(
      "/requests/create?type=x&field.domain=A%26B%3DC%23D",
    );
    expect(pathTo("request", { id: "REQ-1" }, {}, "comment-3")).toBe("/requests/REQ-1#comment-3");
  });
});
