import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle } from "lucide-react";
import type { DetailTask } from "../api";

/** How a task stands, as a picture; the words stand beside it. */
export function TaskMark({ task: { status, outcome } }: { task: Pick<DetailTask, "status" | "outcome"> }) {
  if (status === "Complete")
    return outcome === "skipped" || outcome === "revoked" ? (
      <CircleMinus aria-hidden className="size-4 text-muted" />
    ) : (
      <CircleCheck aria-hidden className="size-4 text-success" />
    );
  if (status === "Failed") return <CircleX aria-hidden className="size-4 text-danger" />;
  return status === "Running" ? (
    <LoaderCircle aria-hidden className="size-4 text-info" />
  ) : (
    <Circle aria-hidden className="size-4 text-faint" />
  );
}
