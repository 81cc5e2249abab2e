import { ConvexError } from "convex/values";
import { expect, test, vi } from "vitest";
import type { ErrorPort } from "./errors/error-port";
import { QueryBoundary } from "./query-boundary";

/** What a boundary makes of an error, and what it reported. */
async function caught(error: unknown) {
  const boundary = new QueryBoundary({ title: "It did not load", children: null });
  const report = vi.fn<ErrorPort["report"]>(() => "23E45678");
  boundary.context = { report, noted: () => ({ pages: [], errors: [] }) };
  const state = Promise.withResolvers<object>();
  boundary.setState = (next) => state.resolve(next as object);
  boundary.componentDidCatch(error);
  return { state: await state.promise, report };
}

test("a part that failed is reported once and says what its report is found by", async () => {
  const error = new Error("[CONVEX Q(tickets/queries:mine)] Server Error");
  const { state, report } = await caught(error);
  expect(state).toMatchObject({ isRefused: false, reference: "23E45678" });
  expect(report.mock.calls).toEqual([[error, "QueryBoundary"]]);
});

test("what was refused on purpose is no failure: nothing is reported of it", async () => {
  const { state, report } = await caught(new ConvexError({ code: "not-allowed" }));
  expect(state).toMatchObject({ isRefused: true, reference: null });
  expect(report).not.toHaveBeenCalled();
});
