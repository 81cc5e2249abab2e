/** What the readings of the catalogue and of dbt call. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { beginReading, failOwners, keepOwnersRead } from "../core/domains/dbtOwners";
import * as linking from "../core/domains/linking";
import { loadConnectors } from "../core/services/model";
import { isConnectorOn } from "../core/services/rules";
import { nullableString, timestamp } from "../lib/validators";

/** What names one reading. */
const reading = { readingId: v.id("catalogueReadings"), startedAt: timestamp };

/** Begins the next readings of a turn beside those it had, or one: none while the catalogue is switched off. */
export const beginReadings = internalMutation({
  args: { domainId: v.optional(v.id("dataDomains")), except: v.optional(v.array(v.id("catalogueReadings"))) },
  returns: v.array(v.object({ ...reading, fullName: v.string() })),
  handler: async (ctx, { domainId, except = [] }) => {
    const at = Date.now();
    const row = (await loadConnectors(ctx)).get("collate");
    if (row && !isConnectorOn(row, at)) return [];
    return await linking.beginReadings(ctx, domainId ? { domainId } : { except }, at);
  },
});

const people = v.array(v.object({ name: v.string(), email: nullableString }));

/** Keeps what was read, if this reading still waits for it. */
export const keepReading = internalMutation({
  args: { ...reading, found: v.object({ description: v.string(), owners: people, experts: people }) },
  returns: v.null(),
  handler: async (ctx, { found, ...name }) => {
    await linking.keepReading(ctx, name, found, Date.now());
    return null;
  },
});

/** Notes that a reading failed. */
export const readingFailed = internalMutation({
  args: { ...reading, message: v.string() },
  returns: v.null(),
  handler: async (ctx, { message, ...name }) => {
    await linking.failReading(ctx, name, message, Date.now());
    return null;
  },
});

/** What names a reading of owners. */
const owners = { id: v.id("ownerReadings"), startedAt: timestamp };

/** Begins to read owners in dbt; null while that is under way or switched off. */
export const beginOwners = internalMutation({
  args: {},
  returns: v.union(v.null(), v.object(owners)),
  handler: async (ctx) => {
    const startedAt = Date.now();
    const row = (await loadConnectors(ctx)).get("dbt");
    if (row && !isConnectorOn(row, startedAt)) return null;
    const id = await beginReading(ctx, startedAt);
    return id && { id, startedAt };
  },
});

const said = v.array(v.object({ name: v.string(), domain: nullableString, owner: nullableString }));

/** Keeps what was read, if this reading still waits for it. */
export const keepOwners = internalMutation({
  args: { ...owners, total: v.number(), models: said },
  returns: v.null(),
  handler: async (ctx, { total, models, ...reading }) => {
    await keepOwnersRead(ctx, reading, { total, models }, Date.now());
    return null;
  },
});

/** Notes that a reading failed. */
export const ownersFailed = internalMutation({
  args: { ...owners, message: v.string() },
  returns: v.null(),
  handler: async (ctx, { message, ...reading }) => {
    await failOwners(ctx, reading, message, Date.now());
    return null;
  },
});
