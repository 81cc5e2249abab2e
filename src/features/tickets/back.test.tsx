import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { USUAL_HOURS } from "../../../convex/core/supportHours/rules/hours";
import type { TicketState } from "../../../convex/core/tickets/table";
import { HOUR_MS } from "../../../convex/lib/pure/time";
import { Back, Expected } from "./back";

/** Rendered without a browser, the time is 0. */

function said(state: TicketState, change: { dueIn?: number; isPaused?: boolean; isAnswered?: boolean } = {}): string {
  const { dueIn = HOUR_MS, isPaused = false, isAnswered = false } = change;
  const markup = renderToStaticMarkup(<Expected ticket={{ state, dueAt: dueIn, isPaused, isAnswered }} />);
  return markup.replaceAll(/<[^>]+>/g, "");
}

test("a ticket whose next step is support's says by when, and in a word that it is overdue", () => {
  expect(said("new")).toMatch(/^Answer expected by .+\d{2}:\d{2}/);
  expect(said("open", { isAnswered: true })).toMatch(/^Solution expected by /);
  expect(said("open")).not.toContain("Overdue");
  expect(said("open", { dueIn: -2 * HOUR_MS })).toMatch(/^Answer expected by .+Overdue/);
});

test("a first answer is expected also while a ticket waits for others (S3)", () => {
  expect(said("waitingOnThirdParty", { isPaused: true, dueIn: -HOUR_MS })).toMatch(/^Answer expected by .+Overdue/);
});

test("nothing is expected of support while a ticket it answered waits, or one is over", () => {
  for (const state of ["waitingOnRequester", "waitingOnThirdParty", "resolved", "closed", "merged"] as const)
    expect(said(state, { dueIn: -HOUR_MS, isAnswered: true })).toBe("");
  expect(said("open", { isPaused: true })).toBe("");
});

test("where support rests its reader reads when it is back, and nothing while it works (S8)", () => {
  const at = { from: 9 * 60, to: 17 * 60 };
  // The time is 0, the first minute of a Thursday.
  const backOf = (week: (typeof USUAL_HOURS)["week"], holidays: (typeof USUAL_HOURS)["holidays"] = []) =>
    renderToStaticMarkup(<Back hours={{ ...USUAL_HOURS, timeZone: "UTC", week, holidays }} />).replaceAll(
      /<[^>]+>/g,
      "",
    );
  const monday = [[at], [], [], [], [], [], []];
  expect(backOf(monday)).toMatch(/^ Support is back Mon\S* 05\/01\/1970, 09:00\.$/);
  expect(backOf([[], [], [], [at], [], [], []])).toMatch(/^ Support is back Thu\S* 01\/01\/1970, 09:00\.$/);
  expect(backOf(USUAL_HOURS.week)).toBe("");
});
