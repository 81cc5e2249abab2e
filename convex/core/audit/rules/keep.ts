/**
 * How long the contents of audit events are kept, as the environment says it. Read by the server too, so it imports
 * nothing.
 */

/** Who may do what and who came in; what was asked, decided and done; everything that only says the portal worked. */
export const AUDIT_CLASSES = ["security", "access", "activity"] as const;
export type AuditClass = (typeof AUDIT_CLASSES)[number];

/** Days each class is kept; a class without an entry is kept for ever. */
export type Retention = Readonly<Partial<Record<AuditClass, number>>>;

/** No rule removes younger events: a removal cannot hide what somebody has just done. */
export const MIN_KEEP_DAYS = 30;
const MAX_KEEP_DAYS = 36_500;

/** "activity=90,access=2555" as days by class; a problem names what cannot be read. Nothing set keeps everything. */
export function parseRetention(
  text: string,
): { readonly ok: true; readonly retention: Retention } | { readonly ok: false; readonly problem: string } {
  const retention: Partial<Record<AuditClass, number>> = {};
  for (const part of text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [name = "", days = ""] = part.split("=").map((each) => each.trim());
    const auditClass = AUDIT_CLASSES.find((known) => known === name);
    if (auditClass === undefined)
      return { ok: false, problem: `names "${name}", not one of ${AUDIT_CLASSES.join(", ")}` };
    const count = /^\d{1,5}$/.test(days) ? Number(days) : 0;
    if (count < MIN_KEEP_DAYS || count > MAX_KEEP_DAYS)
      return { ok: false, problem: `keeps ${name} for "${days}", not for ${MIN_KEEP_DAYS} to ${MAX_KEEP_DAYS} days` };
    retention[auditClass] = count;
  }
  return { ok: true, retention };
}
