import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FormField } from "../table";
import { SHIPPED_TYPES } from "../types/index";
import { checkForm, type FormDefinition, initialValues, type Lookups, prefillFrom, visibleFields } from "./forms";
import { reviewLines } from "./review";

const NOW = Date.UTC(2026, 2, 2, 9);
const field = (change: Partial<FormField> & Pick<FormField, "kind">): FormField => ({
  name: "x",
  label: "Thing",
  isRequired: true,
  ...change,
});
const formOf = (...fields: FormField[]): FormDefinition => ({ fields });
const submit = (definition: FormDefinition, values: Record<string, unknown>, lookups?: Lookups) =>
  checkForm(definition, values, { now: NOW, mode: "submit", lookups });
const one = (change: Parameters<typeof field>[0], value: unknown, lookups?: Lookups) =>
  submit(formOf(field(change)), { x: value }, lookups);

const keyOf = (bits: number): string =>
  String(generateKeyPairSync("rsa", { modulusLength: bits }).publicKey.export({ type: "spki", format: "pem" }));
const rsa = keyOf(2048);
const rsaBody = rsa.split("\n").slice(1, -2).join("");
const ec = String(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" }));
const secret = String(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }),
);

const taken: [string, Parameters<typeof field>[0], unknown, unknown][] = [
  ["text, trimmed", { kind: "text" }, "  Ada  ", "Ada"],
  ["text with script, as it is", { kind: "text" }, "<script>alert(1)</script>", "<script>alert(1)</script>"],
  ["text from right to left", { kind: "text" }, "مرحبا بالعالم", "مرحبا بالعالم"],
  ["a last name with a typographic apostrophe", { kind: "text", personName: "Last name" }, " O’Neill ", "O’Neill"],
  ["text with pictures", { kind: "text", maxLength: 2 }, "👩‍🚀".slice(0, 2) + "x", "👩x"],
  ["long text of several lines", { kind: "longText" }, "a\r\nb\tc", "a\nb\tc"],
  ["email in small letters", { kind: "email" }, " Ada@AO.com ", "ada@ao.com"],
  ["number typed as text", { kind: "number" }, " 42 ", 42],
  ["money typed as text", { kind: "money" }, "$1,250.5", 125_050],
  ["money as stored", { kind: "money" }, 125_050, 125_050],
  ["date of today", { kind: "date", min: 0 }, "2026-03-02", "2026-03-02"],
  ["choice", { kind: "choice", options: [{ value: "a", label: "A" }] }, "a", "a"],
  [
    "several choices",
    {
      kind: "multiChoice",
      options: [
        { value: "a", label: "A" },
        { value: "b", label: "B" },
      ],
    },
    ["b", "a"],
    ["b", "a"],
  ],
  ["days", { kind: "durationDays", max: 90 }, "90", 90],
  ["no", { kind: "yesNo" }, false, false],
  ["no in a link", { kind: "yesNo" }, "no", false],
  ["false in a link", { kind: "yesNo" }, "false", false],
  ["yes in a link", { kind: "yesNo" }, "yes", true],
  ["ranges by line", { kind: "cidrList" }, "203.0.113.0/24\n 198.51.100.7 ", ["203.0.113.0/24", "198.51.100.7"]],
  ["names by comma", { kind: "nameList" }, "A, B", ["A", "B"]],
  ["public key as PEM", { kind: "publicKey" }, rsa, rsaBody],
  ["public key without its lines", { kind: "publicKey" }, rsaBody, rsaBody],
  ["person", { kind: "person" }, "p1", "p1"],
];

/** The body of a key with one byte put in the place of another. */
const tampered = (at: number, from: number, to: number): string => {
  const bytes = Buffer.from(rsaBody, "base64");
  if (bytes[at] !== from) throw new Error(`byte ${at} is ${bytes[at]}`);
  bytes[at] = to;
  return bytes.toString("base64");
};

