/**
 * The environment, read once. Every variable is checked before anything starts, and all that is wrong
 * is reported together: the name, what is wrong with it, and a value that would do.
 */

import { isAbsolute, relative, resolve } from "node:path";
import type { PortalEnvironment } from "../../contracts/environment.ts";
import { type Connections, readConnections, refuseOperated } from "./connected.ts";
import { type EnvProblem, SettingsReader, type Source } from "./read.ts";

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
  readonly environment: PortalEnvironment;
  readonly demoPassword: string | null;
  readonly bootstrapAdminEmail: string | null;
  readonly companyDomain: string;
  readonly testAddresses: readonly string[];
  /** After how many days without a visit people are suspended; null: never. */
  readonly inactiveAfterDays: number | null;
  readonly inactiveExempt: readonly string[];
  /** Addresses of accounts nobody may suspend, remove or change the roles of. */
  readonly protectedAccounts: readonly string[];
  readonly publicUrl: string | null;
  readonly trustProxy: boolean;
  /** Multiplies what one address may ask for without a sign-in. */
  readonly addressLimitFactor: number;
  /** Whether nobody is told if an address has an account. */
  readonly hasPrivateAccounts: boolean;
  readonly authIssuer: string;
  readonly breachedPasswordCheck: boolean;
  readonly sessionMaxAgeMs: number;
  /** Whether a request type is published by another super admin than the one who changed it last. */
  readonly publishBySecondPerson: boolean;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Where answers to tickets come in, and what they are signed with; null: none do. */
  readonly mailIn: { readonly address: string; readonly secret: string } | null;
  /** For how many days the contents of audit events are kept, by class, as AUDIT_KEEP says; null: for ever. */
  readonly auditKeep: string | null;
  /** Null: the audit trail stays in the portal. */
  readonly auditStream: AuditStreamSettings | null;
  readonly remoteBackend: RemoteBackend | null;
  /** Without those a demo world stands in for. */
  readonly connections: Connections;
  readonly clerk: ClerkSettings | null;
  readonly logLevel: string;
}

/** Tokens name this issuer when AUTH_ISSUER is not set: an identifier, never fetched. */
const EMBEDDED_ISSUER = "https://portal.invalid/auth";

/** Reads and checks the environment; either a complete `Env` or every problem at once. */
export function parseEnv(source: Source): { ok: true; env: Env } | { ok: false; problems: EnvProblem[] } {
  const reader = new SettingsReader(source);
  const remoteBackend = readRemoteBackend(reader);
  // A deployment elsewhere may hold real data: a demo world is poured into it only when asked for.
  const isDemo = reader.get("PORTAL_DEMO") ?? remoteBackend === null;
  const env: Env = {
    port: reader.get("PORT"),
    host: reader.get("HOST"),
    dataDir: reader.get("DATA_DIR"),
    backup: readBackup(reader),
    isDemo,
    environment: isDemo ? "demo" : (reader.get("PORTAL_ENVIRONMENT") ?? "production"),
    demoPassword: reader.get("DEMO_PASSWORD"),
    bootstrapAdminEmail: reader.get("BOOTSTRAP_ADMIN_EMAIL"),
    companyDomain: reader.get("COMPANY_DOMAIN"),
    testAddresses: reader.get("TEST_ADDRESSES") ?? [],
    inactiveAfterDays: reader.get("INACTIVE_AFTER_DAYS"),
    inactiveExempt: reader.get("INACTIVE_EXEMPT") ?? [],
    protectedAccounts: reader.get("PROTECTED_ACCOUNTS") ?? [],
    publicUrl: reader.get("PUBLIC_URL"),
    trustProxy: reader.get("TRUST_PROXY"),
    addressLimitFactor: reader.get("ADDRESS_LIMIT_FACTOR"),
    hasPrivateAccounts: reader.get("PRIVATE_ACCOUNTS"),
    authIssuer: reader.get("AUTH_ISSUER") ?? EMBEDDED_ISSUER,
    breachedPasswordCheck: reader.get("BREACHED_PASSWORD_CHECK"),
    sessionMaxAgeMs: reader.get("SESSION_MAX_AGE"),
    // The demo company has one super admin.
    publishBySecondPerson: reader.get("PUBLISH_BY_SECOND_PERSON") ?? !isDemo,
    smtpUrl: reader.get("SMTP_URL"),
    mailFrom: reader.get("MAIL_FROM"),
    mailIn: readMailIn(reader),
    auditKeep: reader.get("AUDIT_KEEP"),
    auditStream: readAuditStream(reader),
    remoteBackend,
    connections: readConnections(reader),
    clerk: readClerk(reader),
    logLevel: reader.get("LOG_LEVEL"),
  };
  if (isDemo && remoteBackend !== null)
    reader.refuse("PORTAL_DEMO", "is set beside CONVEX_URL: a deployment has none of the demo's functions", "0");
  if (isDemo && reader.get("PORTAL_ENVIRONMENT") !== null)
    reader.refuse(
      "PORTAL_ENVIRONMENT",
      "is set beside the demo world, which says so itself",
      "staging, with PORTAL_DEMO=0",
    );
  if (isDemo) refuseOperated(reader, env.connections);
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
  const reader = new SettingsReader(source);
  const env: DataEnv = { dataDir: reader.get("DATA_DIR"), backup: readBackup(reader) };
  return reader.problems.length === 0 ? { ok: true, env } : { ok: false, problems: reader.problems };
}

