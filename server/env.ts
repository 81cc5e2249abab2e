/**
 * The environment, read once. Every variable is checked before anything starts, and all that is wrong
 * is reported together: the name, what is wrong with it, and a value that would do.
 */
import { isAbsolute, relative, resolve } from "node:path";
import { parseRetention } from "#convex/core/audit/rules/keep.ts";
import { readClerkKey, whyNotBackendAddress, whyNotProxyUrl } from "./deployment-rules.ts";
import { readSnowflake, type SnowflakeSettings } from "./snowflake.ts";

/** One variable that cannot be used as it is. */
export interface EnvProblem {
  readonly name: string;
  readonly problem: string;
  readonly example: string;
}

/** Settings of the hosted sign-in provider, checked but not used by the built-in adapter. */
export interface ClerkSettings {
  readonly publishableKey: string;
  readonly frontendHost: string;
  readonly proxyUrl: string | null;
}

/** A realtime backend of its own, instead of the embedded engine. */
export interface RemoteBackend {
  readonly url: string;
  readonly deployKey: string;
}

/** Where backups go, how often, and how many stay. */
export interface BackupSettings {
  readonly dir: string;
  readonly everyMs: number;
  readonly keep: number;
}

/** A collector outside that is sent the audit trail. */
export interface AuditStreamSettings {
  readonly url: string;
  /** Sent as a bearer token; null: the address is all it asks for. */
  readonly token: string | null;
}

/** Everything the process may be told from outside. */
export interface Env {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Null: no backups are made. */
  readonly backup: BackupSettings | null;
  readonly isDemo: boolean;
  readonly demoPassword: string | null;
  readonly bootstrapAdminEmail: string | null;
  readonly companyDomain: string;
  readonly testAddresses: readonly string[];
  readonly publicUrl: string | null;
  readonly trustProxy: boolean;
  /** Multiplies what one address may ask for without a sign-in. */
  readonly addressLimitFactor: number;
  readonly authIssuer: string;
  readonly breachedPasswordCheck: boolean;
  readonly sessionMaxAgeMs: number;
  /** Whether a request type is published by another super admin than the one who changed it last. */
  readonly publishBySecondPerson: boolean;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** For how many days the contents of audit events are kept, by class, as AUDIT_KEEP says; null: for ever. */
  readonly auditKeep: string | null;
  /** Null: the audit trail stays in the portal. */
  readonly auditStream: AuditStreamSettings | null;
  readonly remoteBackend: RemoteBackend | null;
  /** Null: not connected, or in a demo world the sandbox. */
  readonly snowflake: SnowflakeSettings | null;
  readonly clerk: ClerkSettings | null;
  readonly logLevel: string;
}

type Source = Readonly<Record<string, string | undefined>>;

/** Tokens name this issuer when AUTH_ISSUER is not set: an identifier, never fetched. */
const EMBEDDED_ISSUER = "https://portal.invalid/auth";
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "silent"] as const;
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DOMAIN_SHAPE = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Reads and checks the environment; either a complete `Env` or every problem at once. */
export function parseEnv(source: Source): { ok: true; env: Env } | { ok: false; problems: EnvProblem[] } {
  const reader = new EnvReader(source);
  const remoteBackend = reader.remoteBackend();
  // A deployment elsewhere may hold real data: a demo world is poured into it only when asked for.
  const isDemo = reader.flag("PORTAL_DEMO", remoteBackend === null);
  const env: Env = {
    port: reader.wholeNumber("PORT", 3000, { from: 0, to: 65_535 }),
    host: reader.text("HOST") ?? "127.0.0.1",
    dataDir: reader.dataDir(),
    backup: reader.backup(),
    isDemo,
    demoPassword: reader.demoPassword(),
    bootstrapAdminEmail: reader.email("BOOTSTRAP_ADMIN_EMAIL"),
    companyDomain: reader.domain("COMPANY_DOMAIN", "ao.com"),
    testAddresses: reader.emailList("TEST_ADDRESSES"),
    publicUrl: reader.origin("PUBLIC_URL"),
    trustProxy: reader.flag("TRUST_PROXY", false),
    addressLimitFactor: reader.wholeNumber("ADDRESS_LIMIT_FACTOR", 1, { from: 1, to: 100 }),
    authIssuer: reader.url("AUTH_ISSUER", ["http:", "https:"], "https://portal.example.com/auth") ?? EMBEDDED_ISSUER,
    breachedPasswordCheck: reader.flag("BREACHED_PASSWORD_CHECK", false),
    sessionMaxAgeMs: reader.duration("SESSION_MAX_AGE", "7d"),
    // The demo company has one super admin.
    publishBySecondPerson: reader.flag("PUBLISH_BY_SECOND_PERSON", !isDemo),
    smtpUrl: reader.url("SMTP_URL", ["smtp:", "smtps:"], "smtps://user:password@mail.example.com:465"),
    mailFrom: reader.text("MAIL_FROM") ?? "Data Portal <no-reply@localhost>",
    auditKeep: reader.auditKeep(),
    auditStream: reader.auditStream(),
    remoteBackend,
    snowflake: readSnowflake(reader),
    clerk: reader.clerk(),
    logLevel: reader.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
  };
  if (!isDemo && env.bootstrapAdminEmail === null) {
    reader.refuse(
      "BOOTSTRAP_ADMIN_EMAIL",
      "is needed without the demo world: someone has to be the first super admin",
      `owner@${env.companyDomain}`,
    );
  }
  return reader.problems.length === 0 ? { ok: true, env } : { ok: false, problems: reader.problems };
}

