import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../../connectors/operations.testing";
import type { ApproverRule } from "../../approvals/table";
import { typeOf } from "../../tasks/rules";
import { clausesOf, meets } from "../rules/conditions";
import { checkForm } from "../rules/forms";
import { fillText, inputOf, PERSON_PLACES, PLACE_SOURCES, placesIn, type Places } from "../rules/inputs";
import type { RequestTypeDefinition } from "../table";
import { SHIPPED_TYPES, type ShippedTypeKey } from "./index";
import { sampleForm } from "./samples.testing";

const NOW = Date.UTC(2026, 2, 2, 9);
const KEYS = Object.keys(SHIPPED_TYPES) as ShippedTypeKey[];
const definitions = KEYS.map((key) => ({ key, definition: SHIPPED_TYPES[key] as RequestTypeDefinition }));
const publicKey = String(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }),
);
const sampleOf = (key: ShippedTypeKey) =>
  sampleForm(key, { personId: "p1", otherId: "p2", areaId: "a1", domain: "orders", role: "ORDERS_READ", publicKey });
const person = {
  name: "Ada Byron",
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@ao.com",
  snowflakeUser: "ADA_BYRON",
};
const lookups = {
  person: () => ({ name: "Ada" }),
  area: () => ({ name: "Logistics" }),
  ownArea: () => undefined,
  domain: () => ({ name: "Orders", sensitivity: "pii" as const, roles: [] }),
  role: () => true,
  warehouse: () => true,
};

function placesOf(form: Record<string, unknown>): Places {
  return {
    form,
    request: { key: "REQ-142" },
    requester: person,
    beneficiary: person,
    area: { name: "Logistics", code: "LOG", costCentre: "4711" },
  };
}

test("the ten types of the catalog are shipped", () => {
  expect(KEYS.toSorted()).toEqual([
    "bi-access",
    "data-source",
    "dbt-airflow",
    "leaver",
    "portal-invite",
    "sandbox",
    "service-user",
    "snowflake-access",
    "snowflake-user",
    "warehouse",
  ]);
});

