/** What the portal saw of a warehouse when it last read it: whether it ran, and what waited there. */

import { warehouseNamed } from "../../core/services/warehouses";
import type { TicketFinding } from "../../core/tickets/table";
import { plural } from "../../lib/pure/text";
import { DAY_MS, MINUTE_MS, stampUtc } from "../../lib/pure/time";
import { accountTrouble, type LinkedFinding, type Look } from "./systemFindings";

/** A reading comes every five minutes: one this old was missed twice, and one beyond a day says nothing of now. */
const OLD_MS = 15 * MINUTE_MS;
const TOO_OLD_MS = DAY_MS;

type State = NonNullable<Awaited<ReturnType<typeof warehouseNamed>>["warehouse"]>;

/**
 * How a warehouse was, with when that was read. Who has no account in Snowflake sees no warehouse there: it is for agents
 * then, as is why it could not be read.
 */
export async function stateOfWarehouse(look: Look, name: string): Promise<LinkedFinding[]> {
  const { warehouse, reading } = await warehouseNamed(look.ctx, name);
  const { readAt, failed } = reading ?? {};
  const found: LinkedFinding[] = [];
  if (warehouse && readAt !== undefined && look.now - readAt < TOO_OLD_MS) {
    const { weight, says } = wordsOf(warehouse);
    const isOld = look.now - readAt >= OLD_MS;
    const text = `When the portal last read it, at ${stampUtc(readAt, look.now)}, ${name} ${says}.${isOld ? " That may have changed since." : ""}`;
    const isForAgents = accountTrouble(look, "snowflake").length > 0;
    found.push({ weight, text, ...(isForAgents && { isForAgents }) });
  }
  if (failed && look.now - failed.at < TOO_OLD_MS) {
    const text = `The warehouses could not be read at ${stampUtc(failed.at, look.now)}: ${failed.message}`;
    found.push({ weight: "problem", text, isForAgents: true });
  }
  return found;
}

function wordsOf({ state, size, running, queued, doesResume }: State): {
  readonly weight: TicketFinding["weight"];
  readonly says: string;
} {
  const sized = size === "" ? "" : ` (size ${size})`;
  if (state === "SUSPENDED")
    return doesResume
      ? { weight: "fine", says: `was suspended${sized}: the next query starts it` }
      : { weight: "problem", says: `was suspended${sized}, and no query starts it: its owner has to resume it` };
  const isStarted = state === "STARTED";
  const does = `${isStarted ? "was running" : `was ${state.toLowerCase()}`}${sized}${queueWords(running, queued)}`;
  if (queued !== null && queued > 0) return { weight: "problem", says: does };
  return { weight: isStarted ? "fine" : "waiting", says: does };
}

/** What is not known is not said. */
function queueWords(running: number | null, queued: number | null): string {
  if (queued === null) return "";
  if (running === null) return `, with ${queued === 0 ? "no queries" : plural(queued, "query", "queries")} queued`;
  return `, with ${plural(running, "query", "queries")} running and ${queued === 0 ? "none" : queued} queued`;
}
