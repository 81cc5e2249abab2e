/** A functions folder with every kind of file, as somebody would have written it: made anew for each test. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ENGINE } from "../serve-program.ts";

/** In the package, so that `convex` is found as in a project. */
const cache = path.join(ENGINE, ".cache");

/** The sources, by path in the folder. */
const SOURCES: Readonly<Record<string, string>> = {
  "schema.ts": `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  notes: defineTable({ author: v.string(), text: v.string(), file: v.optional(v.id("_storage")) }).index("by_author", ["author"]),
});`,
  "convex.config.ts": `
import { defineApp } from "convex/server";
export default defineApp();`,
  "auth.config.ts": `
export default { providers: [{ type: "customJwt", issuer: "https://issuer.test", jwks: process.env.JWKS, algorithm: "RS256", applicationID: "notes" }] };`,
  "notes.ts": `
import { v } from "convex/values";
import { internalMutation, mutation, query } from "./_generated/server";
import { internal } from "./_generated/api";
import { stamp } from "./lib/stamp";
const prefix = "note";
export const list = query({ args: {}, handler: async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => prefix + ": " + text) });
export const add = mutation({ args: { text: v.string(), file: v.optional(v.id("_storage")) }, handler: async (ctx, args) => {
  const author = (await ctx.auth.getUserIdentity())?.subject ?? "nobody";
  return await ctx.db.insert("notes", { author, ...args });
} });
export const addBadly = mutation({ args: {}, handler: async (ctx) => await ctx.db.insert("notes", { author: "x" } as never) });
export const addSoon = mutation({ args: { text: v.string() }, handler: async (ctx, { text }) => { await ctx.scheduler.runAfter(0, internal.notes.addLater, { text }); } });
export const addLater = internalMutation({ args: { text: v.string() }, handler: async (ctx, { text }) => { await ctx.db.insert("notes", { author: "job", text: stamp(text) }); } });
export const tick = internalMutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("notes", { author: "cron", text: "tick" }); } });
export const uploadUrl = mutation({ args: {}, handler: async (ctx) => await ctx.storage.generateUploadUrl() });
export const fileUrl = query({ args: { file: v.id("_storage") }, handler: async (ctx, { file }) => await ctx.storage.getUrl(file) });
export const caller = mutation({ args: {}, handler: async (ctx) => await (ctx as any).meta.getRequestMetadata() });
const greetingAtLoad = process.env.GREETING ?? "none";
export const loadedGreeting = query({ args: {}, handler: async () => greetingAtLoad });
export const stack = query({ args: {}, handler: async () => new Error("here").stack });
export const greeting = query({ args: {}, handler: async () => process.env.GREETING ?? "none" });`,
  "lib/stamp.ts": `
export const stamp = (text: string): string => text + "!";`,
  "digest.ts": `"use node";
import { createHash } from "node:crypto";
import { v } from "convex/values";
import { action } from "./_generated/server";
import { name } from "common";
import { folder, isWhole } from "whole";
export const runtime = action({ args: {}, handler: async () => name });
export const leftAlone = action({ args: {}, handler: async () => ({ folder, isWhole }) });
export const of = action({ args: { text: v.string() }, handler: async (_ctx, { text }) => createHash("sha256").update(text).digest("hex") });`,
  // As most packages for Node are: CommonJS that requires parts of Node.
  "../node_modules/common/index.js": `
exports.name = require("node:path").basename("/a/node");`,
  // Named in convex.json: it finds its own files only when it is not bundled.
  "../node_modules/whole/index.js": `
exports.folder = __dirname.split("/").slice(-2).join("/");
exports.isWhole = require("node:fs").existsSync(require("node:path").join(__dirname, "package.json"));`,
  "../node_modules/whole/package.json": '{"name":"whole","version":"1.0.0"}',
  "../convex.json": '{"node":{"externalPackages":["whole"]}}',
  "crons.ts": `
import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";
const crons = cronJobs();
crons.interval("tick", { hours: 24 }, internal.notes.tick);
export default crons;`,
  "http.ts": `
import { httpRouter } from "convex/server";
import { httpAction } from "./_generated/server";
const http = httpRouter();
http.route({ path: "/stream", method: "GET", handler: httpAction(async () => new Response(new ReadableStream({
  start(controller) { for (const part of ["a", "b", "c"]) controller.enqueue(new TextEncoder().encode(part)); controller.close(); },
}))) });
http.route({ path: "/caller", method: "GET", handler: httpAction(async (ctx) => Response.json(await ctx.runMutation("notes:caller" as never))) });
http.route({ path: "/echo", method: "POST", handler: httpAction(async (_ctx, request) => new Response(await request.text())) });
export default http;`,
  // What `npx convex codegen` makes, without the types.
  "_generated/server.js": `
import { actionGeneric, httpActionGeneric, internalActionGeneric, internalMutationGeneric, internalQueryGeneric, mutationGeneric, queryGeneric } from "convex/server";
export const query = queryGeneric;
export const internalQuery = internalQueryGeneric;
export const mutation = mutationGeneric;
export const internalMutation = internalMutationGeneric;
export const action = actionGeneric;
export const internalAction = internalActionGeneric;
export const httpAction = httpActionGeneric;`,
  "_generated/api.js": `
import { anyApi, componentsGeneric } from "convex/server";
export const api = anyApi;
export const internal = anyApi;
export const components = componentsGeneric();`,
  // Convex takes none of these for a module; loading one would fail.
  "notes.test.ts": 'export const x = 1; throw new Error("a test was loaded");',
  "notes.helper.ts": 'export const x = 1; throw new Error("a helper was loaded");',
  ".hidden.ts": 'export const x = 1; throw new Error("a hidden file was loaded");',
  "readme.txt": "not code",
};

/** A project: a folder with `convex/` and room for data. */
export interface Project {
  readonly root: string;
  readonly functions: string;
  readonly data: string;
  write(file: string, text: string): void;
  remove(): void;
}

/** Makes a project of the sources above. */
export function aProject(): Project {
  mkdirSync(cache, { recursive: true });
  const root = mkdtempSync(path.join(cache, "engine-alone-"));
  const functions = path.join(root, "convex");
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(functions, file)), { recursive: true });
    writeFileSync(path.join(functions, file), text);
  };
  for (const [file, text] of Object.entries(SOURCES)) write(file, text);
  writeFileSync(
    path.join(root, "package.json"),
    JSON.stringify({ name: "notes", dependencies: { convex: "1.48.0", whole: "1.0.0" } }),
  );
  return {
    root,
    functions,
    data: path.join(root, "data"),
    write,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The source of a file as `aProject` writes it. */
export function sourceOf(file: string): string {
  return SOURCES[file] ?? "";
}