/** What the data commands need to know; the rest of the environment need not be in order for them. */
export type DataEnv = Pick<Env, "dataDir" | "backup">;

/** Reads only what the data commands use. */
export function parseDataEnv(source: Source): { ok: true; env: DataEnv } | { ok: false; problems: EnvProblem[] } {
  const reader = new EnvReader(source);
  const env: DataEnv = { dataDir: reader.dataDir(), backup: reader.backup() };
  return reader.problems.length === 0 ? { ok: true, env } : { ok: false, problems: reader.problems };
}

/** The problems as lines for a terminal. */
export function explainProblems(problems: readonly EnvProblem[]): string {
  const lines = problems.map(
    ({ name, problem, example }) => `  ${name} ${problem}\n    for example: ${name}=${example}`,
  );
  return `The environment cannot be used:\n${lines.join("\n")}\nEvery variable is described in .env.example.`;
}

class EnvReader {
  readonly problems: EnvProblem[] = [];
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** A variable that is set to something; blank counts as not set. */
  text(name: string): string | null {
    const value = this.#source[name]?.trim();
    return value ? value : null;
  }

  dataDir(): string {
    return this.text("DATA_DIR") ?? "./data";
  }

  backup(): BackupSettings | null {
    const everyMs = this.duration("BACKUP_EVERY", "1d");
    const keep = this.wholeNumber("BACKUP_KEEP", 7, { from: 1, to: 10_000 });
    const dir = this.text("BACKUP_DIR");
    if (dir === null) return null;
    const between = relative(resolve(this.dataDir()), resolve(dir));
    if (between === "" || !(between.startsWith("..") || isAbsolute(between))) {
      return this.refuse("BACKUP_DIR", "lies inside DATA_DIR: what takes one takes the other", "/var/backups/portal");
    }
    return { dir, everyMs, keep };
  }

  /** A number of minutes, hours or days, in milliseconds. */
  duration(name: string, fallback: string): number {
    const value = this.text(name)?.toLowerCase() ?? fallback;
    const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(value) ?? [];
    const ms = Number(count) * (UNIT_MS[unit] ?? 0);
    if (ms === 0) this.refuse(name, `is "${value}", not a number of minutes (m), hours (h) or days (d)`, "6h");
    return ms;
  }

  refuse(name: string, problem: string, example: string): null {
    this.problems.push({ name, problem, example });
    return null;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (["1", "true", "yes", "on"].includes(value)) return true;
    if (["0", "false", "no", "off"].includes(value)) return false;
    this.refuse(name, `is "${value}", neither on nor off`, fallback ? "0" : "1");
    return fallback;
  }

