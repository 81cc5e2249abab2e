import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  notes: defineTable({ text: v.string() }),
  scores: defineTable({ name: v.string(), score: v.number(), doubled: v.optional(v.number()) }),
});
