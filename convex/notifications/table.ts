/** Mail the portal sent or tried to send. */
import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../lib/validators";

export const mailStatus = v.union(v.literal("queued"), v.literal("sent"), v.literal("failed"));

/** One mail. `kind` names the template: verification, password-reset, invitation … */
export const mail = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  kind: v.string(),
  status: mailStatus,
  error: v.optional(v.string()),
  recordedAt: timestamp,
});
export type Mail = Infer<typeof mail>;

export const notificationTables = {
  mailOutbox: defineTable(mail).index("by_recorded", ["recordedAt"]),
};