  wholeNumber(name: string, fallback: number, range: { from: number; to: number }): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= range.from && number <= range.to) return number;
    this.refuse(name, `is "${value}", not a whole number from ${range.from} to ${range.to}`, String(fallback));
    return fallback;
  }

  oneOf<Option extends string>(name: string, options: readonly Option[], fallback: Option): Option {
    const value = this.text(name);
    if (value === null) return fallback;
    const known = options.find((option) => option === value);
    if (known === undefined) this.refuse(name, `is "${value}", not one of ${options.join(", ")}`, fallback);
    return known ?? fallback;
  }

  email(name: string): string | null {
    const value = this.text(name)?.toLowerCase() ?? null;
    if (value !== null && !EMAIL_SHAPE.test(value))
      return this.refuse(name, `is "${value}", not an e-mail address`, "owner@ao.com");
    return value;
  }

  emailList(name: string): string[] {
    const items = (this.text(name) ?? "")
      .split(",")
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean);
    const wrong = items.find((item) => !EMAIL_SHAPE.test(item));
    if (wrong !== undefined)
      this.refuse(name, `holds "${wrong}", not an e-mail address`, "probe@example.com,robot@example.com");
    return items;
  }

  domain(name: string, fallback: string): string {
    const value = (this.text(name) ?? fallback).toLowerCase().replace(/^@/, "");
    if (!DOMAIN_SHAPE.test(value)) this.refuse(name, `is "${value}", not a mail domain`, fallback);
    return value;
  }

  url(name: string, protocols: readonly string[], example: string): string | null {
    const value = this.text(name);
    if (value === null) return null;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
    // The value may hold a password (SMTP_URL), so it is not repeated.
    return this.refuse(
      name,
      `is not an address starting with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
      example,
    );
  }

  origin(name: string): string | null {
    const value = this.url(name, ["http:", "https:"], "https://portal.example.com");
    if (value === null) return null;
    const url = new URL(value);
    if (url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") {
      return this.refuse(name, "has more than a scheme, a host and a port", "https://portal.example.com");
    }
    return url.origin;
  }

  demoPassword(): string | null {
    const value = this.text("DEMO_PASSWORD");
    if (value === null) return null;
    const isStrong = value.length >= 8 && /[A-Z]/.test(value) && /[a-z]/.test(value) && /[0-9]/.test(value);
    if (!isStrong)
      return this.refuse(
        "DEMO_PASSWORD",
        "needs 8 characters with an uppercase letter, a lowercase letter and a number",
        "Portal-demo-2026",
      );
    return value;
  }

  auditKeep(): string | null {
    const value = this.text("AUDIT_KEEP");
    const read = parseRetention(value ?? "");
    return read.ok ? value : this.refuse("AUDIT_KEEP", read.problem, "activity=90,access=2555");
  }

  auditStream(): AuditStreamSettings | null {
    const url = this.url("AUDIT_STREAM_URL", ["http:", "https:"], "https://siem.example.com/services/collector");
    const token = this.text("AUDIT_STREAM_TOKEN");
    if (url === null) return null;
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
    if (new URL(url).protocol === "http:" && !isLocal)
      return this.refuse(
        "AUDIT_STREAM_URL",
        "would send the trail unencrypted to another machine",
        "https://siem.example.com/services/collector",
      );
    return { url, token };
  }

  remoteBackend(): RemoteBackend | null {
    const url = this.text("CONVEX_URL");
    if (url === null) return null;
    const problem = whyNotBackendAddress(url);
    if (problem !== null) return this.refuse("CONVEX_URL", problem, "https://happy-animal-123.convex.cloud");
    const deployKey = this.text("CONVEX_DEPLOY_KEY");
    if (deployKey === null)
      return this.refuse(
        "CONVEX_DEPLOY_KEY",
        "is needed with CONVEX_URL: the server calls internal functions with it",
        "prod:happy-animal-123|0123456789",
      );
    return { url: url.replace(/\/+$/, ""), deployKey };
  }

  clerk(): ClerkSettings | null {
    const publishableKey = this.text("CLERK_PUBLISHABLE_KEY");
    const proxyUrl = this.text("CLERK_PROXY_URL");
    const proxyProblem = proxyUrl === null ? null : whyNotProxyUrl(proxyUrl);
    if (proxyProblem !== null) this.refuse("CLERK_PROXY_URL", proxyProblem, "/__clerk");
    if (publishableKey === null) return null;
    const key = readClerkKey(publishableKey);
    if (!key.ok) return this.refuse("CLERK_PUBLISHABLE_KEY", key.problem, "pk_test_Y2xlcmsuZXhhbXBsZS5jb20k");
    return { publishableKey, frontendHost: key.frontendHost, proxyUrl };
  }
}