describe("what is taken and how it is stored", () => {
  test.each(taken)("%s", (_name, change, raw, stored) => {
    expect(one(change, raw)).toEqual({ values: { x: stored }, errors: {} });
  });

  test.each([
    ["something else than an algorithm's name", tampered(6, 0x06, 0x05)],
    ["something else than the bits of a key", tampered(19, 0x03, 0x04)],
    [
      "a last part that breaks off",
      Buffer.from(`301e301b06092a864886f70d0101010500${"00".repeat(14)}03`, "hex").toString("base64"),
    ],
    ["something behind the bits of the key", tampered(22, 0x0f, 0x0e)],
  ])("no key whose wrapping holds %s", (_name, body) => {
    expect(one({ kind: "publicKey" }, body).errors["x"]).toBe(
      "Thing must be a public key in PEM form (BEGIN PUBLIC KEY)",
    );
  });

  test("an elliptic curve key, where the field does not ask for RSA alone", () => {
    expect(one({ kind: "publicKey" }, ec).errors).toEqual({});
    expect(one({ kind: "publicKey", options: [{ value: "rsa", label: "RSA" }] }, ec).errors["x"]).toBe(
      "Thing must be an RSA key: the system takes no other",
    );
  });
});

const refused: [string, Parameters<typeof field>[0], unknown, string][] = [
  ["text missing", { kind: "text" }, "   ", "Thing is required"],
  ["choice missing", { kind: "choice", options: [] }, "", "Thing selection is required"],
  ["email missing", { kind: "email" }, undefined, "Please enter a valid email address"],
  ["no answer", { kind: "yesNo" }, null, 'Answer "Thing" with yes or no'],
  ["text of another type", { kind: "text" }, { a: 1 }, "Thing must be text"],
  ["text too long", { kind: "text", maxLength: 5 }, "abcdef", "Thing must be less than 5 characters"],
  ["text too short", { kind: "longText", minLength: 20 }, "because", "Thing must be at least 20 characters"],
  ["text with a line break", { kind: "text" }, "a\nb", "Thing must not contain control characters"],
  [
    "text that turns around",
    { kind: "text" },
    "abc\u202Edef",
    "Thing must not contain characters that change the writing direction",
  ],
  ["half a character", { kind: "text" }, "a\uD800b", "Thing must not contain control characters"],
  [
    "another pattern",
    { kind: "text", pattern: { source: "[A-Z]+", message: "Use capital letters" } },
    "abc",
    "Use capital letters",
  ],
  ["no last name", { kind: "text", personName: "Last name" }, "4th", "Last name must start with a letter"],
  [
    "a last name with other characters",
    { kind: "text", personName: "Last name" },
    "4_th",
    "Last name can only contain letters, numbers, spaces, hyphens, and apostrophes",
  ],
  [
    "a first name too long",
    { kind: "text", personName: "First name" },
    "x".repeat(51),
    "First name must be less than 50 characters",
  ],
  ["no email", { kind: "email" }, "ada at ao", "Please enter a valid email address"],
  ["email too long", { kind: "email" }, `${"a".repeat(100)}@ao.com`, "Thing must be less than 100 characters"],
  ["number in words", { kind: "number" }, "two", "Thing must be a whole number"],
  ["number with a fraction", { kind: "number" }, 1.5, "Thing must be a whole number"],
  ["number too small", { kind: "number", min: 1 }, 0, "Thing must be at least 1"],
  ["number too large", { kind: "number", max: 10 }, "11", "Thing must be at most 10"],
  ["not an amount", { kind: "money" }, "12.345", "Thing must be an amount like 1250.00"],
  ["amount too large", { kind: "money", max: 10_000 }, "100.01", "Thing must be at most $100.00"],
  ["no date", { kind: "date" }, "02/03/2026", "Thing must be a date like 31/03/2026"],
  ["a day that does not exist", { kind: "date" }, "2026-02-30", "Thing must be a date like 31/03/2026"],
  ["a day of the past", { kind: "date", min: 0 }, "2026-03-01", "Thing must not be in the past"],
  ["a day too late", { kind: "date", max: 30 }, "2026-05-01", "Thing must be 01/04/2026 or earlier"],
  [
    "another choice",
    { kind: "choice", options: [{ value: "a", label: "A" }] },
    "b",
    "Thing must be one of the choices",
  ],
  [
    "one choice twice",
    { kind: "multiChoice", options: [{ value: "a", label: "A" }] },
    ["a", "a"],
    'Thing names "a" twice',
  ],
  ["no days", { kind: "durationDays" }, 0, "Thing must be at least 1 day"],
  ["too many days", { kind: "durationDays", max: 90 }, 91, "Thing must be at most 90 days"],
  ["no range", { kind: "cidrList" }, "10.0.0.300/24", '"10.0.0.300/24" is not an address range like 203.0.113.0/24'],
  ["the whole internet", { kind: "cidrList" }, "0.0.0.0/0", '"0.0.0.0/0" is too wide: use /8 or narrower'],
  [
    "a range that begins in its middle",
    { kind: "cidrList" },
    "203.0.113.9/24",
    '"203.0.113.9/24" does not start at its range: write 203.0.113.0/24',
  ],
  ["too many names", { kind: "nameList", maxItems: 2 }, "A,B,C", "Thing may have at most 2 entries"],
  ["a list of blanks", { kind: "nameList" }, [" ", null, ""], "Thing is required"],
  ["names of another type", { kind: "nameList" }, [1], "Thing must be a list of texts"],
  [
    "a private key",
    { kind: "publicKey" },
    secret,
    "This is a private key. Enter the public key, and replace the private one: it has been exposed",
  ],
  ["a short key", { kind: "publicKey" }, keyOf(1024), "Thing must be an RSA key of at least 2048 bits"],
  ["no key", { kind: "publicKey" }, "x".repeat(200), "Thing must be a public key in PEM form (BEGIN PUBLIC KEY)"],
];

