/**
 * What the texts of the shipped types promise, and what keeps each promise. A new sentence of the kind fails here until
 * something does what it says.
 */

import { expect, test } from "vitest";
import { typeOf } from "../../tasks/rules";
import { templateTaskTypes } from "../../tasks/rules/workings";
import { usedFields } from "../rules/problems/uses";
import { validate } from "../rules/problems/validation";
import type { RequestTypeDefinition, TemplateTask } from "../table";
import { SHIPPED_TYPES, type ShippedTypeKey } from "./index";

const TYPES = Object.entries(SHIPPED_TYPES) as [ShippedTypeKey, RequestTypeDefinition][];
const facts = {
  taskTypes: Object.fromEntries(templateTaskTypes().map((type) => [type.name, type])),
  holders: () => 3,
  isActive: () => true,
};

test.each(TYPES)(
  "%s: every answer reaches a task, a condition, an approver or an end, or the form says that only those who decide read it",
  (_key, definition) => {
    const used = usedFields(definition);
    expect(definition.fields.filter(({ name }) => !used.has(name)).map(({ name }) => name)).toEqual([]);
  },
);

test("a new field that goes nowhere is found, in a comment of another system too", () => {
  const { fields, tasks, ...rest }: RequestTypeDefinition = SHIPPED_TYPES["sandbox"];
  const colour = { name: "colour", kind: "text" as const, label: "Colour", section: "More", isRequired: false };
  const noted = tasks.map((task): TemplateTask =>
    task.type === "create_schema"
      ? { ...task, input: { ...task.input, comment: { from: "text", text: "{form.colour}" } } }
      : task,
  );
  const problems = validate({ ...rest, fields: [...fields, colour], tasks: noted }, facts);
  expect(problems.map(({ place, message }) => [place.key, message])).toEqual([
    ["colour", "The answer has no effect: no task, condition, approver or end of access looks at it"],
  ]);
  expect(validate({ ...rest, fields: [...fields, { ...colour, isForDeciders: true }], tasks }, facts)).toEqual([]);
});

/** Words that promise something for later, or that the portal or another system will do by itself. */
const PROMISE =
  /\b\d+ (days?|hours?)\b|\bby itself\b|\bgoes back\b|\btaken back\b|\bcomes back\b|\bends\b|\bstops?\b|\bis (disabled|created|dropped|reviewed|limited)\b|\b(are|is) told\b|\bNothing (is|else)\b|\bdecides? too\b|\baccepts? what\b/;

type Keeper = (definition: RequestTypeDefinition) => unknown;
const task =
  (found: (one: TemplateTask) => boolean): Keeper =>
  ({ tasks }) =>
    tasks.find(found);
const endsWith =
  (field: string): Keeper =>
  ({ grant, tasks }) =>
    grant?.durationField === field && tasks.some(({ type }) => type === "schedule_expiry");
const decides =
  (type: string, ...fields: string[]): Keeper =>
  ({ tasks }) => {
    const asked = tasks.find((one) => one.type === type && one.policy !== undefined && one.when !== undefined);
    return asked !== undefined && fields.every((field) => JSON.stringify(asked.when).includes(`"${field}"`));
  };
const operation = (name: string, change: (one: TemplateTask) => boolean = () => true): Keeper =>
  task((one) => typeOf(one.type)?.operation === name && change(one));
const all =
  (...keepers: Keeper[]): Keeper =>
  (definition) =>
    keepers.every((keeps) => keeps(definition));
const byHand = (words: RegExp): Keeper => task(({ instructions }) => words.test(instructions ?? ""));