/** The problems as lines for a terminal. */
export function explainProblems(problems: readonly EnvProblem[]): string {
  const lines = problems.map(
    ({ name, problem, example }) => `  ${name} ${problem}\n    for example: ${name}=${example}`,
  );
  return `The environment cannot be used:\n${lines.join("\n")}\nEvery variable is described in .env.example.`;
}

function readBackup(reader: SettingsReader): BackupSettings | null {
  const everyMs = reader.get("BACKUP_EVERY");
  const keep = reader.get("BACKUP_KEEP");
  const dir = reader.get("BACKUP_DIR");
  if (dir === null) return null;
  const between = relative(resolve(reader.get("DATA_DIR")), resolve(dir));
  if (between === "" || !(between.startsWith("..") || isAbsolute(between)))
    return reader.refuse("BACKUP_DIR", "lies inside DATA_DIR: what takes one takes the other");
  return { dir, everyMs, keep };
}

function readMailIn(reader: SettingsReader): Env["mailIn"] {
  const address = reader.get("MAIL_IN_ADDRESS");
  const secret = reader.get("MAIL_IN_SECRET");
  if (address !== null && secret !== null) return { address, secret };
  if (address !== null)
    return reader.refuse("MAIL_IN_SECRET", "is needed with MAIL_IN_ADDRESS: unsigned mail is refused");
  if (secret !== null) return reader.refuse("MAIL_IN_ADDRESS", "is needed with MAIL_IN_SECRET: answers go to it");
  return null;
}

function readAuditStream(reader: SettingsReader): AuditStreamSettings | null {
  const url = reader.get("AUDIT_STREAM_URL");
  const token = reader.get("AUDIT_STREAM_TOKEN");
  return url === null ? null : { url, token };
}

function readRemoteBackend(reader: SettingsReader): RemoteBackend | null {
  const url = reader.get("CONVEX_URL");
  if (url === null) return null;
  const deployKey = reader.get("CONVEX_DEPLOY_KEY");
  if (deployKey === null)
    return reader.refuse("CONVEX_DEPLOY_KEY", "is needed with CONVEX_URL: the server calls internal functions with it");
  return { url: url.replace(/\/+$/, ""), deployKey };
}

function readClerk(reader: SettingsReader): ClerkSettings | null {
  const key = reader.get("CLERK_PUBLISHABLE_KEY");
  const proxyUrl = reader.get("CLERK_PROXY_URL");
  return key === null ? null : { ...key, proxyUrl };
}
