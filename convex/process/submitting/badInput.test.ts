import { afterEach, expect, test } from "vitest";
import { api } from "../../_generated/api";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { isSet } from "../../core/catalog/rules/conditions";
import type { FormField, RequestTypeDefinition } from "../../core/catalog/table";
import { SHIPPED_TYPES, type ShippedTypeKey } from "../../core/catalog/types/index";
import { endWorld, type TestPerson } from "../../testing/world.testing";

afterEach(endWorld);

/** What people, and those who mean no good, put into fields. */
const BAD: readonly [string, unknown][] = [
  ["empty", ""],
  ["only spaces", "   "],
  ["too long", "x".repeat(30_000)],
  ["another type", { a: [1] }],
  ["a number where text belongs, and the other way round", 4.5],
  ["a list", [null]],
  ["script", "<script>alert(document.cookie)</script> and more of it"],
  ["emoji", "👩🏽‍🚀🏳️‍🌈👍 twenty and more characters"],
  ["right to left", "هذا نص طويل من اليمين إلى اليسار"],
  ["a mark that turns the reading order", "the report \u202Efdp.exe is needed here"],
  ["SQL", "'; DROP TABLE users; -- and twenty more characters"],
  ["half a character", "half of a character \uD83D is not text"],
  ["a NUL", "text with a \u0000 in it, twenty characters"],
];

/** Kinds that take any text; a warehouse does as long as nobody knows which there are. */
const FREE_TEXT = ["text", "longText", "nameList", "warehouse"] as const;

test.each(Object.keys(SHIPPED_TYPES) as ShippedTypeKey[])(
  "every field of %s gives one message or keeps exactly what was sent, and nothing is saved half",
  async (typeKey) => {
    const { world, ada, formOf } = await aCompany();
    const definition: RequestTypeDefinition = SHIPPED_TYPES[typeKey];
    const tables = ["requests", "requestTasks", "approvals", "approvalSteps", "auditEvents", "counters"] as const;
    // Looked at after each of hundreds of forms: the newest row of each table, not all that have come so far.
    const newestRows = () =>
      world.run(({ db }) => Promise.all(tables.map((table) => db.query(table).order("desc").first())));
    for (const field of definition.fields.filter(({ derived }) => !derived)) {
      for (const [name, value] of BAD) {
        const before = await newestRows();
        const outcome = await sendOne(ada, typeKey, { ...formOf(typeKey), [field.name]: value });
        const where = `${typeKey}.${field.name}, ${name}: ${JSON.stringify(outcome)}`;
        if (outcome.kind === "refused") {
          expect(outcome.fields[field.name] ?? Object.values(outcome.fields)[0], where).toMatch(/\S/);
          expect(await newestRows(), where).toEqual(before);
        } else {
          const stored = await world.run(async ({ db }) => {
            await db.patch(outcome.id, { archivedAt: 1 });
            return (await db.get(outcome.id))?.form[field.name];
          });
          expect(isVerbatim(field, value, stored), where).toBe(true);
        }
      }
    }
  },
  60_000,
);

type Outcome =
  | { kind: "refused"; fields: Record<string, string> }
  | { kind: "made"; id: Awaited<ReturnType<typeof submitted>>["id"] };

async function sendOne(person: TestPerson, typeKey: string, form: Record<string, unknown>): Promise<Outcome> {
  try {
    return { kind: "made", id: (await submitted(person, typeKey, form)).id };
  } catch (error) {
    const data = (error as { data?: unknown }).data;
    const refusal = (typeof data === "string" ? JSON.parse(data) : data) as
      | { code?: string; fields?: Record<string, string> }
      | undefined;
    // Half a character is no JSON text either: it may be stopped before the form is looked at.
    if (refusal === undefined && JSON.stringify(form).includes("\\ud83d"))
      return { kind: "refused", fields: { any: "not valid text" } };
    if (refusal?.code !== "invalid-form" || !refusal.fields) throw error;
    return { kind: "refused", fields: refusal.fields };
  }
}

function submitted(person: TestPerson, typeKey: string, form: Record<string, unknown>) {
  return person.mutation(api.requests.mutations.submit, {
    typeKey,
    form,
    submitKey: aSubmitKey(),
    acceptsDuplicate: true,
  });
}

/**
 * Whether what is stored is what was sent, but for the spaces around it; nothing sent is nothing stored, or the field
 * was hidden.
 */
function isVerbatim({ kind, when }: FormField, sent: unknown, stored: unknown): boolean {
  if (!isSet(sent) || (when && stored === undefined)) return stored === undefined;
  if (!(FREE_TEXT as readonly string[]).includes(kind) || typeof sent !== "string") return false;
  return Array.isArray(stored)
    ? stored.length > 0 && stored.every((item) => sent.includes(String(item)))
    : stored === sent.trim();
}
