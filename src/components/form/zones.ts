/** Time zones as they are chosen. */

/** The name of a zone as people read it. */
export function zoneWords(zone: string): string {
  return zone.replaceAll("_", " ");
}

/** Every zone the browser knows, UTC first. */
export const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) => ({
  value: zone,
  label: zoneWords(zone),
}));
