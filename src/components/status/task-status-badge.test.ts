import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TaskOutcome, TaskStatus } from "../../../convex/core/tasks/table";
import { TaskStatusBadge } from "./task-status-badge";

/** The words in the badge, and those beside it. */
function said(status: TaskStatus, outcome: TaskOutcome | null): string[] {
  return renderToStaticMarkup(createElement(TaskStatusBadge, { status, outcome }))
    .split(/<[^>]*>/)
    .filter((text) => text !== "");
}

test.each<[TaskStatus, TaskOutcome | null, string[]]>([
  ["Not Started", null, ["Not Started"]],
  ["Running", null, ["Running"]],
  ["Failed", "error", ["Failed"]],
  ["Complete", "done", ["Complete"]],
  ["Complete", "skipped", ["Complete", "Skipped"]],
  ["Complete", "revoked", ["Complete", "Taken back"]],
])(
  "a task that is %s and ended as %s has the badge of its status, and the rest beside it",
  (status, outcome, words) => {
    expect(said(status, outcome)).toEqual(words);
  },
);
