import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  tasks: defineTable({
    assignee: v.string(),
    attempts: v.number(),
    description: v.string(),
    dueAt: v.number(),
    isBlocked: v.boolean(),
    order: v.number(),
    request: v.string(),
    status: v.string(),
    title: v.string(),
    updatedAt: v.number(),
  }).index("by_request", ["request", "updatedAt"]),
  audit: defineTable({ n: v.number(), task: v.id("tasks"), what: v.string() }).index("by_task", ["task"]),
});
