/** When each task of a request went on; pure, with its cases beside it. */

import { formatDuration } from "../../../../lib/dates";
import type { Span, SpanTone } from "../../../../ui/chart/spans";
import type { DetailTask, RequestDetail } from "../api";
import { outcomeText } from "../tasks/task-words";

/** What of a request has a time. */
type Course = Pick<RequestDetail, "createdAt" | "submittedAt" | "endedAt" | "tasks">;

/** The tasks that began, in the order they did, within the time the request took; null where none did. */
export function storySpans(
  { createdAt, submittedAt, endedAt, tasks }: Course,
  now: number,
): { from: number; to: number; spans: Span[] } | null {
  const begun = tasks.flatMap((task) => (task.startedAt === null ? [] : [{ ...task, startedAt: task.startedAt }]));
  if (begun.length === 0) return null;
  const spans = begun
    .toSorted((a, b) => a.startedAt - b.startedAt || a.order - b.order)
    .map((task): Span => {
      const to = task.finishedAt ?? (task.status === "Running" ? now : task.startedAt);
      return {
        id: task.id,
        label: task.title,
        from: task.startedAt,
        to,
        tone: toneOf(task),
        words: `${formatDuration(Math.max(0, to - task.startedAt))}, ${wordOf(task)}`,
      };
    });
  return {
    spans,
    from: Math.min(submittedAt ?? createdAt, ...spans.map(({ from }) => from)),
    to: Math.max(endedAt ?? now, ...spans.map(({ to }) => to)),
  };
}

function wordOf(task: DetailTask): string {
  return (outcomeText(task) ?? (task.status === "Running" ? "not over yet" : task.status)).toLowerCase();
}

function toneOf({ status, outcome }: DetailTask): SpanTone {
  if (status === "Running") return "running";
  if (status === "Failed") return outcome === "cancelled" ? "out" : "failed";
  return outcome === "skipped" || outcome === "revoked" || outcome === "cancelled" ? "out" : "done";
}
