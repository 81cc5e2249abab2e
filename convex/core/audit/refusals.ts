/** Attempts that were refused, told by the host process after the attempt itself was rolled back. */

import { v, type Infer } from "convex/values";
import type { TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { personByToken, runningImpersonation } from "../../access/viewer";
import { personActor, recordEvent, type Attribution } from "./model";
import { cutOrigin } from "./origin";
import { auditOrigin, type AuditTarget } from "./table";

/** One refused call. */
export const refusalReport = v.object({
  tokenIdentifier: v.string(),
  sessionId: v.optional(v.string()),
  kind: v.union(v.literal("query"), v.literal("mutation"), v.literal("action"), v.literal("httpAction")),
  path: v.string(),
  code: v.string(),
  capability: v.optional(v.string()),
  /** Absent from a host of before. */
  origin: v.optional(auditOrigin),
  subjects: v.record(v.string(), v.string()),
  withheld: v.number(),
  /** The same for every try of telling this refusal. */
  key: v.optional(v.string()),
});

/** What an argument of this name points at. */
const SUBJECTS: Readonly<Record<string, { readonly table: TableNames; readonly type: string }>> = {
  requestId: { table: "requests", type: "request" },
  taskId: { table: "requestTasks", type: "task" },
  requestTaskId: { table: "requestTasks", type: "task" },
  approvalId: { table: "approvals", type: "approval" },
  grantId: { table: "grants", type: "grant" },
  areaId: { table: "businessAreas", type: "area" },
  domainId: { table: "dataDomains", type: "domain" },
  personId: { table: "people", type: "person" },
};

/** Writes a refused attempt of a known person down. */
export async function recordRefusal(ctx: MutationCtx, report: Infer<typeof refusalReport>, at: number): Promise<void> {
  const { tokenIdentifier, sessionId, kind, path, code, capability, origin, subjects, withheld, key } = report;
  const realPerson = await personByToken(ctx, tokenIdentifier);
  if (!realPerson) return;
  const running = await runningImpersonation(ctx, realPerson);
  // What an open page asks for changes with the eyes it looks through; nobody tried anything.
  if (running && kind === "query") return;
  const real = personActor(realPerson, sessionId);
  const by: Attribution = running
    ? { actor: personActor(running.target, sessionId), impersonator: real }
    : { actor: real };
  await recordEvent(ctx, {
    ...by,
    action: "access.refused",
    targets: targetsOf(ctx, subjects),
    outcome: "denied",
    context: {
      function: path,
      kind,
      code,
      ...(capability !== undefined && { capability }),
      ...(withheld > 0 && { withheld }),
    },
    origin: cutOrigin(origin),
    key,
    occurredAt: at,
  });
}

/** The rows the arguments point at; a made-up id points at none. */
function targetsOf(ctx: Pick<MutationCtx, "db">, subjects: Readonly<Record<string, string>>): AuditTarget[] {
  return Object.entries(subjects).flatMap(([name, id]) => {
    const subject = Object.hasOwn(SUBJECTS, name) ? SUBJECTS[name] : undefined;
    return subject && ctx.db.normalizeId(subject.table, id) ? [{ type: subject.type, id }] : [];
  });
}
