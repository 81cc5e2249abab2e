/** What an administrator enters about the Snowflake account. */

import { ConnectorError } from "../../contract/contract";

/** How the portal proves who it is. Both kinds are secrets. */
export type Credential =
  | { readonly kind: "key-pair"; readonly privateKey: string }
  | { readonly kind: "token"; readonly token: string };

/** See the file's head. Names are as the account stores them. */
export interface SnowflakeSettings {
  /** `https://<orgname>-<accountname>.snowflakecomputing.com` */
  readonly url: string;
  /** `ORG-ACCOUNT`, or a locator with its region. */
  readonly account: string;
  readonly user: string;
  /** The role all statements run as, unless a step needs another. */
  readonly role: string;
  /** The role that may create and assign resource monitors; without it, steps that need one are refused. */
  readonly monitorRole?: string;
  /** Needed for the usage views only. */
  readonly warehouse?: string;
  readonly credential: Credential;
}

/** Fails with what to correct when the settings cannot work. Gives the address without a path. */
export function checkedOrigin({ url, user, account, role }: SnowflakeSettings): string {
  const address = URL.canParse(url) ? new URL(url) : null;
  // The sandbox listens on this machine, without a certificate.
  const isLocal = address?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(address.hostname);
  if (
    address === null ||
    !(address.protocol === "https:" || isLocal) ||
    address.username !== "" ||
    address.password !== ""
  ) {
    throw new ConnectorError(
      "admin-fixable",
      "bad-address",
      "The address of the Snowflake account must start with https:// and hold no user name.",
    );
  }
  for (const [what, value] of Object.entries({ user, account, role })) {
    if (value.trim() === "")
      throw new ConnectorError(
        "admin-fixable",
        "setting-missing",
        `The ${what} of the Snowflake connection is missing.`,
      );
  }
  return address.origin;
}

/** Resource monitors belong to ACCOUNTADMIN, or to the role the administrator named for them. */
export function requireMonitorRole({ monitorRole }: SnowflakeSettings): string {
  if (monitorRole === undefined)
    throw new ConnectorError(
      "admin-fixable",
      "monitor-role-missing",
      "Resource monitors need a role of their own. Name one in the settings of the Snowflake connection.",
    );
  return monitorRole;
}

/** The account as tokens name it: a locator without its region, otherwise periods as hyphens; upper case. */
export function accountInToken(account: string): string {
  const [first = "", second] = account.trim().split(".");
  const isLocator = second !== undefined && second.includes("-");
  return (isLocator ? first : account.trim().replaceAll(".", "-")).toUpperCase();
}
