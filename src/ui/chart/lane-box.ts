/** What a box of a workflow drawing says. */

import type { ReactNode } from "react";
import type { LaneNode } from "./lanes-layout";

/** How a box looks: what is still to come, goes on, is done, failed, waits for somebody, or is left out. */
export type LaneTone = "plain" | "running" | "done" | "failed" | "waiting" | "out";

/** A sign in the corner of a box; what it means stands below the drawing. */
export interface LaneMark {
  readonly words: string;
  readonly icon: ReactNode;
}

/** One box with everything it says. */
export interface LaneBox extends LaneNode {
  readonly title: string;
  readonly icon: ReactNode;
  /** The picture of what it works on, where the icon says how it stands. */
  readonly on?: ReactNode;
  /** One line below the title. */
  readonly note: string;
  /** The condition in words, said beside the diamond. */
  readonly condition?: string;
  readonly tone: LaneTone;
  readonly marks: readonly LaneMark[];
  /** Whether its work is taken back when the request ends early. */
  readonly goesBack: boolean;
  /** What those who hear it are told after title, note and condition. */
  readonly also: string;
}
