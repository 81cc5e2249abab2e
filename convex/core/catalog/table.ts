/**
 * The catalog: request types as versioned data. A version holds everything about a type: its form, its
 * workflow template, and what people are told about it. Requests keep the version they were made with (R4).
 */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { roleName } from "../../access/validators";
import { timestamp } from "../../lib/validators";
import { approvalPolicy, approverRule } from "../approvals/table";
import { requestRisk } from "../requests/table";

const scalar = v.union(v.string(), v.number(), v.boolean());

/** One statement about the form. A field without a value meets none of them but `empty`. */
export const clause = v.union(
  v.object({ field: v.string(), is: v.literal("equal"), value: scalar }),
  v.object({ field: v.string(), is: v.literal("oneOf"), values: v.array(scalar) }),
  v.object({ field: v.string(), is: v.literal("above"), value: v.number() }),
  v.object({ field: v.string(), is: v.literal("set") }),
  v.object({ field: v.string(), is: v.literal("empty") }),
);
export type Clause = Infer<typeof clause>;

/** When a field is shown or a task belongs to the request: all clauses hold, or one of them does. */
export const condition = v.union(v.object({ every: v.array(clause) }), v.object({ some: v.array(clause) }));
export type Condition = Infer<typeof condition>;

/** What a field holds. Each kind has one control, one check and one way to be shown. */
export const fieldKind = v.union(
  v.literal("text"),
  v.literal("longText"),
  v.literal("email"),
  v.literal("number"),
  v.literal("money"),
  v.literal("date"),
  v.literal("choice"),
  v.literal("multiChoice"),
  v.literal("person"),
  v.literal("domain"),
  v.literal("businessArea"),
  v.literal("warehouse"),
  v.literal("role"),
  v.literal("durationDays"),
  v.literal("yesNo"),
  v.literal("cidrList"),
  v.literal("publicKey"),
  v.literal("nameList"),
);
export type FieldKind = Infer<typeof fieldKind>;

/** A value nobody types: it is read from what another field names, on the server again at submit. */
export const derivation = v.union(
  /** The sensitivity of the domain that a field holds. */
  v.object({ from: v.literal("domainSensitivity"), field: v.string() }),
  /** Credits a month: those of a warehouse size, times hours, times clusters. */
  v.object({
    from: v.literal("warehouseCredits"),
    size: v.string(),
    hours: v.string(),
    clusters: v.optional(v.string()),
  }),
);
export type Derivation = Infer<typeof derivation>;

/** Whether access only reads, or can change something. */
export const accessLevel = v.union(v.literal("read"), v.literal("write"));
export type AccessLevel = Infer<typeof accessLevel>;

/** One answer to choose from; `level` says what access it asks for. */
const fieldOption = v.object({
  value: v.string(),
  label: v.string(),
  help: v.optional(v.string()),
  level: v.optional(accessLevel),
});

/** One field of a form: the same declaration renders it, checks it on both sides, and prints the review. */
export const formField = v.object({
  name: v.string(),
  kind: fieldKind,
  label: v.string(),
  help: v.optional(v.string()),
  section: v.optional(v.string()),
  isRequired: v.boolean(),
  when: v.optional(condition),
  options: v.optional(v.array(fieldOption)),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
  min: v.optional(v.number()),
  max: v.optional(v.number()),
  maxItems: v.optional(v.number()),
  /** What the whole value must look like, and what is said when it does not. */
  pattern: v.optional(v.object({ source: v.string(), message: v.string() })),
  /** Text fields: it takes this name of a person, by the rule that sign-up and profile follow; limits are its own. */
  personName: v.optional(v.union(v.literal("First name"), v.literal("Last name"))),
  defaultValue: v.optional(v.any()),
  derived: v.optional(derivation),
  /** The field before it whose value it may not repeat: the successor is not the person who leaves. */
  differsFrom: v.optional(v.string()),
  example: v.optional(v.string()),
  /** Whether it names what the request is about: equal targets of one person are duplicates. */
  isTarget: v.optional(v.boolean()),
  /** Role fields: the field before it that says in which environment ("production", "test") the role has to be. */
  environmentField: v.optional(v.string()),
  /** It sets nothing up: those who decide read it, and the form says so. */
  isForDeciders: v.optional(v.boolean()),
});
export type FormField = Infer<typeof formField>;

/**
 * Where a task's input comes from when the request is submitted. Text may hold {form.x}, {request.key}, {request.level},
 * {requester.name}, {beneficiary.email}, {area.costCentre}.
 */
