/**
 * Every setting of the portal: how it is read, what holds without it, whether it is a secret, and what a wrong value
 * can cost. The environment is read by this list, and the README and .env.example are held to it.
 */

import { parseRetention } from "../../convex/core/audit/rules/keep.ts";
import { CONNECTION_SETTINGS } from "./connections.ts";
import { readClerkKey, whyNotBackendAddress, whyNotProxyUrl } from "./deployment-rules.ts";
import {
  address,
  checked,
  duration,
  email,
  emailList,
  flag,
  mailDomain,
  oneOf,
  origin,
  readAs,
  text,
  wholeNumber,
} from "./kinds.ts";
import { optional, type Setting, usual } from "./setting.ts";

const ENVIRONMENTS = ["production", "staging", "test"] as const;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "silent"] as const;

const strongPassword = checked((value) =>
  value.length >= 8 && /[A-Z]/.test(value) && /[a-z]/.test(value) && /[0-9]/.test(value)
    ? null
    : "needs 8 characters with an uppercase letter, a lowercase letter and a number",
);
const sharedSecret = checked((value) => (value.length >= 32 ? null : "needs 32 characters at least"));
const retention = checked((value) => {
  const read = parseRetention(value);
  return read.ok ? null : read.problem;
});
const collector = address(["http:", "https:"]).pipe(
  checked((value) => {
    const { protocol, hostname } = new URL(value);
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
    return protocol === "http:" && !isLocal ? "would send the audit trail unencrypted to another machine" : null;
  }),
);
const publishableKey = readAs<{ publishableKey: string; frontendHost: string }>((value) => {
  const key = readClerkKey(value);
  return key.ok ? { value: { publishableKey: value, frontendHost: key.frontendHost } } : { problem: key.problem };
});

