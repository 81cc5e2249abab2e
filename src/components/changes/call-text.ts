/** How a call to an outside system is written down for people. */

import type { Call } from "../../../convex/lib/pure/plan";

/** The statement, or method and address with the body below. */
export function callText(call: Call): string {
  if (call.kind === "sql") return `${call.statement};`;
  return call.body === null ? `${call.method} ${call.path}` : `${call.method} ${call.path}\n${readable(call.body)}`;
}

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
