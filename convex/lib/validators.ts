/** Validators that several tables share. */
import { v } from "convex/values";

/** Milliseconds since the epoch. */
export const timestamp = v.number();

/** A JSON object whose keys the portal does not know in advance: a form, a task's input or output. */
export const jsonObject = v.record(v.string(), v.any());

/** A value, or null where the wire needs an explicit "none". */
export const nullableString = v.union(v.string(), v.null());

/** A time, or null. */
export const nullableTimestamp = v.union(timestamp, v.null());