describe("one message per field, the first that applies", () => {
  test.each(refused)("%s", (_name, change, raw, message) => {
    expect(one(change, raw)).toEqual({ values: {}, errors: { x: message } });
  });
});

const lookups: Lookups = {
  person: (id) => (id === "p1" ? { name: "Ada Byron" } : null),
  area: () => undefined,
  ownArea: () => undefined,
  domain: (key) => (key === "orders" ? { name: "Orders", sensitivity: "pii", roles: [] } : null),
  role: (name, domain) => name === "READ" && domain === "orders",
  warehouse: () => undefined,
};

test("a value that points to nothing is refused where the list is known", () => {
  expect(one({ kind: "person" }, "p2", lookups).errors).toEqual({ x: "Thing must be one of the list" });
  expect(one({ kind: "businessArea" }, "any", lookups).errors).toEqual({});
});

test("a person who is not active is refused, except as the one a request is for", () => {
  const away: Lookups = { ...lookups, person: () => ({ name: "Ada Byron", isActive: false }) };
  const form = formOf(
    field({ name: "requestedFor", kind: "person", label: "For" }),
    field({ name: "owner", kind: "person", label: "Owner" }),
  );
  const given = { requestedFor: "p1", owner: "p1" };
  expect(checkForm(form, given, { now: 0, mode: "submit", lookups: away })).toEqual({
    values: { requestedFor: "p1" },
    errors: { owner: "Owner must be one of the list" },
  });
});

test("a field that must differ from another is refused with the same value", () => {
  const form = formOf(
    field({ name: "leaver", kind: "person", label: "Person who leaves" }),
    field({ name: "successor", kind: "person", label: "Successor", differsFrom: "leaver" }),
  );
  const errors = (leaver: string, successor: string) =>
    checkForm(form, { leaver, successor }, { now: 0, mode: "submit" }).errors;
  expect(errors("p1", "p1")).toEqual({ successor: "Successor must differ from “Person who leaves”" });
  expect(errors("p1", "p2")).toEqual({});
});

