/** Why a system did not do a task, in one sentence for whoever does not run it. */

/** What kind of thing stood in the way. */
type Cause = "missing" | "notAllowed" | "signInRefused" | "unreachable" | "timedOut" | "changed" | "exists" | "refused";

/** By the code of the failure, which does not change (`convex/connectors/contract/contract.ts`). */
const CAUSES: Readonly<Record<Cause, { readonly codes: readonly string[]; readonly say: (system: string) => string }>> =
  {
    missing: {
      codes: ["not-found", "role-missing", "user-missing", "database-missing", "warehouse-missing", "no-warehouse"],
      say: (system) => `Something this task needs is not in ${system}, or the portal cannot see it.`,
    },
    notAllowed: {
      codes: [
        "privilege-missing",
        "role-not-granted",
        "user-not-readable",
        "grants-not-readable",
        "monitor-role-missing",
        "protected-role",
        "protected-user",
      ],
      say: (system) => `The portal does not have the rights to do this in ${system}.`,
    },
    signInRefused: {
      codes: ["credential-refused", "clock-skew"],
      say: (system) => `${system} did not let the portal sign in.`,
    },
    unreachable: {
      codes: ["unreachable", "unavailable", "busy", "not-connected", "bad-address", "another-system", "not-snowflake"],
      say: (system) => `${system} could not be reached.`,
    },
    timedOut: {
      codes: ["timeout", "took-too-long", "statement-timeout", "still-running", "answer-cut-off"],
      say: (system) => `${system} did not answer in time.`,
    },
    changed: {
      codes: ["plan-outdated", "changed-since", "monitor-differs"],
      say: (system) => `${system} has changed since this task was planned.`,
    },
    exists: {
      codes: ["already-exists"],
      say: (system) => `${system} already has something with this name.`,
    },
    refused: {
      codes: ["value-refused", "bad-input", "bad-name", "bad-number", "bad-text", "user-disabled", "monitor-exhausted"],
      say: (system) => `${system} refused it.`,
    },
  };

/** The sentence for a failure, by its code; where the code is unknown or none was kept, that it did not work. */
export function causeText(system: string, code: string | null): string {
  const cause = Object.values(CAUSES).find(({ codes }) => code !== null && codes.includes(code));
  return cause?.say(system) ?? `${system} could not do it.`;
}
