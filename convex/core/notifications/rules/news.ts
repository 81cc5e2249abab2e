/** What is new to somebody in a few words: every notification is one of these. */

import { v, type Infer } from "convex/values";
import { ruleOf } from "../rules";

export const newsName = v.union(
  v.literal("asked"),
  v.literal("decided"),
  v.literal("failed"),
  v.literal("replies"),
  v.literal("access"),
  v.literal("other"),
);
export type NewsName = Infer<typeof newsName>;

/** In the order they are said: what has to be done first, what matters least last. */
export const NEWS_NAMES: readonly NewsName[] = ["asked", "decided", "failed", "replies", "access", "other"];

const BY_KIND: Readonly<Record<string, NewsName>> = {
  "request.decided": "decided",
  "request.completed": "decided",
  "request.rejected": "decided",
  "request.expired": "decided",
  "request.answered": "replies",
  "comment.added": "replies",
  "comment.mentioned": "replies",
  "ticket.mentioned": "replies",
  "task.failed": "failed",
  "task.compensationFailed": "failed",
  "request.blocked": "failed",
  "grant.removalFailed": "failed",
};

/** What a notification of a kind is news of. */
export function newsOfKind(kind: string): NewsName {
  const { isAsk, category } = ruleOf(kind);
  if (isAsk) return "asked";
  const known = Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined;
  return known ?? (category === "access" ? "access" : "other");
}
