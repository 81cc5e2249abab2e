import { Hand, Plug, ShieldAlert, ThumbsUp, Undo2, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import type { TaskExecutor } from "../../../convex/core/tasks/rules";
import type { LaneMark } from "../../ui/chart/lane-box";
import { SystemIcon } from "../kinds/system-icon";

/** The lanes of every drawing of tasks, in one order: who carries them out. */
export const TASK_LANES: readonly { readonly id: TaskExecutor; readonly label: string }[] = [
  { id: "approval", label: "Approvals" },
  { id: "manual", label: "Manual" },
  { id: "connector", label: "Systems" },
  { id: "portal", label: "Portal" },
];

/** The picture of each executor. */
export const EXECUTOR_ICONS: Readonly<Record<TaskExecutor, ReactNode>> = {
  approval: <ThumbsUp aria-hidden />,
  manual: <Hand aria-hidden />,
  connector: <Plug aria-hidden />,
  portal: <SystemIcon system="portal" />,
};

/** What the signs in the corner of a task mean. */
export const TASK_MARKS = {
  goesBack: { words: "Undone if the request ends early", icon: <Undo2 aria-hidden /> },
  always: { words: "Runs even after a failure", icon: <Workflow aria-hidden /> },
  irreversible: { words: "Cannot be undone", icon: <ShieldAlert aria-hidden /> },
} as const satisfies Record<string, LaneMark>;