export const inputSource = v.union(
  v.object({ from: v.literal("form"), field: v.string() }),
  v.object({ from: v.literal("constant"), value: v.any() }),
  v.object({ from: v.literal("requester"), field: v.string() }),
  v.object({ from: v.literal("beneficiary"), field: v.string() }),
  v.object({ from: v.literal("text"), text: v.string() }),
);
export type InputSource = Infer<typeof inputSource>;

/** One task of a workflow template. */
export const templateTask = v.object({
  /** Names the task within the template. */
  key: v.string(),
  /** A key of TASK_TYPES. */
  type: v.string(),
  order: v.number(),
  title: v.optional(v.string()),
  when: v.optional(condition),
  /** Approval tasks: who decides. */
  policy: v.optional(approvalPolicy),
  /** Whoever asks and holds one of these roles does not need it. */
  notForRoles: v.optional(v.array(roleName)),
  /** Input by name; a name with dots makes a nested object: "monitor.credits". */
  input: v.optional(v.record(v.string(), inputSource)),
  /** Manual tasks: who may take it, what exactly to do, and what to write down as evidence. */
  assignee: v.optional(approverRule),
  instructions: v.optional(v.string()),
  evidenceLabel: v.optional(v.string()),
  /** How long after the tasks before it were completed it starts. */
  delayDays: v.optional(v.number()),
  /** A date field of the form: it does not start before that day is over (UTC). */
  startsAfter: v.optional(v.string()),
  /** A date field of the form: it does not start before that day begins (UTC). */
  startsOn: v.optional(v.string()),
  runsAlways: v.optional(v.boolean()),
  /** Once it starts, the requester can no longer cancel. */
  isIrreversible: v.optional(v.boolean()),
});
export type TemplateTask = Infer<typeof templateTask>;

/** The access a completed request leaves behind. */
export const grantTemplate = v.object({
  system: v.string(),
  /** Text with places, as in `inputSource`. */
  description: v.string(),
  /** The task whose work is taken back at the end. */
  taskKey: v.string(),
  /** The task that stands in where the first does not belong to the request. */
  otherTaskKey: v.optional(v.string()),
  /** The field that says for how many days; none for access without an end. */
  durationField: v.optional(v.string()),
});

export type GrantTemplate = Infer<typeof grantTemplate>;

export const requestTypeDefinition = v.object({
  name: v.string(),
  category: v.string(),
  summary: v.string(),
  /** Other words people look for it by, separated by commas. */
  synonyms: v.optional(v.string()),
  help: v.string(),
  /** Who answers for the type. */
  owner: v.string(),
  slaHours: v.number(),
  risk: requestRisk,
  maxDurationDays: v.optional(v.number()),
  /** Roles the type is offered to; "staff" means everybody. */
  audience: v.array(roleName),
  goodJustification: v.string(),
  badJustification: v.string(),
  /** Text with places, as in `inputSource`; at most 200 characters when filled. */
  title: v.string(),
  /** Text with places: what a request is about as its system spells it, such as a role's name; none for most. */
  target: v.optional(v.string()),
  fields: v.array(formField),
  tasks: v.array(templateTask),
  grant: v.optional(grantTemplate),
});
export type RequestTypeDefinition = Infer<typeof requestTypeDefinition>;

export const versionStatus = v.union(v.literal("draft"), v.literal("published"), v.literal("retired"));
export type VersionStatus = Infer<typeof versionStatus>;

export const catalogTables = {
  requestTypes: defineTable({
    key: v.string(),
    name: v.string(),
    category: v.string(),
    summary: v.string(),
    isOffered: v.boolean(),
    publishedVersion: v.optional(v.number()),
    /** Fingerprint of what the code shipped last, so that an upgrade publishes only what changed. */
    shippedHash: v.optional(v.string()),
    updatedAt: timestamp,
  }).index("by_key", ["key"]),
  requestTypeVersions: defineTable({
    typeKey: v.string(),
    version: v.number(),
    status: versionStatus,
    definition: requestTypeDefinition,
    note: v.optional(v.string()),
    createdAt: timestamp,
    createdById: v.optional(v.id("people")),
    publishedAt: v.optional(timestamp),
    publishedById: v.optional(v.id("people")),
    /** Counts the saves of a draft, for compare-and-set; absent: never saved. */
    revision: v.optional(v.number()),
    /** When a draft was saved last, and by whom: in production somebody else publishes it. */
    updatedAt: v.optional(timestamp),
    updatedById: v.optional(v.id("people")),
  })
    .index("by_type", ["typeKey", "version"])
    .index("by_status", ["typeKey", "status", "version"]),
};
