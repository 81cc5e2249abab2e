/** What went wrong with a connector, as it is stored. */

import { messageOf } from "../../lib/errors";
import { ConnectorError, type FailureKind, type VendorAnswer } from "./contract";

/** A failure as plain JSON. Anything but a connector's own error is a mistake of the portal. */
export function failureOf(error: unknown): {
  kind: FailureKind;
  code: string;
  message: string;
  vendor: VendorAnswer | { text: string } | null;
  retryAfterMs: number | null;
} {
  if (error instanceof ConnectorError) {
    const { kind, code, message, vendor, retryAfterMs } = error;
    return { kind, code, message, vendor: vendor && { ...vendor }, retryAfterMs };
  }
  return {
    kind: "bug",
    code: "unexpected",
    message: "The portal made a mistake. Its developers need the details below.",
    vendor: { text: messageOf(error) },
    retryAfterMs: null,
  };
}
