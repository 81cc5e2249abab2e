import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../../../convex/lib/pure/time";
import type { ReportFigures, TicketReport } from "./api";
import {
  type By,
  causeBars,
  causesTitle,
  chartsOf,
  fileColumns,
  groupBars,
  helpShares,
  helpTitle,
  rowsBy,
  shareOf,
  tilesOf,
  timeTitle,
  volumeTitle,
  workingTime,
} from "./report-words";

const NOTHING: ReportFigures = {
  written: 0,
  ended: 0,
  answerMs: null,
  endMs: null,
  answers: { kept: 0, of: 0 },
  ends: { kept: 0, of: 0 },
  good: null,
};
const SOME: ReportFigures = {
  written: 1200,
  ended: 9,
  answerMs: 125 * MINUTE_MS,
  endMs: 30 * 60 * MINUTE_MS,
  answers: { kept: 2, of: 3 },
  ends: { kept: 1, of: 1 },
  good: { kept: 3, of: 4 },
};

describe("the words of the report", () => {
  test("write working time without days", () => {
    expect([null, 0, 59, 60, 61, 60 * 31].map((at) => workingTime(at === null ? null : at * MINUTE_MS))).toEqual([
      "-",
      "0m",
      "59m",
      "1h",
      "1h 1m",
      "31h",
    ]);
  });

  test("show no share where nothing is known", () => {
    expect([null, { kept: 0, of: 0 }, { kept: 0, of: 2 }, { kept: 2, of: 3 }].map(shareOf)).toEqual([
      "-",
      "-",
      "0%",
      "67%",
    ]);
  });

  test("say with each figure what it is counted from", () => {
    expect(tilesOf(SOME).map(({ value, from }) => `${value}: ${from}`)).toEqual([
      "1,200: Excluding merged tickets",
      "2h 5m: Median working time",
      "67%: 2 of 3",
      "30h: Median working time, excluding waits",
      "100%: 1 of 1",
      "75%: 3 of 4",
    ]);
    expect(tilesOf(NOTHING).map(({ value, from }) => `${value}: ${from}`)).toEqual([
      "0: Excluding merged tickets",
      "-: Median working time",
      "-: Nothing to count yet",
      "-: Median working time, excluding waits",
      "-: Nothing to count yet",
      "-: Fewer than 3 ratings",
    ]);
  });

  test("name what each picture comes to", () => {
    const weeks = [
      { written: 1, resolved: 0, answers: { kept: 1, of: 3 }, ends: { kept: 0, of: 0 } },
      { written: 0, resolved: 2, answers: { kept: 0, of: 0 }, ends: { kept: 2, of: 2 } },
    ];
    expect(volumeTitle(weeks)).toBe("1 ticket written, 2 resolved");
    const { volume, answers, ends } = chartsOf([Date.UTC(2026, 2, 2, 12), Date.UTC(2026, 2, 9, 12)], weeks);
    expect([volume[0]?.words, answers[0]?.words, ends[1]?.values]).toEqual([
      "Week of 2 Mar: 1 written, 0 resolved",
      "Week of 2 Mar: 1 answered in time, 2 late",
      [2, 0],
    ]);
    expect([timeTitle(SOME.answers, "first answer"), timeTitle(NOTHING.ends, "solution")]).toEqual([
      "2 of 3 first answers in time",
      "No solutions yet",
    ]);
    expect([helpTitle(SOME), helpShares(SOME).map(({ value }) => value)]).toEqual([
      "3 of 4 said the help was good",
      [3, 5, 1],
    ]);
    expect([helpTitle(NOTHING), helpShares(NOTHING)]).toEqual(["Ratings of the help", []]);
  });

  test("take out minutes and shares, with empty cells where nothing is known", () => {
    const report: Pick<TicketReport, "topics" | "areas" | "teams"> = {
      topics: [{ topic: "cost", ...SOME }],
      areas: [{ area: null, ...NOTHING }],
      teams: [
        { team: "Finance team", ...SOME },
        { team: null, ...NOTHING },
      ],
    };
    const cells = (by: By) =>
      rowsBy(report, by).map((row) => fileColumns(by).map(({ heading, value }) => [heading, value(row)]));
    expect(cells("topic")).toEqual([
      [
        ["Topic", "Cost and budgets"],
        ["Tickets", 1200],
        ["First answer (minutes)", 125],
        ["Answered in time", 0.667],
        ["Solution (minutes)", 1800],
        ["Solved in time", 1],
        ["Said the help was good", 0.75],
      ],
    ]);
    expect(cells("area")[0]?.map(([, value]) => value)).toEqual(["No area", 0, null, null, null, null, null]);
    expect(cells("team").map(([name]) => name)).toEqual([
      ["Team", "Finance team"],
      ["Team", "No team"],
    ]);
  });

  test("draw one figure of each line, the longest first, without those of which it is not known", () => {
    const rows = [
      { name: "No team", ...NOTHING },
      { name: "Finance team", ...SOME },
    ];
    expect(groupBars(rows, "Tickets")).toEqual([
      { label: "Finance team", value: 1200, words: "1,200" },
      { label: "No team", value: 0, words: "0" },
    ]);
    expect(groupBars(rows, "Solved in time")).toEqual([{ label: "Finance team", value: 1, words: "100%" }]);
  });

  test("draw causes with their share, what nobody said last, and name the most frequent one", () => {
    const causes: TicketReport["causes"] = [
      { cause: null, count: 5 },
      { cause: "access", count: 2 },
      { cause: "unanswered", count: 1 },
    ];
    expect(causeBars(causes)).toEqual([
      { label: "Missing access", value: 2, words: "2 · 25%" },
      { label: "No answer", value: 1, words: "1 · 13%" },
      { label: "Not recorded", value: 5, words: "5 · 63%" },
    ]);
    expect(causesTitle(causes)).toBe("Missing access is the most common cause");
    expect(causesTitle(causes.map(({ cause }) => ({ cause, count: 1 })))).toBe("Why support was needed");
    expect(causesTitle([])).toBe("Why support was needed");
  });
});
