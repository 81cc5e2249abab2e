/** What people of the demo world ask for: filled-in forms of the catalog's own types. */

import type { Doc } from "../../convex/_generated/dataModel";
import { assert } from "../../convex/lib/pure/impossible";
import { DAY_MS } from "../../convex/lib/pure/time";
import type { Area, Cast } from "./cast";
import { snowflakeUserOf, type Colleague } from "./company";
import { DEMO_DOMAINS, type DemoDomain } from "./domains/domains";
import { rolesOf } from "./domains/roles";
import type { Chance } from "./random";

/** Who asks, where, when. */
export interface Scene {
  readonly cast: Cast;
  readonly chance: Chance;
  readonly area: Area;
  readonly requester: Doc<"people">;
  readonly at: number;
}

/** One filled-in form. */
export interface Wish {
  readonly typeKey: string;
  readonly form: Readonly<Record<string, unknown>>;
}

/** Fills a form for a scene. */
export type Wishing = (scene: Scene) => Wish;

const REASONS = [
  "We prepare the monthly report of {area} for the board and need these figures by article and week until the end of the quarter.",
  "The weekly steering of {area} compares plan and actuals; today somebody copies the numbers manually every Monday morning.",
  "A forecast for {area} runs as a trial until autumn. The result goes to two planners, nobody else reads it.",
  "The auditors of {area} ask for evidence of the last two closings; we have to answer within ten working days.",
  "We move the old spreadsheets of {area} to the platform and compare both for one full month before we switch.",
  "Customers of {area} complain about late answers. We look for the cause in the last six months of data.",
] as const;

function reason({ chance, area }: Scene): string {
  return chance.pick(REASONS).replace("{area}", area.name);
}

/** What every form begins with. */
function base(scene: Scene): Record<string, unknown> {
  return { businessArea: scene.area.id, reason: reason(scene) };
}

function domainFor({ chance }: Scene, wanted: (domain: DemoDomain) => boolean): DemoDomain {
  return chance.pick(DEMO_DOMAINS.filter(wanted));
}

function dayAfter(at: number, days: number): string {
  return new Date(at + days * DAY_MS).toISOString().slice(0, 10);
}

/** Read or write access to a domain; sensitive ones are personal or restricted data. */
export const access =
  (
    options: {
      readonly isSensitive?: boolean;
      readonly domain?: string;
      readonly level?: "read" | "write";
      readonly durationDays?: number;
    } = {},
  ): Wishing =>
  (scene) => {
    const { isSensitive = false, level = scene.chance.next() < 0.85 ? "read" : "write" } = options;
    const domain = domainFor(scene, ({ key, sensitivity }) =>
      options.domain === undefined
        ? (sensitivity === "pii" || sensitivity === "restricted") === isSensitive
        : key === options.domain,
    );
    const role = rolesOf(domain).find((one) => one.level === level);
    assert(role, "A domain has a role of every level");
    const durationDays = options.durationDays ?? scene.chance.pick([30, 60, 90, 180]);
    return {
      typeKey: "snowflake-access",
      form: { ...base(scene), environment: "production", domain: domain.key, role: role.name, durationDays },
    };
  };

/**
 * A user in Snowflake for somebody new to the area, asked for by a colleague: the person it is for is chosen in
 * the form, so that it is theirs. Who is expected starts later, and gets it then. Where nobody is without one, a
 * warehouse is resized instead.
 */
export const newUser =
  (options: { readonly isExpected?: boolean } = {}): Wishing =>
  (scene) => {
    const wanted = options.isExpected ? "invited" : "active";
    const newcomer = scene.area.newcomers.find(
      ({ status, snowflakeUser }) => status === wanted && snowflakeUser === undefined,
    );
    if (!newcomer) return resize({ size: "SMALL" })(scene);
    const { _id, firstName, lastName, email } = newcomer;
    const form = {
      ...base(scene),
      requestedFor: _id,
      snowflake_email: email,
      first_name: firstName,
      last_name: lastName,
      user_name: snowflakeUserOf(newcomer),
      default_role: "ANALYST",
      default_warehouse: "ANALYST_WH",
      start_date: dayAfter(scene.at, options.isExpected ? scene.chance.between(2, 30) : 0),
    };
    return { typeKey: "snowflake-user", form };
  };

/** A public key whose private half nobody kept. */
const PUBLIC_KEY = [
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtMFo1JxalRR5XCqTComtxXfWe7jzKhlf/Ol1dRJ/n6+b0NmimhJdmxZHYEJblvnAUKnLvjwh41oG",
  "G83NLBueQJscT3Bp4WZH4hzGq2NVjJPhE4ihkIjXmEjJae6huf5JbCEWTRtVwqxHpKdQWzi0/+2H+XRdA2LjDRr8ygvDYJI6TJnrPG3VQeZyKT8nisku7RxH",
  "KRhdYDG624r/pHJrrcP/7kZiH6GtH9WRohmEUJndC9EkNbxuUzzOogTX5hCUIPeOn8ArVWA5bfumprC+3zbTDEvGAeEg+h0DcXZpYe9xxVPQjgm01ueRLjW5",
  "ONF8jqJIPVYHsnBDIqfFzpu7iQIDAQAB",
].join("");

const TOOLS = [
  "Forecast service",
  "Loyalty export",
  "Route planner",
  "Price robot",
  "Reporting gateway",
  "Stock mirror",
] as const;

