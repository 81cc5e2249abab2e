/** A request's form as lines people read: labels and values in words. */

import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { plural } from "../../lib/pure/text";
import { dateUtc } from "../../lib/pure/time";
import { nullableString } from "../../lib/validators";
import { maskedObject } from "../audit/rules";
import { domainByKey } from "../domains/model";
import { nameOf } from "../people/model";
import { formFields } from "./rules/otherArea";
import { roleWords } from "./rules/review";
import type { FormField } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** One line of the form. */
export interface FormLine {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** One line as screens show it; `code` is the role's own name beside what it opens, null where the words say all. */
export const shownLine = v.object({ name: v.string(), label: v.string(), value: v.string(), code: nullableString });

/** The name of a request's type, as the version it was made with says it. */
export async function typeNameOf(ctx: ReadCtx, request: Doc<"requests">): Promise<string> {
  return (await definitionOf(ctx, request))?.name ?? labelOf(request.typeId);
}

/** The filled fields in the order of the type's form; what the form no longer names comes last, labelled by its key. */
export async function formLines(ctx: ReadCtx, request: Doc<"requests">): Promise<FormLine[]> {
  const form = maskedObject(request.form);
  const fields = await fieldsOf(ctx, request);
  const known = new Set(fields.map(({ name }) => name));
  const lines: FormLine[] = [];
  for (const field of fields) {
    const value = await words(ctx, form[field.name], field);
    if (value !== "") lines.push({ name: field.name, label: field.label, value });
  }
  for (const [name, given] of Object.entries(form)) {
    if (known.has(name)) continue;
    const value = await words(ctx, given, null);
    if (value !== "") lines.push({ name, label: labelOf(name), value });
  }
  return lines;
}

/** The lines for whoever reads them: a role is what it opens, "Read Cloud cost", as its domain has it now. */
export async function shownLines(ctx: ReadCtx, request: Doc<"requests">): Promise<Infer<typeof shownLine>[]> {
  const lines = await formLines(ctx, request);
  const { domainKey } = request;
  const domain = domainKey === undefined ? null : await domainByKey(ctx, domainKey);
  const roleFields = new Set((await fieldsOf(ctx, request)).flatMap(({ kind, name }) => (kind === "role" ? name : [])));
  return lines.map((line) => {
    const role = roleFields.has(line.name) ? domain?.roles.find(({ name }) => name === line.value) : undefined;
    return { ...line, ...(domain && role ? { value: roleWords(role, domain.name), code: role.name } : { code: null }) };
  });
}

async function fieldsOf(ctx: ReadCtx, request: Doc<"requests">): Promise<readonly FormField[]> {
  return formFields((await definitionOf(ctx, request))?.fields ?? []);
}

async function definitionOf(ctx: ReadCtx, { typeId, templateVersion }: Doc<"requests">) {
  const version = await ctx.db
    .query("requestTypeVersions")
    .withIndex("by_type", (q) => q.eq("typeKey", typeId).eq("version", templateVersion))
    .unique();
  return version?.definition ?? null;
}

/** A value in words. Ids of people, areas and domains become names, whatever field they stand in. */
async function words(ctx: ReadCtx, value: unknown, field: FormField | null): Promise<string> {
  if (value === undefined || value === null || value === "") return "";
  if (Array.isArray(value))
    return (await Promise.all(value.map((item) => words(ctx, item, field)))).filter((item) => item !== "").join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return field?.kind === "durationDays" ? plural(value, "day") : String(value);
  if (typeof value !== "string") return JSON.stringify(value);
  const option = field?.options?.find((one) => one.value === value);
  if (option) return option.label;
  if (field?.kind === "date" && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dateUtc(Date.parse(`${value}T00:00:00Z`));
  return await named(ctx, value, field);
}

async function named(ctx: ReadCtx, value: string, field: FormField | null): Promise<string> {
  const personId = ctx.db.normalizeId("people", value);
  if (personId && (field === null || field.kind === "person")) return await nameOf(ctx, personId);
  const serviceUserId = ctx.db.normalizeId("serviceUsers", value);
  if (serviceUserId) return (await ctx.db.get(serviceUserId))?.name ?? value;
  const areaId = ctx.db.normalizeId("businessAreas", value);
  if (areaId) return (await ctx.db.get(areaId))?.name ?? value;
  if (field?.kind !== "domain") return value;
  const domain = await ctx.db
    .query("dataDomains")
    .withIndex("by_key", (q) => q.eq("key", value))
    .unique();
  return domain?.name ?? value;
}

/** "businessArea" and "business_area" become "Business area". */
export function labelOf(key: string): string {
  const spaced = key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
