import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

const task = {
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
};

export default defineSchema({
  tasks: defineTable(task).index("by_request", ["request", "updatedAt"]),
  items: defineTable({ ...task, key: v.string() })
    .index("by_key", ["key"])
    .index("by_request", ["request", "updatedAt"])
    .index("by_status", ["status", "updatedAt"]),
  audit: defineTable({ n: v.number(), task: v.id("tasks"), what: v.string() }).index("by_task", ["task"]),
});
