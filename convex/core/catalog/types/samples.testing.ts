/**
 * One good form per shipped type, as a person would send it, for tests. Ids of people and areas are filled in by them.
 */

import type { ShippedTypeKey } from "./index";

/** What a sample points to. */
export interface SamplePlaces {
  readonly personId: string;
  readonly otherId: string;
  readonly areaId: string;
  readonly domain: string;
  readonly role: string;
  readonly publicKey: string;
}

const REASON = "The weekly report of the logistics board needs it until the end of the quarter.";
/** Days after which tests may look: the test world begins on 2 March 2026. */
const SOON = "2026-03-20";

export const SAMPLES: Readonly<Record<ShippedTypeKey, (places: SamplePlaces) => Record<string, unknown>>> = {
  "snowflake-access": ({ domain, role }) => ({ environment: "production", domain, role, durationDays: 90 }),
  "snowflake-user": ({ role }) => ({
    snowflake_email: "grace.hopper@ao.com",
    first_name: "Grace",
    last_name: "Hopper",
    user_name: "GRACE_HOPPER",
    default_role: role,
    start_date: SOON,
  }),
  "portal-invite": () => ({ email: "grace.hopper@ao.com", firstName: "Grace", lastName: "Hopper", role: "staff" }),
  "service-user": ({ personId, otherId, publicKey }) => ({
    userName: "SVC_LOG_FORECAST",
    purpose: "Writes the nightly stock forecast",
    owner: personId,
    deputy: otherId,
    tool: "Forecast service",
    auth: "keyPair",
    publicKey,
    networkRanges: "203.0.113.0/24",
    roles: "LOGISTICS_READ",
    monthlyCredits: 250,
    durationDays: 365,
  }),
  warehouse: ({ role }) => ({
    change: "new",
    newName: "WH_LOG_REPORTS",
    size: "MEDIUM",
    role,
    autoSuspendSeconds: 60,
    clusters: 1,
    workload: "Month-end close",
    hoursPerMonth: 40,
    creditLimit: 120,
  }),
  sandbox: ({ domain }) => ({
    schemaName: "SBX_FORECAST",
    domain,
    durationDays: 60,
    sizeGb: 50,
    retentionDays: 1,
    members: "ADA_BYRON",
  }),
  "data-source": ({ domain, personId }) => ({
    sourceSystem: "Transport management",
    domain,
    schemaName: "TMS",
    sourceOwner: personId,
    goLive: "2026-06-01",
    tables: "TRACKING_EVENTS",
    hasPersonalData: true,
    personalData: "Name and address of the recipient",
    consumer: "Delay report",
    frequency: "hourly",
    latencyHours: 4,
    volumeGb: 20,
    contacts: "tms-team@ao.com",
  }),
  "dbt-airflow": () => ({
    tool: "dbt",
    project: "finance-marts",
    kind: "backfill",
    job: "margin_daily",
    from: "2026-02-01",
    to: "2026-02-28",
    estimatedCredits: 120,
    window: "Sunday morning",
  }),
  "bi-access": () => ({ tool: "sigma", team: "Logistics", license: "creator", durationDays: 180 }),
  leaver: ({ personId, otherId }) => ({
    requestedFor: personId,
    systems: ["snowflake", "portal", "dbt", "sigma"],
    lastDay: SOON,
    successor: otherId,
    isFromHr: false,
    isOnHold: false,
  }),
};

/** A good form of a type. */
export function sampleForm(key: ShippedTypeKey, places: SamplePlaces): Record<string, unknown> {
  return { businessArea: places.areaId, reason: REASON, ...SAMPLES[key](places) };
}