export const SETTINGS = {
  PORT: usual(wholeNumber({ from: 0, to: 65_535 }), {
    fallback: "3000",
    example: "3000",
    risk: "outage",
    does: "the port the portal listens on",
  }),
  HOST: usual(text(), {
    fallback: "127.0.0.1",
    example: "0.0.0.0",
    risk: "outage",
    does: "the address the portal listens on",
  }),
  DATA_DIR: usual(text(), {
    fallback: "./data",
    example: "./data",
    risk: "data",
    does: "everything the portal stores",
  }),
  BACKUP_DIR: optional(text(), { example: "/var/backups/portal", risk: "data", does: "where backups go" }),
  BACKUP_EVERY: usual(duration(), { fallback: "1d", example: "6h", risk: "data", does: "how often a backup is made" }),
  BACKUP_KEEP: usual(wholeNumber({ from: 1, to: 10_000 }), {
    fallback: "7",
    example: "7",
    risk: "data",
    does: "how many backups stay",
  }),
  PORTAL_DEMO: optional(flag(), {
    example: "0",
    risk: "data",
    does: "whether there is a demo world; not with CONVEX_URL",
  }),
  PORTAL_ENVIRONMENT: optional(oneOf(ENVIRONMENTS), {
    example: "staging",
    does: "which of your portals this is, as the bar above every page says; not with the demo",
  }),
  DEMO_PASSWORD: optional(strongPassword, {
    example: "Portal-demo-2026",
    isSecret: true,
    risk: "access",
    does: "password of the demo accounts",
  }),
  BOOTSTRAP_ADMIN_EMAIL: optional(email(), { example: "owner@ao.com", risk: "access", does: "the first super admin" }),
  COMPANY_DOMAIN: usual(mailDomain(), {
    fallback: "ao.com",
    example: "ao.com",
    risk: "access",
    does: "whose addresses may sign up",
  }),
  PROTECTED_ACCOUNTS: optional(emailList(), {
    example: "portal@ao.com,backup@ao.com",
    risk: "access",
    does: "addresses of accounts nobody may suspend, remove or change the roles of, separated by commas",
  }),
  INACTIVE_AFTER_DAYS: optional(wholeNumber({ from: 30, to: 3650 }), {
    example: "90",
    risk: "access",
    does: "after how many days without a visit people are suspended; they are warned a week before",
  }),
  INACTIVE_EXEMPT: optional(emailList(), {
    example: "board@ao.com",
    risk: "access",
    does: "addresses of people who may stay away for any time, separated by commas",
  }),
  TEST_ADDRESSES: optional(emailList(), {
    example: "probe@example.com,robot@example.com",
    risk: "access",
    does: "addresses outside that domain that may",
  }),
  PUBLIC_URL: optional(origin(), {
    example: "https://portal.example.com",
    risk: "outage",
    does: "the address people use, when a proxy stands in front",
  }),
  TRUST_PROXY: usual(flag(), {
    fallback: "0",
    example: "1",
    risk: "access",
    does: "whether the proxy's forwarded-for headers are believed",
  }),
  ADDRESS_LIMIT_FACTOR: usual(wholeNumber({ from: 1, to: 100 }), {
    fallback: "1",
    example: "1",
    risk: "access",
    does: "multiplies what one address may ask for without a sign-in",
  }),
  PRIVATE_ACCOUNTS: usual(flag(), {
    fallback: "0",
    example: "1",
    risk: "access",
    does: "answers alike whether or not an address has an account",
  }),
  LOG_LEVEL: usual(oneOf(LOG_LEVELS), { fallback: "info", example: "info", does: "how much is logged" }),
  SMTP_URL: optional(address(["smtp:", "smtps:"]), {
    example: "smtps://user:password@mail.example.com:465",
    isSecret: true,
    risk: "outage",
    does: "how mail leaves the house",
  }),
  MAIL_FROM: usual(text(), {
    fallback: "Data Portal <no-reply@localhost>",
    example: "Data Portal <portal@example.com>",
    does: "who mail comes from",
  }),
  MAIL_IN_ADDRESS: optional(email(), {
    example: "support@help.example.com",
    risk: "outage",
    does: "where answers to tickets are mailed to; its server keeps what stands behind a plus sign",
  }),
  MAIL_IN_SECRET: optional(sharedSecret, {
    example: "a-secret-of-32-characters-or-more-",
    isSecret: true,
    risk: "access",
    does: "what the mail gateway signs its deliveries with",
  }),
  AUDIT_KEEP: optional(retention, {
    example: "activity=90,access=2555",
    risk: "data",
    does: "days the contents of audit events are kept, by class",
  }),
  AUDIT_STREAM_URL: optional(collector, {
    example: "https://siem.example.com/services/collector",
    risk: "data",
    does: "a collector that is sent every audit event",
  }),
  AUDIT_STREAM_TOKEN: optional(text(), { example: "…", isSecret: true, risk: "data", does: "its bearer token" }),
  ...CONNECTION_SETTINGS,
  BREACHED_PASSWORD_CHECK: usual(flag(), {
    fallback: "0",
    example: "1",
    risk: "access",
    does: "whether a new password is looked up among those known to be breached",
  }),
  SESSION_MAX_AGE: usual(duration(), {
    fallback: "7d",
    example: "6h",
    risk: "access",
    does: "after how long a session ends, however much it is used",
  }),
  PUBLISH_BY_SECOND_PERSON: optional(flag(), {
    example: "1",
    risk: "access",
    does: "whether a request type is published by another super admin than the one who changed it last",
  }),
  AUTH_ISSUER: optional(address(["http:", "https:"]), {
    example: "https://portal.example.com/auth",
    risk: "access",
    does: "issuer named in tokens",
  }),
  CONVEX_URL: optional(checked(whyNotBackendAddress), {
    example: "https://happy-animal-123.convex.cloud",
    risk: "data",
    does: "a Convex deployment instead of the embedded engine",
  }),
  CONVEX_DEPLOY_KEY: optional(text(), {
    example: "prod:happy-animal-123|0123456789",
    isSecret: true,
    risk: "access",
    does: "the key the server calls it with",
  }),
  CLERK_PUBLISHABLE_KEY: optional(publishableKey, {
    example: "pk_test_Y2xlcmsuZXhhbXBsZS5jb20k",
    does: "a hosted sign-in provider, checked for shape",
  }),
  CLERK_PROXY_URL: optional(checked(whyNotProxyUrl), {
    example: "/__clerk",
    does: "where it is reached through the portal",
  }),
} as const satisfies Readonly<Record<string, Setting>>;

/** The name of a setting: that of its variable. */
export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
