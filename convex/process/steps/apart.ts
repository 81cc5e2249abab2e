/** What the clock does about many, each by itself. */

import { recordEvent } from "../../core/audit/model";
import type { AuditTarget } from "../../core/audit/table";
import { messageOf } from "../../lib/errors";
import { MINUTE_MS } from "../../lib/pure/time";
import type { Step } from "./step";

/** How long what failed is left alone, where it can be. */
export const POSTPONE_MS = 5 * MINUTE_MS;

/**
 * Does one piece of work whose transaction is its own: an error undoes it alone, is written down, and holds up no other.
 * `postpone` takes it out of the way for a while, so that many that fail do not stand before the rest. Answers what it
 * answered, or null.
 */
export async function apart<Answer>(
  step: Step,
  what: { readonly name: string; readonly targets?: readonly AuditTarget[] },
  run: () => Promise<Answer>,
  postpone?: () => Promise<unknown>,
): Promise<Answer | null> {
  try {
    return await run();
  } catch (error) {
    await postpone?.();
    await recordEvent(step.ctx, {
      ...step.by,
      action: "portal.clockFailed",
      targets: what.targets ?? [],
      context: { work: what.name, error: messageOf(error) },
      outcome: "failure",
      occurredAt: step.at,
    });
    return null;
  }
}
