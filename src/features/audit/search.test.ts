import { describe, expect, test } from "vitest";
import {
  changedSearch,
  everything,
  filterOf,
  isNarrowed,
  nextPage,
  pagesBefore,
  parseAuditSearch,
  placeOf,
  previousPage,
  refined,
  viewSearchOf,
} from "./search";

describe("the address of the audit trail", () => {
  test("opens the whole audit trail when nothing can be read in it", () => {
    expect(
      parseAuditSearch({
        outcome: "maybe",
        kind: "any",
        from: "yesterday",
        size: 7,
        pages: "x",
        event: "",
        actor: null,
      }),
    ).toEqual({});
  });

  test("keeps what it can read and leaves out what is the default", () => {
    const said = {
      q: "anna",
      actor: "p1",
      impersonator: "p2",
      action: "task.failed",
      kind: "tasks",
      target: "request:r1",
      outcome: "denied",
      from: "2026-03-01",
      to: "2026-03-02",
      size: 100,
      pages: "5.2",
      event: "e1",
    };
    expect(parseAuditSearch(said)).toEqual(said);
    expect(parseAuditSearch({ size: 50, q: 142 })).toEqual({ q: "142" });
  });

  test("asks for whole days, the last one included", () => {
    const { from = 0, to = 0 } = filterOf({ from: "2026-03-01", to: "2026-03-01" });
    expect(new Date(from)).toEqual(new Date(2026, 2, 1));
    expect(new Date(to)).toEqual(new Date(2026, 2, 1, 23, 59, 59, 999));
  });

  test("names a kind of thing, or one thing", () => {
    expect(filterOf({ target: "request" })).toEqual({ targetType: "request" });
    expect(filterOf({ target: "session:a:b" })).toEqual({ targetType: "session", targetId: "a:b" });
  });

  test("gives a view what is listed, not where in it somebody was", () => {
    expect(viewSearchOf({ outcome: "denied", size: 100, pages: "5.2", event: "e1", view: "v1" })).toEqual({
      outcome: "denied",
      size: "100",
    });
    expect(parseAuditSearch({ outcome: "denied", size: "100", view: "v1" })).toEqual({
      outcome: "denied",
      size: 100,
      view: "v1",
    });
  });

  test("opens no default view when the last filter is taken off, the details closed or the first page opened", () => {
    expect(refined({ outcome: "denied", pages: "1.1" }, { outcome: undefined })).toEqual({ view: "all" });
    expect(refined({ outcome: "denied", view: "v1" }, { outcome: undefined })).toEqual({ view: "v1" });
    expect(changedSearch({ event: "e" }, { event: undefined })).toEqual({ view: "all" });
    expect(previousPage({ pages: "1.1" })).toEqual({ view: "all" });
  });

  test("is everything again when cleared, without falling back into the default view", () => {
    expect([everything({ outcome: "denied", size: 100 }), everything({ outcome: "denied", view: "v1" })]).toEqual([
      { size: 100, view: "all" },
      { view: "all" },
    ]);
  });

  test("is narrowed by a filter, not by a page or an open event", () => {
    expect([isNarrowed({ pages: "1.1", event: "e", size: 25 }), isNarrowed({ q: "x" })]).toEqual([false, true]);
  });

  test("leads page by page there and back", () => {
    const second = nextPage({ q: "x" }, { occurredAt: 9, sequence: 4 });
    const third = nextPage(second, { occurredAt: 5, sequence: 2 });
    expect([placeOf({}), placeOf(second), placeOf(third)]).toEqual([
      null,
      { occurredAt: 9, sequence: 4 },
      { occurredAt: 5, sequence: 2 },
    ]);
    expect(pagesBefore(third)).toBe(2);
    expect(previousPage(third)).toEqual(second);
    expect(previousPage(second)).toEqual({ q: "x" });
  });

  test("begins at the first page again when the filter changes", () => {
    expect(refined({ q: "x", pages: "1.1", event: "e", size: 25 }, { outcome: "denied" })).toEqual({
      q: "x",
      outcome: "denied",
      size: 25,
    });
    expect(refined({ q: "x", outcome: "denied" }, { outcome: undefined })).toEqual({ q: "x" });
  });
});

test("a view keeps nothing of what the address said in vain", () => {
  expect(viewSearchOf({ q: "ada", outcome: undefined } as never)).toEqual({ q: "ada" });
});
