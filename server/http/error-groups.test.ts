import { expect, test } from "vitest";
import { openClientErrorSink } from "./client-errors.ts";
import { browserOf, groupErrors, placeOf } from "./error-groups.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0";

test("equal errors of one place are one group with how often, since when, where, in what and whom it hit", () => {
  let now = 0;
  const sink = openClientErrorSink({ dataDir: ":memory:", now: () => (now += 10) });
  const report = (path: string, message: string, reference: string) => ({
    name: "TypeError",
    message,
    path,
    tags: { errorBoundary: "PageError", reference },
  });
  sink.add(report("/requests/REQ-142", "row 7 is gone", "AAA"), { userId: "ada", agent: FIREFOX });
  sink.add(report("/requests/REQ-9", "row 12 is gone", "BBB"), { userId: "bea", agent: FIREFOX });
  sink.add(report("/profile", "row 7 is gone", "CCC"), { userId: null });
  const groups = groupErrors(sink.list());
  expect(groups).toMatchObject([
    { place: "/profile", count: 1, people: 0, browsers: ["Unknown browser"], references: ["CCC"] },
    {
      place: "/requests/…",
      message: "row 12 is gone",
      count: 2,
      people: 2,
      firstSeenAt: 10,
      lastSeenAt: 20,
      pages: ["/requests/REQ-9", "/requests/REQ-142"],
      browsers: ["Firefox 128 on Windows"],
      references: ["BBB", "AAA"],
      newest: { boundary: "PageError" },
    },
  ]);
  sink.close();
});

test.each([
  ["/requests/jd793zgk7k8tqct5yv40rgmpp9825y86", "/requests/…"],
  ["/admin/requests/tasks/142", "/admin/requests/tasks/…"],
  ["/admin/requests", "/admin/requests"],
  ["/", "/"],
])("the place of %s is %s", (path, place) => {
  expect(placeOf(path)).toBe(place);
});

test.each([
  [FIREFOX, "Firefox 128 on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
    "Safari 17 on macOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
    "Edge 126 on Windows",
  ],
  ["curl/8", "Unknown browser"],
  [null, "Unknown browser"],
])("%s is told as %s", (agent, words) => {
  expect(browserOf(agent)).toBe(words);
});

test("kept errors outlive a table from before browsers were kept", async () => {
  const { mkdtempSync, rmSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const { DatabaseSync } = await import("node:sqlite");
  const dataDir = mkdtempSync(join(tmpdir(), "client-errors-"));
  const old = new DatabaseSync(join(dataDir, "client-errors.db"));
  old.exec(`CREATE TABLE clientError (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, name TEXT NOT NULL, message TEXT NOT NULL, stack TEXT,
    level TEXT NOT NULL, tags TEXT NOT NULL, breadcrumbs TEXT NOT NULL, path TEXT NOT NULL, userId TEXT) STRICT;
    INSERT INTO clientError (at, name, message, level, tags, breadcrumbs, path) VALUES (1, 'Error', 'old', 'error', '{}', '[]', '/');`);
  old.close();
  for (let start = 0; start < 2; start += 1) {
    const sink = openClientErrorSink({ dataDir, now: () => 2 });
    sink.add({ name: "Error", message: "new" }, { userId: null, agent: FIREFOX });
    expect(
      groupErrors(sink.list())
        .map(({ message }) => message)
        .toSorted(),
    ).toEqual(["new", "old"]);
    sink.close();
  }
  rmSync(dataDir, { recursive: true });
});
