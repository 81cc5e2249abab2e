/** Authenticate (client) and AuthError (server). */

import { type JsonObject } from "../values/json.ts";
import { ProtocolError, readObject, readString, readU32 } from "./read.ts";

/** Moves the identity version from `baseVersion` to `baseVersion + 1`. */
export type Authenticate =
  | { readonly type: "Authenticate"; readonly tokenType: "None"; readonly baseVersion: number }
  | { readonly type: "Authenticate"; readonly tokenType: "User"; readonly baseVersion: number; readonly value: string }
  | {
      readonly type: "Authenticate";
      readonly tokenType: "Admin";
      readonly baseVersion: number;
      readonly value: string;
      readonly impersonating: JsonObject | null;
    };

/** `authUpdateAttempted` is false when an accepted token expired later. */
export interface AuthError {
  readonly type: "AuthError";
  readonly error: string;
  readonly baseVersion: number;
  readonly authUpdateAttempted: boolean;
}

export function parseAuthenticate(from: JsonObject): Authenticate {
  const baseVersion = readU32(from, "baseVersion");
  const tokenType = readString(from, "tokenType");
  switch (tokenType) {
    case "None":
      return { type: "Authenticate", tokenType, baseVersion };
    case "User":
      return { type: "Authenticate", tokenType, baseVersion, value: readString(from, "value") };
    case "Admin": {
      const acting = from["impersonating"];
      const impersonating = acting === undefined || acting === null ? null : readObject(acting, "impersonating");
      return { type: "Authenticate", tokenType, baseVersion, value: readString(from, "value"), impersonating };
    }
    default:
      throw new ProtocolError(`Unknown token type ${JSON.stringify(tokenType)}`);
  }
}

export function encodeAuthError(message: AuthError): string {
  return JSON.stringify(message);
}
