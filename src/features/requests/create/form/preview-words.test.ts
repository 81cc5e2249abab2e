import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../../../convex/lib/pure/time";
import type { Preview } from "../api";
import { deadlineText, decidersText, expectedTime, numberedTasks, shortPreview, workText } from "./preview-words";

const step: Preview["steps"][number] = {
  task: "Approve",
  title: "Manager",
  people: [],
  required: 1,
  quorum: "any of them",
  remindAfterHours: 24,
  escalateAfterHours: 48,
  expireAfterHours: 120,
  awaits: null,
  problem: null,
};

const people = (...names: string[]) =>
  names.map((name, index) => ({
    id: `p${index}` as Preview["steps"][number]["people"][number]["id"],
    name,
    insteadOf: null,
  }));

describe("words of the preview", () => {
  test("what is left when a step does not apply is counted without a gap, and what runs side by side has one number", () => {
    const task = { title: "", by: "portal" as const, delayDays: null, startsAfter: null };
    const tasks = [1, 2, 4, 6, 6, 7].map((order, key) => ({ ...task, key: String(key), order }));
    expect(numberedTasks(tasks).map(({ number }) => number)).toEqual([1, 2, 3, 4, 4, 5]);
  });

  test("time comes from what was completed, else from what is promised", () => {
    expect(expectedTime({ medianMs: 5 * HOUR_MS, counted: 20, slaHours: 48 })).toBe(
      "Usually 5 hours (median of the last 20).",
    );
    expect(expectedTime({ medianMs: 5 * HOUR_MS, counted: 1, slaHours: 48 })).toBe("The only one so far took 5 hours.");
    expect(shortPreview({ steps: [step, step], medianMs: null, counted: 0, slaHours: 24 })).toBe(
      "2 decisions, target 24 hours",
    );
    expect(expectedTime({ medianMs: null, counted: 0, slaHours: 48 })).toBe("Target: 2 days. None completed so far.");
  });

  test("a step names its people and how many of them have to decide", () => {
    expect(decidersText({ ...step, people: people("Ada") })).toBe("Ada");
    expect(decidersText({ ...step, people: people("Ada", "Bea") })).toBe("Needs 1 approval from Ada or Bea");
    expect(decidersText({ ...step, people: people("Ada", "Bea"), required: 2 })).toBe(
      "Needs approval from Ada and Bea",
    );
    expect(decidersText({ ...step, people: people("Ada", "Bea", "Cy"), required: 3 })).toBe(
      "Needs approval from Ada, Bea and Cy",
    );
    expect(decidersText({ ...step, people: people("A", "B", "C", "D", "E", "F", "G"), required: 2 })).toBe(
      "Needs 2 approvals from A, B, C, D, E or 2 more",
    );
    expect(decidersText({ ...step, awaits: "Data domain" })).toBe("Known once “Data domain” is filled in.");
  });

  test("deadlines and work are said in one sentence each", () => {
    expect(deadlineText(step)).toBe("Escalates after 2 days; denied after 5 days without a decision.");
    expect(deadlineText({ ...step, escalateAfterHours: null })).toBe("Denied after 5 days without a decision.");
    const task = (by: "people" | "portal" | "hand") => ({
      key: by,
      order: 1,
      title: by,
      by,
      delayDays: null,
      startsAfter: null,
    });
    expect(workText([task("people"), task("portal")])).toBe("1 automated step, none manual.");
    expect(workText([task("hand"), task("portal"), task("portal")])).toBe("2 automated steps, 1 manual.");
  });
});
