import { CONNECTOR_LABELS } from "../../../convex/core/services/rules";

/** "Snowflake": the name of a system; one of another version keeps the word it has. */
export function systemName(system: string): string {
  if (system === "portal") return "Portal";
  return Object.hasOwn(CONNECTOR_LABELS, system) ? CONNECTOR_LABELS[system as keyof typeof CONNECTOR_LABELS] : system;
}
