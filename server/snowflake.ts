/** The settings of the Snowflake connection as the backend's functions read them. */

import type { SettingsReader } from "./settings/read.ts";

/** Variables of the backend's environment. */
export type SnowflakeEnv = Readonly<Record<string, string>> & { readonly SNOWFLAKE_URL: string };

/** A Snowflake account, checked. */
export interface SnowflakeSettings {
  readonly url: string;
  readonly account: string;
  readonly user: string;
  readonly role: string;
  readonly monitorRole: string | null;
  readonly warehouse: string | null;
  readonly credential:
    | { readonly kind: "key-pair"; readonly privateKey: string }
    | { readonly kind: "token"; readonly token: string };
}

const EXAMPLES = {
  SNOWFLAKE_ACCOUNT: "MYORG-MYACCOUNT",
  SNOWFLAKE_USER: "DATA_PORTAL",
  SNOWFLAKE_ROLE: "PORTAL",
} as const;
const ALL = [
  "SNOWFLAKE_URL",
  "SNOWFLAKE_ACCOUNT",
  "SNOWFLAKE_USER",
  "SNOWFLAKE_ROLE",
  "SNOWFLAKE_PRIVATE_KEY",
  "SNOWFLAKE_TOKEN",
  "SNOWFLAKE_MONITOR_ROLE",
  "SNOWFLAKE_WAREHOUSE",
] as const;
const LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** Reads the account; null when none is named. A setting that is named alone is no connection. */
export function readSnowflake(reader: Pick<SettingsReader, "text" | "refuse">): SnowflakeSettings | null {
  if (ALL.every((name) => reader.text(name) === null)) return null;
  const required = (name: keyof typeof EXAMPLES): string | null =>
    reader.text(name) ?? reader.refuse(name, "is needed for a Snowflake connection", EXAMPLES[name]);
  const [url, account, user, role, credential] = [
    readUrl(reader),
    required("SNOWFLAKE_ACCOUNT"),
    required("SNOWFLAKE_USER"),
    required("SNOWFLAKE_ROLE"),
    readCredential(reader),
  ];
  if (url === null || account === null || user === null || role === null || credential === null) return null;
  return {
    url,
    account,
    user,
    role,
    credential,
    monitorRole: reader.text("SNOWFLAKE_MONITOR_ROLE"),
    warehouse: reader.text("SNOWFLAKE_WAREHOUSE"),
  };
}

function readUrl(reader: Pick<SettingsReader, "text" | "refuse">): string | null {
  const value = reader.text("SNOWFLAKE_URL");
  const url = value !== null && URL.canParse(value) ? new URL(value) : null;
  const isSafe =
    url !== null && (url.protocol === "https:" || (url.protocol === "http:" && LOCAL_HOSTS.includes(url.hostname)));
  if (url !== null && isSafe && url.username === "" && url.pathname === "/" && url.search === "") return url.origin;
  return reader.refuse(
    "SNOWFLAKE_URL",
    "is not the address of a Snowflake account, starting with https:// and ending with the host",
    "https://myorg-myaccount.snowflakecomputing.com",
  );
}

function readCredential(reader: Pick<SettingsReader, "text" | "refuse">): SnowflakeSettings["credential"] | null {
  // A value may be given on one line, with \n for the ends of lines.
  const privateKey = reader.text("SNOWFLAKE_PRIVATE_KEY")?.replaceAll("\\n", "\n") ?? null;
  const token = reader.text("SNOWFLAKE_TOKEN");
  if (privateKey !== null && token !== null)
    return reader.refuse(
      "SNOWFLAKE_TOKEN",
      "is set beside SNOWFLAKE_PRIVATE_KEY: one of the two says who the portal is",
      "",
    );
  if (token !== null) return { kind: "token", token };
  if (privateKey !== null && /^-----BEGIN PRIVATE KEY-----\s/.test(privateKey)) return { kind: "key-pair", privateKey };
  // The value is a secret, so it is not repeated.
  return reader.refuse(
    "SNOWFLAKE_PRIVATE_KEY",
    privateKey === null
      ? "or SNOWFLAKE_TOKEN is needed for a Snowflake connection"
      : "is not an unencrypted PKCS#8 key in PEM form",
    '"-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----"',
  );
}

/** The settings as variables. */
export function snowflakeEnv({
  url,
  account,
  user,
  role,
  monitorRole,
  warehouse,
  credential,
}: SnowflakeSettings): SnowflakeEnv {
  return {
    SNOWFLAKE_URL: url,
    SNOWFLAKE_ACCOUNT: account,
    SNOWFLAKE_USER: user,
    SNOWFLAKE_ROLE: role,
    ...(monitorRole === null ? {} : { SNOWFLAKE_MONITOR_ROLE: monitorRole }),
    ...(warehouse === null ? {} : { SNOWFLAKE_WAREHOUSE: warehouse }),
    ...(credential.kind === "token"
      ? { SNOWFLAKE_TOKEN: credential.token }
      : { SNOWFLAKE_PRIVATE_KEY: credential.privateKey }),
  };
}
