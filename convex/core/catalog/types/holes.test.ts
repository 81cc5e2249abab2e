/** No text a request leads to has a hole in it, whichever choices were made and whatever may be left empty is empty. */

import { expect, test } from "vitest";
import { clausesOf, meets } from "../rules/conditions";
import { fillLines, fillText, type Places } from "../rules/inputs";
import type { FormField, RequestTypeDefinition } from "../table";
import { OWN_TYPES, SHIPPED_TYPES } from "./index";

/** What is left where a value was missing: a double space, a lone mark, a word that leads to none, an empty quote. */
const HOLE = /\S {2,}\S| [.,;:)]|\( *\)|""|“”|, *[.,]|\b(?:of|to|for|and|with|from)[.,;:]|: *$|^[ ,.]| $/m;

const person = { name: "Ada Byron", firstName: "Ada", lastName: "Byron", email: "ada@ao.com", snowflakeUser: "ADA" };
const TYPES: [string, RequestTypeDefinition][] = Object.entries({ ...SHIPPED_TYPES, ...OWN_TYPES });

test("the search for holes finds them", () => {
  for (const text of [
    "the limit of .",
    "Share  with",
    'the group for ""',
    "from  to .",
    "Dashboard, ",
    "A:\n- Job , in",
  ])
    expect(text, text).toMatch(HOLE);
  expect("1. Look, then compare: 3 of 4.\n\n- Done (twice)").not.toMatch(HOLE);
});

test.each(TYPES)("%s", (_key, definition) => {
  for (const form of sparseForms(definition)) {
    for (const text of textsOf(definition, form)) expect(text, JSON.stringify(form)).not.toMatch(HOLE);
  }
});

/** What people read of such a request: its own texts, and those of the tasks it needs. */
function textsOf({ title, grant, tasks }: RequestTypeDefinition, form: Record<string, unknown>): string[] {
  const places: Places = { form, words: form, request: { key: "REQ-1" }, requester: person, beneficiary: person };
  const needed = tasks.filter(({ when }) => meets(when, form));
  return [
    fillText(title, places),
    ...(grant && needed.some(({ key }) => key === grant.taskKey) ? [fillText(grant.description, places)] : []),
    ...tasks.flatMap((task) => [task.title ?? "", task.evidenceLabel ?? ""].map((text) => fillLines(text, places))),
    ...needed.map(({ instructions }) => fillLines(instructions ?? "", places)),
  ];
}

/** Every combination of the answers that conditions look at, with nothing else filled in but what has to be. */
function sparseForms({ fields, tasks }: RequestTypeDefinition): Record<string, unknown>[] {
  const deciding = new Set([...fields, ...tasks].flatMap(({ when }) => clausesOf(when).map(({ field }) => field)));
  let forms: Record<string, unknown>[] = [{}];
  for (const field of fields) {
    const answers = deciding.has(field.name) ? answersOf(field) : field.isRequired ? ["VALUE"] : [];
    forms = forms.flatMap((form) => {
      if (!meets(field.when, form)) return [form];
      const filled = answers.map((answer) => ({ ...form, [field.name]: answer }));
      return field.isRequired ? filled : [form, ...filled];
    });
  }
  return forms;
}

function answersOf({ kind, options }: FormField): unknown[] {
  if (kind === "multiChoice") return (options ?? []).map(({ value }) => [value]);
  if (options) return options.map(({ value }) => value);
  if (kind === "yesNo") return [true, false];
  return kind === "number" || kind === "durationDays" ? [1, 100_000] : ["VALUE"];
}
