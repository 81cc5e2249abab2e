/** What every table of uploaded files holds of a file. */

import { v } from "convex/values";
import { nullableString, timestamp } from "../../lib/validators";

/** Whether the portal has looked into an uploaded file yet, and what came of it. */
const uploadState = v.union(v.literal("checking"), v.literal("accepted"), v.literal("refused"));

/** What the portal found a file to be. */
export const fileFinding = v.union(v.object({ contentType: v.string() }), v.object({ problem: v.string() }));

/** A file that somebody uploaded: its content, its name, and what was found of it. */
export const uploadFields = {
  personId: v.id("people"),
  storageId: v.id("_storage"),
  name: v.string(),
  size: v.number(),
  state: uploadState,
  /** What its first bytes say it is. */
  contentType: v.optional(v.string()),
  /** Why it was refused, in words. */
  problem: v.optional(v.string()),
  createdAt: timestamp,
};

/** A file that may be downloaded. */
export const servedFile = v.object({
  storageId: v.id("_storage"),
  name: v.string(),
  contentType: v.string(),
  size: v.number(),
});

/** A file that was taken up and not sent yet, as its writer sees it. */
export function waitingFile<Table extends "requestUploads" | "ticketUploads" | "ideaUploads">(table: Table) {
  return v.object({
    id: v.id(table),
    name: v.string(),
    size: v.number(),
    state: uploadState,
    problem: nullableString,
  });
}