describe("fields that depend on others", () => {
  const definition = formOf(
    field({ name: "domain", kind: "domain", label: "Domain" }),
    field({ name: "role", kind: "role", label: "Role" }),
    field({
      name: "sensitivity",
      kind: "choice",
      label: "Sensitivity",
      isRequired: false,
      derived: { from: "domainSensitivity", field: "domain" },
      options: [{ value: "pii", label: "Personal data" }],
    }),
    field({
      name: "why",
      kind: "text",
      label: "Why personal data",
      when: { every: [{ field: "sensitivity", is: "equal", value: "pii" }] },
    }),
  );

  test("a role belongs to the domain of the form", () => {
    expect(submit(definition, { domain: "orders", role: "WRITE", why: "x" }, lookups).errors).toEqual({
      role: "Role must be one of the list",
    });
  });

  test("a derived value is read from the portal, whatever was sent, and its fields appear", () => {
    expect(submit(definition, { domain: "orders", role: "READ", sensitivity: "public" }, lookups)).toEqual({
      values: { domain: "orders", role: "READ", sensitivity: "pii" },
      errors: { why: "Why personal data is required" },
    });
  });

  test("nothing is derived from an answer that names no domain", () => {
    const asked: unknown[] = [];
    const counting = {
      ...lookups,
      domain: (key: string) => {
        asked.push(key);
        return lookups.domain(key);
      },
    };
    expect(submit(definition, { domain: 7, role: "READ" }, counting).values).not.toHaveProperty("sensitivity");
    expect(submit(definition, { domain: "nowhere", role: "READ" }, counting).values).not.toHaveProperty("sensitivity");
    expect(asked.filter((key) => typeof key !== "string")).toEqual([]);
  });

  test("the credits of a warehouse follow from its size, hours and clusters, of which it has one unless it has more", () => {
    const warehouse = formOf(
      field({ name: "size", kind: "choice", options: [{ value: "SMALL", label: "Small" }] }),
      field({ name: "hours", kind: "number" }),
      field({ name: "clusters", kind: "number", isRequired: false }),
      field({
        name: "credits",
        kind: "number",
        isRequired: false,
        derived: { from: "warehouseCredits", size: "size", hours: "hours", clusters: "clusters" },
      }),
    );
    const creditsOf = (form: Record<string, unknown>) => submit(warehouse, form).values["credits"];
    expect(creditsOf({ size: "SMALL", hours: 10 })).toBe(20);
    expect(creditsOf({ size: "SMALL", hours: 10, clusters: 3 })).toBe(60);
    expect(creditsOf({ size: "SMALL" })).toBeUndefined();
    const ofOne = formOf(...warehouse.fields.filter(({ name }) => name !== "credits"), {
      ...field({ name: "credits", kind: "number", isRequired: false }),
      derived: { from: "warehouseCredits", size: "size", hours: "hours" },
    });
    expect(submit(ofOne, { size: "SMALL", hours: 10, clusters: 3 }).values["credits"]).toBe(20);
  });

  test("a hidden field asks for nothing, and its value is dropped", () => {
    const hidden = formOf(
      field({ name: "a", kind: "yesNo" }),
      field({ name: "b", kind: "text", when: { every: [{ field: "a", is: "equal", value: true }] } }),
    );
    expect(submit(hidden, { a: false, b: "left over" })).toEqual({ values: { a: false }, errors: {} });
    expect(visibleFields(hidden, { a: "yes" }, { now: NOW }).map(({ name }) => name)).toEqual(["a", "b"]);
  });

  test("fields nobody declared are dropped", () => {
    expect(submit(formOf(field({ kind: "text", isRequired: false })), { y: "stranger" })).toEqual({
      values: {},
      errors: {},
    });
  });
});

