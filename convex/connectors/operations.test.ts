import { describe, expect, test } from "vitest";
import { inputsOf } from "../core/tasks/rules/inputs";
import { CONNECTORS, type ConnectorTask, type OperatedName } from "./manifests";
import { OPERATIONS } from "./operations.testing";
import { makeKey } from "./snowflake/harness.testing";

const key = makeKey().publicPem;

const VALUES: Readonly<Record<string, unknown>> = {
  user: "ADA",
  role: "ORDERS_READ",
  email: "ada@ao.com",
  firstName: "Ada",
  lastName: "Byron",
  defaultRole: "ORDERS_READ",
  defaultWarehouse: "WH",
  comment: "REQ-142",
  publicKey: key,
  roles: ["ORDERS_READ"],
  networkPolicy: "OFFICE",
  warehouse: "WH",
  size: "MEDIUM",
  autoSuspendSeconds: 60,
  clusters: 1,
  database: "SANDBOX",
  schema: "FORECAST",
  retentionDays: 1,
  members: ["ADA"],
  "monitor.name": "M",
  "monitor.credits": 10,
  "monitor.frequency": "MONTHLY",
  "monitor.notifyPercent": 80,
  "monitor.suspendPercent": 100,
  "tag.database": "GOV",
  "tag.schema": "TAGS",
  "tag.name": "COST_CENTRE",
  "tag.value": "4711",
};

/** An input of these names. */
function inputWith(names: readonly string[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const name of names) {
    const [group = "", inner] = name.split(".");
    if (inner === undefined) input[group] = VALUES[name];
    else input[group] = { ...(input[group] as Record<string, unknown> | undefined), [inner]: VALUES[name] };
  }
  return input;
}

const types = (Object.keys(OPERATIONS) as OperatedName[]).flatMap((connector) =>
  Object.entries<ConnectorTask>(CONNECTORS[connector].tasks).map(([name, { operation = "" }]) => ({
    name,
    operation,
    connector,
  })),
);

test.each(Object.entries(OPERATIONS))(
  "every operation of %s is a task type, and the other way round",
  (name, known) => {
    const named = types.filter(({ connector }) => connector === name).map(({ operation }) => operation);
    expect(named.toSorted()).toEqual([...known.keys()].toSorted());
  },
);

describe.each(types)("$name names the inputs its connector reads", ({ name, operation, connector }) => {
  const { check } = OPERATIONS[connector].get(operation)!;
  const names = inputsOf(name).map((input) => input.name);
  const optional = inputsOf(name)
    .filter(({ isRequired }) => !isRequired)
    .map((input) => input.name);
  const required = names.filter((one) => !optional.includes(one));

  test("all of them are taken", () => {
    expect(check(inputWith(names))).toBeTruthy();
  });

  test.each(["admin", "statement"])("with %s beside them it is refused, by that name", (stranger) => {
    expect(() => check({ ...inputWith(names), [stranger]: "x" })).toThrow(`"${stranger}" is not a field`);
  });

  test.each(required)("without %s it is refused", (left) => {
    expect(() => check(inputWith(names.filter((one) => one !== left)))).toThrow();
  });

  test("the optional ones and whole groups may be left out", () => {
    expect(check(inputWith(required.filter((one) => !one.includes("."))))).toBeTruthy();
  });
});