/** A user for a program, with a key. */
export const serviceUser =
  (options: { readonly monthlyCredits?: number } = {}): Wishing =>
  (scene) => {
    const tool = scene.chance.pick(TOOLS);
    const userName = `SVC_${scene.area.code}_${tool.replaceAll(" ", "_").toUpperCase()}_${scene.chance.between(2, 99)}`;
    const [owner, deputy] = [
      scene.requester,
      scene.area.colleagues.find(({ _id }) => _id !== scene.requester._id) ?? scene.cast.admin,
    ];
    return {
      typeKey: "service-user",
      form: {
        ...base(scene),
        userName,
        purpose: `Runs the ${tool.toLowerCase()} of ${scene.area.name}`,
        owner: owner._id,
        deputy: deputy._id,
        tool,
        auth: "keyPair",
        publicKey: PUBLIC_KEY,
        networkRanges: ["203.0.113.0/24"],
        roles: ["ANALYST"],
        defaultWarehouse: "LOAD_WH",
        monthlyCredits: options.monthlyCredits ?? 80,
        durationDays: 365,
      },
    };
  };

/** A warehouse of the area's own. */
export const newWarehouse =
  (options: { readonly size?: string } = {}): Wishing =>
  (scene) => ({
    typeKey: "warehouse",
    form: {
      ...base(scene),
      change: "new",
      newName: `WH_${scene.area.code}_REPORTS_${scene.chance.between(2, 99)}`,
      size: options.size ?? "SMALL",
      role: "ANALYST",
      autoSuspendSeconds: 60,
      clusters: 1,
      workload: `Weekly reports of ${scene.area.name}`,
      hoursPerMonth: 40,
      creditLimit: 120,
    },
  });

/** Another size for a while. */
export const resize =
  (options: { readonly size?: string } = {}): Wishing =>
  (scene) => ({
    typeKey: "warehouse",
    form: {
      ...base(scene),
      change: "resize",
      warehouse: scene.chance.pick(["FINANCE_WH", "BI_WH", "ANALYST_WH"]),
      size: options.size ?? "LARGE",
      durationDays: scene.chance.pick([7, 14, 30]),
      workload: `Month-end close of ${scene.area.name}`,
      hoursPerMonth: 30,
    },
  });

/** A schema to try things in. */
export const sandboxSchema: Wishing = (scene) => ({
  typeKey: "sandbox",
  form: {
    ...base(scene),
    schemaName: `SBX_${scene.area.code}_TRIAL_${scene.chance.between(2, 99)}`,
    domain: domainFor(scene, ({ sensitivity }) => sensitivity === "internal").key,
    durationDays: 60,
    sizeGb: 50,
    retentionDays: 1,
    members: memberNames(scene),
  },
});

function memberNames({ area, requester }: Scene): string[] {
  const names = [requester, ...area.colleagues]
    .map(({ snowflakeUser }) => snowflakeUser)
    .filter((name) => name !== undefined);
  return [...new Set(names)].slice(0, 3);
}

const SOURCES = [
  ["Transport management", "TMS"],
  ["Call centre", "CALLS"],
  ["Returns portal", "RETURNS_PORTAL"],
  ["Supplier portal", "SUPPLIER_PORTAL"],
  ["Till system", "TILLS"],
] as const;

/** Data of another system. */
export const dataSource =
  (options: { readonly hasPersonalData?: boolean } = {}): Wishing =>
  (scene) => {
    const [sourceSystem, schema] = scene.chance.pick(SOURCES);
    const { hasPersonalData = false } = options;
    return {
      typeKey: "data-source",
      form: {
        ...base(scene),
        sourceSystem,
        domain: domainFor(scene, ({ sensitivity }) => sensitivity === "internal").key,
        schemaName: `${schema}_${scene.chance.between(2, 99)}`,
        sourceOwner: scene.requester._id,
        goLive: dayAfter(scene.at, 60),
        tables: ["EVENTS", "MASTER_DATA"],
        hasPersonalData,
        ...(hasPersonalData ? { personalData: "Name and telephone number of the caller" } : {}),
        consumer: `Weekly report of ${scene.area.name}`,
        frequency: "daily",
        latencyHours: 8,
        volumeGb: 20,
        contacts: scene.requester.email,
      },
    };
  };

/** A job of dbt or Airflow run again, or access to a project. */
export const pipelineChange =
  (options: { readonly tool?: "dbt" | "airflow"; readonly kind?: "access" | "rerun" } = {}): Wishing =>
  (scene) => {
    const {
      tool = scene.chance.pick(["dbt", "airflow"] as const),
      kind = scene.chance.pick(["access", "rerun"] as const),
    } = options;
    const project = `${scene.area.name.toLowerCase().replaceAll(" ", "-")}-marts`;
    const rest =
      kind === "access"
        ? { level: "developer", durationDays: 90 }
        : { job: "margin_daily", window: "Sunday, 6 to 10 in the morning" };
    return { typeKey: "dbt-airflow", form: { ...base(scene), tool, project, kind, ...rest } };
  };

/** A seat in Sigma or ThoughtSpot. */
export const biSeat =
  (options: { readonly tool?: "sigma" | "thoughtspot"; readonly license?: "viewer" | "explorer" } = {}): Wishing =>
  (scene) => ({
    typeKey: "bi-access",
    form: {
      ...base(scene),
      tool: options.tool ?? scene.chance.pick(["sigma", "thoughtspot"]),
      team: scene.area.name,
      license: options.license ?? "viewer",
      durationDays: options.license === "explorer" ? 60 : 180,
    },
  });

/** The end of a colleague's access. */
export const leaver =
  (person: Pick<Colleague, "email">): Wishing =>
  (scene) => {
    const leaving = scene.cast.byEmail(person.email);
    return {
      typeKey: "leaver",
      form: {
        ...base(scene),
        requestedFor: leaving._id,
        systems: ["snowflake", "portal", "dbt", "sigma"],
        lastDay: dayAfter(scene.at, 10),
        successor: scene.area.colleagues[0]?._id ?? scene.requester._id,
        isFromHr: false,
        isOnHold: false,
      },
    };
  };
