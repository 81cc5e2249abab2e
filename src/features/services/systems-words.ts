/** All connected systems in a few words. */

import type { Service } from "./api";
import { healthStateOf, type HealthState } from "./service-state";

const TROUBLE: Readonly<Record<HealthState, string | null>> = {
  working: null,
  manual: null,
  notConnected: "not connected",
  failing: "not working",
  unknown: "not checked yet",
  off: "off",
  maintenance: "in maintenance",
  stopped: "stopped",
};

type Shown = Pick<Service, "label" | "state" | "isOn" | "health" | "isOperated">;

/** "Airflow off": each system that does not do what it should, with how it is. */
export function wordsOfTrouble(services: readonly Shown[]): string[] {
  return services.flatMap((service) => {
    const trouble = TROUBLE[healthStateOf(service)];
    return trouble === null ? [] : [`${service.label} ${trouble}`];
  });
}

/** "4 of 6 fine": systems that work, or whose tasks people do. */
export function systemsText(services: readonly Shown[]): string {
  const fine = services.length - wordsOfTrouble(services).length;
  return fine === services.length ? "All fine" : `${fine} of ${services.length} fine`;
}

/** "Airflow off, ThoughtSpot in maintenance; 3 manual"; null when all of them work. */
export function systemsNote(services: readonly Shown[]): string | null {
  const manual = services.filter((service) => healthStateOf(service) === "manual").length;
  const parts = [wordsOfTrouble(services).join(", "), manual === 0 ? "" : `${manual} manual`].filter(Boolean);
  return parts.length === 0 ? null : parts.join("; ");
}