describe("a draft", () => {
  const definition = formOf(field({ name: "count", kind: "number" }), field({ name: "key", kind: "publicKey" }));
  const draft = (values: Record<string, unknown>) => checkForm(definition, values, { now: NOW, mode: "draft" });

  test("keeps what was typed, right or wrong", () => {
    expect(draft({ count: "many", stranger: 1 })).toEqual({ values: { count: "many" }, errors: {} });
  });

  test("never keeps a private key, and nothing without end", () => {
    expect(draft({ count: { a: 1 }, key: secret })).toEqual({
      values: {},
      errors: { count: "Thing cannot be kept", key: expect.stringContaining("private key") as string },
    });
    expect(draft({ count: "1".repeat(20_001) }).errors["count"]).toBe("Thing is too long to store");
    expect(draft({ count: "half a picture: \ud83d" }).errors["count"]).toBe(
      "Thing must not contain control characters",
    );
  });
});

test("a link fills fields in by name, and no others", () => {
  const definition = formOf(
    field({ name: "reason", kind: "text" }),
    field({ name: "days", kind: "durationDays" }),
    field({ name: "yes", kind: "yesNo" }),
    field({ name: "auto", kind: "choice", derived: { from: "domainSensitivity", field: "reason" } }),
  );
  const search = {
    type: "t",
    "field.reason": "From Collate",
    "field.days": 30,
    "field.yes": "true",
    "field.auto": "public",
    "field.stranger": "x",
  };
  expect(prefillFrom(definition, search)).toEqual({ reason: "From Collate", days: "30", yes: true });
});

test("an empty form begins with the defaults", () => {
  expect(
    initialValues(formOf(field({ name: "a", kind: "number", defaultValue: 3 }), field({ name: "b", kind: "text" }))),
  ).toEqual({ a: 3 });
});

test("the review says every given answer in words, in the order of the form", () => {
  const definition = formOf(
    field({ name: "who", kind: "person", label: "For" }),
    field({ name: "days", kind: "durationDays", label: "Duration" }),
    field({ name: "day", kind: "date", label: "Start", section: "When" }),
    field({ name: "cost", kind: "money", label: "Cost" }),
    field({ name: "ok", kind: "yesNo", label: "Sure" }),
    field({ name: "none", kind: "text", label: "Nothing" }),
    field({ name: "names", kind: "nameList", label: "Names" }),
  );
  const lines = reviewLines(
    definition,
    { who: "p1", days: 1, day: "2026-03-09", cost: 1250, ok: false, names: ["A", "B"] },
    lookups,
  );
  expect(lines.map(({ label, value, section }) => `${section} / ${label}: ${value}`)).toEqual([
    "What you need / For: Ada Byron",
    "What you need / Duration: 1 day",
    "When / Start: 09/03/2026",
    "What you need / Cost: $12.50",
    "What you need / Sure: No",
    "What you need / Names: A, B",
  ]);
});

test.each([
  "ACCOUNTADMIN",
  "accountadmin",
  '"SysAdmin"',
  "ORG ADMIN",
  "GlobalOrgAdmin",
  "ＳＹＳＡＤＭＩＮ",
  "SECURITYADMIN",
  "UserAdmin",
  "PUBLIC",
])("no form asks for %s, which holds the account itself", (name) => {
  const fields = [
    { name: "role", kind: "role" as const, label: "Role", isRequired: true },
    { name: "roles", kind: "nameList" as const, label: "Roles", isRequired: true },
  ];
  const { errors } = checkForm({ fields }, { role: name, roles: `ORDERS_READ\n${name}` }, { now: 0, mode: "submit" });
  expect(Object.keys(errors)).toEqual(["role", "roles"]);
});

test("a role that waits for its domain is not complained about; with the domain it is", () => {
  const definition = SHIPPED_TYPES["snowflake-access"];
  const missing = (form: Record<string, unknown>) =>
    Object.keys(checkForm(definition, { environment: "production", ...form }, { now: 0, mode: "submit" }).errors);
  expect(missing({})).toContain("domain");
  expect(missing({})).not.toContain("role");
  expect(missing({ domain: "orders" })).toContain("role");
});