/** Each sentence by its words, and who keeps it. */
const KEPT: Readonly<Record<ShippedTypeKey, Readonly<Record<string, Keeper>>>> = {
  "snowflake-access": {
    "Your manager and the owner of the domain decide; for personal or restricted data, two people of data governance decide too.":
      ({ tasks }) =>
        tasks
          .find(({ type }) => type === "approve_governance")
          ?.policy?.steps.some(({ quorum }) => quorum.kind === "count" && quorum.count === 2),
    "The role is granted and removed automatically.": all(operation("grant-role"), endsWith("durationDays")),
    "It ends automatically; you are notified beforehand and can ask again.": endsWith("durationDays"),
  },
  "bi-access": {
    "Your manager decides, and FinOps when the seat costs money; looking for up to 30 days is approved by a policy.":
      task(({ policy }) => policy?.autoApprove?.maxDurationDays === 30),
    "A paid seat that is not used in its first 60 days goes back.": task(
      ({ delayDays, instructions }) => delayDays === 60 && /take the seat away/.test(instructions ?? ""),
    ),
    "In days; then the access ends.": endsWith("durationDays"),
    "Filters and exports; a paid seat, so FinOps decides too": decides("approve_cost", "license"),
    "Builds; a paid seat, so FinOps decides too": decides("approve_cost", "license"),
  },
  "snowflake-user": {
    "The user is created when that day begins (UTC).": operation(
      "create-person",
      ({ startsOn }) => startsOn === "start_date",
    ),
  },
  "service-user": {
    "Two people answer for it; it is reviewed after 180 days and disabled when its time is over.": all(
      task(({ delayDays }) => delayDays === 180),
      endsWith("durationDays"),
    ),
    "Set up automatically": operation("create-service-user"),
    "Above 200, FinOps decides too; Snowflake does not limit it.": decides("approve_cost", "monthlyCredits"),
    "Nothing else gets in.": byHand(/network policy .* exactly these ranges/),
    "In days; then the user is disabled.": endsWith("durationDays"),
    "You are notified beforehand and can ask again.": endsWith("durationDays"),
  },
  "portal-invite": {
    "The person gets an invitation by mail, which says until when it is valid.": task(
      ({ type }) => type === "open_account",
    ),
    "They come in as staff; more than that waits for a second person who holds the role.": task(
      ({ type }) => type === "open_account",
    ),
  },
  leaver: {
    "Everything is looked up first and handed over; when the last day is over, all systems are closed at the same time.":
      operation("disable-user", ({ startsAfter }) => startsAfter === "lastDay"),
    "After 30 days Snowflake's user is dropped and the portal sign-in deleted; until then both can be brought back.":
      all(
        operation("drop-user", ({ delayDays }) => delayDays === 30),
        operation("delete", ({ delayDays }) => delayDays === 30),
      ),
    "Removed from the portal automatically, deleted after 30 days": operation(
      "delete",
      ({ delayDays }) => delayDays === 30,
    ),
    "Disabled automatically, dropped after 30 days": operation("drop-user", ({ delayDays }) => delayDays === 30),
    "Whose access ends.": operation("disable-user"),
    "Access ends everywhere when this day is over (UTC).": operation(
      "disable-user",
      ({ startsAfter }) => startsAfter === "lastDay",
    ),
    "Nothing is dropped while it lasts.": all(
      ...["drop-user", "delete"].map((ending) =>
        operation(ending, ({ when }) => JSON.stringify(when).includes('"isOnHold"')),
      ),
    ),
  },
  warehouse: {
    "A new warehouse comes with the tag of your area's cost centre, and with a resource monitor that stops it at its monthly limit.":
      operation(
        "create-warehouse",
        ({ input }) => input?.["tag.value"] !== undefined && input["monitor.suspendPercent"] !== undefined,
      ),
    "A resize is reverted automatically at the end date.": endsWith("durationDays"),
    "The old size returns at the end date": endsWith("durationDays"),
    "In days; then the old size comes back.": endsWith("durationDays"),
    "8 credits an hour; FinOps decides too": decides("approve_cost", "size"),
    "16 credits an hour; FinOps decides too": decides("approve_cost", "size"),
    "At 80% people are notified, at 100% the warehouse stops.": operation(
      "create-warehouse",
      ({ input }) =>
        JSON.stringify(input?.["monitor.notifyPercent"]).includes("80") &&
        JSON.stringify(input?.["monitor.suspendPercent"]).includes("100"),
    ),
    "Above 200, FinOps decides too.": decides("approve_cost", "creditLimit"),
  },
  sandbox: {
    "It ends automatically: empty it before, or ask to keep it.": endsWith("durationDays"),
    "You are notified 7 days before the end.": endsWith("durationDays"),
  },
  "data-source": {
    "The owner of the target domain decides, and data governance when there is personal data in it.": decides(
      "approve_governance",
      "hasPersonalData",
    ),
    "Then the design is reviewed, the pipeline built step by step, and the owner of the domain accepts what was delivered.":
      all(
        task(({ type }) => type === "design_review"),
        task(({ type, assignee }) => type === "accept_delivery" && assignee?.kind === "domainOwner"),
      ),
  },
  "dbt-airflow": {
    "Filling in the past costs money: above 100 credits, FinOps decides too.": decides(
      "approve_cost",
      "estimatedCredits",
    ),
    "Above 100, FinOps decides too.": decides("approve_cost", "estimatedCredits"),
    "In days; then the access ends.": endsWith("durationDays"),
  },
};

/** Every sentence a requester reads about a type and its fields. */
function sentencesOf({ summary, help, fields }: RequestTypeDefinition): string[] {
  const texts = [
    summary,
    help,
    ...fields.flatMap((field) => [field.help, ...(field.options ?? []).map((option) => option.help)]),
  ];
  return texts.flatMap((text) => (text ?? "").split(/(?<=[.?!])\s+/)).filter((sentence) => sentence !== "");
}

test.each(TYPES)("%s: every promise is kept by a task, a condition or an end", (key, definition) => {
  const promised = [...new Set(sentencesOf(definition).filter((sentence) => PROMISE.test(sentence)))];
  expect(promised.filter((sentence) => !Object.hasOwn(KEPT[key], sentence))).toEqual([]);
  expect(Object.keys(KEPT[key]).filter((sentence) => !sentencesOf(definition).includes(sentence))).toEqual([]);
  for (const [sentence, keeps] of Object.entries(KEPT[key])) expect(Boolean(keeps(definition)), sentence).toBe(true);
});
