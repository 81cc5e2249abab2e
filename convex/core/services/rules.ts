/** Whether an outside system may be worked on. */

import { CONNECTOR_NAMES, CONNECTORS } from "../../connectors/manifests";
import type { Refusal } from "../../lib/pure/refusal";
import { DAY_MS, SECOND_MS } from "../../lib/pure/time";
import type { ConnectorName, ConnectorState } from "./table";

export { CONNECTOR_NAMES };

/** How a system is called in sentences, in the order of lists. */
export const CONNECTOR_LABELS = Object.fromEntries(
  CONNECTOR_NAMES.map((name) => [name, CONNECTORS[name].label]),
) as Readonly<Record<ConnectorName, string>>;

/** The switch of one connector. */
export interface ConnectorSwitch {
  readonly state: ConnectorState;
  readonly until?: number;
}

/** Whether tasks may use the connector at this time. Maintenance ends by itself at `until`. */
export function isConnectorOn({ state, until }: ConnectorSwitch, now: number): boolean {
  return state === "on" || (state === "maintenance" && until !== undefined && until <= now);
}

/** The longest maintenance that is set in one go. */
export const MAX_MAINTENANCE_MS = 30 * DAY_MS;
const REASON_MAX_LENGTH = 500;

/** A switch as somebody wants it. */
export interface WantedSwitch {
  readonly name: ConnectorName;
  readonly state: ConnectorState;
  readonly until?: number;
  readonly reason: string;
  /** The name of the system, typed: asked for the kill switch. */
  readonly confirmation?: string;
}

/** Why a connector cannot be switched like this, or null. */
export function whyNotSwitch({ name, state, until, reason, confirmation }: WantedSwitch, now: number): Refusal | null {
  if (state !== "on" && reason.trim() === "") return { code: "reason-required" };
  if (reason.length > REASON_MAX_LENGTH) return { code: "too-long", maxLength: REASON_MAX_LENGTH };
  if (until !== undefined && state !== "maintenance")
    return { code: "invalid-input", message: "Only maintenance can have an end." };
  if (until !== undefined && (!Number.isFinite(until) || until <= now))
    return { code: "invalid-input", message: "The maintenance must end in the future." };
  if (until !== undefined && until > now + MAX_MAINTENANCE_MS)
    return { code: "invalid-input", message: "Maintenance can last 30 days at most." };
  const label = CONNECTOR_LABELS[name];
  if (state === "stopped" && confirmation?.trim().toLowerCase() !== label.toLowerCase()) {
    return { code: "confirmation-required", message: `Type ${label} to pull its kill switch.` };
  }
  return null;
}

/** So long after an order to read every system nobody orders it again. */
export const CHECK_PAUSE_MS = 10 * SECOND_MS;

/** Why the systems are not checked once more, or null. */
export function whyNotCheck(orderedAt: number | null, now: number): Refusal | null {
  const sinceMs = orderedAt === null ? CHECK_PAUSE_MS : now - orderedAt;
  // A clock that was set back holds nobody up.
  if (sinceMs < 0 || sinceMs >= CHECK_PAUSE_MS) return null;
  return {
    code: "rate-limited",
    retryAfterMs: CHECK_PAUSE_MS - sinceMs,
    message: "They were checked less than ten seconds ago.",
  };
}