describe.each(definitions)("$key", ({ key, definition }) => {
  const { fields, tasks } = definition;
  const names = fields.map(({ name }) => name);
  const knows = (place: string): boolean => {
    const [source, name] = place.split(".") as [string, string];
    if (source === "form") return names.includes(name);
    if (source === "requester" || source === "beneficiary") return (PERSON_PLACES as readonly string[]).includes(name);
    return (PLACE_SOURCES as readonly string[]).includes(source);
  };

  test("names are unique, and every form asks whom it is for, for which area, and why", () => {
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(tasks.map((task) => task.key)).size).toBe(tasks.length);
    expect(
      fields.filter(({ name }) => ["requestedFor", "businessArea", "reason"].includes(name)).map(({ kind }) => kind),
    ).toEqual(["person", "businessArea", "longText"]);
    expect(fields.find(({ name }) => name === "reason")).toMatchObject({
      isRequired: true,
      minLength: 20,
      maxLength: 2000,
    });
  });

  test("conditions look only at fields that stand before them, tasks at fields that exist", () => {
    for (const [index, field] of fields.entries()) {
      for (const clause of clausesOf(field.when))
        expect(names.slice(0, index), `${field.name} looks at ${clause.field}`).toContain(clause.field);
    }
    for (const task of tasks) for (const clause of clausesOf(task.when)) expect(names).toContain(clause.field);
  });

  test("sections hold at most five fields, choices are not empty, and patterns can be read", () => {
    const sections = Map.groupBy(fields, ({ section }) => section);
    for (const [section, inside] of sections) expect(inside.length, String(section)).toBeLessThanOrEqual(5);
    for (const { kind, options, pattern } of fields) {
      if (kind === "choice" || kind === "multiChoice") expect(options?.length).toBeGreaterThan(0);
      if (pattern) expect(() => new RegExp(pattern.source, "u")).not.toThrow();
    }
  });

  test("help is there only where it says what the label does not, and never how to use a control", () => {
    const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];
    for (const { label, help } of fields) {
      if (help === undefined) continue;
      const added = wordsOf(help).filter((word) => !wordsOf(label).includes(word));
      expect(added.length, `${label}: ${help}`).toBeGreaterThan(0);
      expect(help).not.toMatch(/^(?:please|enter|select|choose|click|type|optional|required)\b/i);
    }
  });

  test("names of people are asked for by the rule of the sign-up form", () => {
    const named = fields.filter(({ label }) => /^(?:first|last) name$/i.test(label));
    expect(named.map(({ personName }) => personName)).toEqual(named.map(({ label }) => label));
  });

  test("places of texts and sources of inputs exist", () => {
    const texts = [
      definition.title,
      definition.grant?.description ?? "",
      ...tasks.flatMap(({ instructions, title }) => [instructions ?? "", title ?? ""]),
    ];
    for (const place of texts.flatMap(placesIn)) expect(knows(place), place).toBe(true);
    for (const source of tasks.flatMap(({ input }) => Object.values(input ?? {}))) {
      if (source.from === "text") for (const place of placesIn(source.text)) expect(knows(place), place).toBe(true);
      else if (source.from !== "constant") expect(knows(`${source.from}.${source.field}`)).toBe(true);
    }
  });

  test("every task is of a known type and has what its executor needs; orders count from 1 without a gap", () => {
    for (const task of tasks) {
      const executor = typeOf(task.type)?.executor;
      expect(executor, task.type).toBeDefined();
      expect(task.policy !== undefined, `${task.key}: a policy is for approvals`).toBe(executor === "approval");
      if (executor === "manual")
        for (const needed of [task.assignee, task.instructions, task.evidenceLabel])
          expect(needed, task.key).toBeTruthy();
    }
    expect([...new Set(tasks.map(({ order }) => order))]).toEqual(
      Array.from({ length: Math.max(...tasks.map(({ order }) => order)) }, (_value, index) => index + 1),
    );
  });

  test("the last task tells the requester or follows that, also after a failure", () => {
    expect(tasks.find(({ type }) => type === "notify")).toMatchObject({ runsAlways: true });
  });

  test("policies ask somebody, end by time, and escalate before they do", () => {
    for (const { policy } of tasks) {
      for (const step of policy?.steps ?? []) {
        expect(step.expireAfterHours).toBeGreaterThan(step.escalateAfterHours ?? 0);
        if (step.escalateAfterHours !== undefined) expect(step.escalateTo).toBeDefined();
        for (const rule of [step.rule, step.fallback, step.escalateTo])
          if (rule) expect(isResolvable(rule, definition)).toBe(true);
      }
    }
  });

  test("the access it leaves behind names a task and a duration that exist", () => {
    const { grant } = definition;
    if (!grant) return;
    expect(tasks.map((task) => task.key)).toContain(grant.taskKey);
    if (grant.durationField !== undefined)
      expect(fields.find(({ name }) => name === grant.durationField)?.kind).toBe("durationDays");
  });

  test("a good form passes, its title fits, and every connector takes the input made from it", () => {
    const { values, errors } = checkForm(definition, sampleOf(key), { now: NOW, mode: "submit", lookups });
    expect(errors).toEqual({});
    const title = fillText(definition.title, placesOf(values));
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title).not.toMatch(/[{}]|undefined/);
    for (const task of tasks.filter(({ when }) => meets(when, values)))
      check(task.type, inputOf(task, placesOf(values)));
  });
});

test("another size of a warehouse is what the connector takes, too", () => {
  const form = {
    ...sampleOf("warehouse"),
    change: "resize",
    warehouse: "WH_LOG",
    durationDays: 14,
    newName: undefined,
  };
  const { values, errors } = checkForm(SHIPPED_TYPES.warehouse, form, { now: NOW, mode: "submit", lookups });
  expect(errors).toEqual({});
  const resize = SHIPPED_TYPES.warehouse.tasks.find(({ key }) => key === "resize");
  expect(inputOf(resize!, placesOf(values))).toEqual({ warehouse: "WH_LOG", size: "MEDIUM" });
  check("resize_warehouse", inputOf(resize!, placesOf(values)));
});

function isResolvable(rule: ApproverRule, { fields }: RequestTypeDefinition): boolean {
  return (
    rule.kind !== "domainOwner" ||
    fields.some(({ name, kind, isRequired }) => name === rule.field && kind === "domain" && isRequired)
  );
}

function check(type: string, input: Record<string, unknown>): void {
  const known = typeOf(type);
  if (known?.executor !== "connector") return;
  const operations = Object.entries(OPERATIONS).find(([name]) => name === known.connector);
  const operation = operations?.[1].get(known.operation ?? "");
  if (!operation) throw new Error(`No operation is known for ${type}`);
  expect(operation.check(input)).toBeTruthy();
}
