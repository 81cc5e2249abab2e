/** What every kind of change that may need a second person says about itself. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { ProposedLine } from "../../core/proposals/table";
import type { Refusal } from "../../lib/pure/refusal";
import type { Step } from "../steps/step";

/** What a change is carried out with: no task is started by it. */
export type Deed = Pick<Step, "ctx" | "at" | "by">;

/** What is shown before anybody says yes. */
export interface Shown {
  readonly subject: { readonly type: string; readonly id: string; readonly label: string };
  /** "Suspend Ada Byron": what a second person is asked about. */
  readonly title: string;
  readonly lines: readonly ProposedLine[];
  /** Whom it is about. */
  readonly partyIds: readonly Id<"people">[];
  readonly needsSecond: boolean;
}

/** Whose word a change goes by. */
export interface Word {
  readonly reason: string;
  readonly proposedBy: Doc<"people">;
  /** Null where no second person was needed, or none was there in time. */
  readonly confirmedBy: Doc<"people"> | null;
}

/** One kind of change. */
export interface ChangeKind<Change> {
  readonly look: (ctx: Pick<QueryCtx, "db">, change: Change, by: Doc<"people">) => Promise<Shown>;
  readonly whyNot: (ctx: Pick<QueryCtx, "db">, change: Change, by: Doc<"people">) => Promise<Refusal | null>;
  readonly apply: (deed: Deed, change: Change, word: Word) => Promise<void>;
}
