import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { executorOf, TASK_TYPES, typeOf } from "../core/tasks/rules";
import { inputsOf, operationOf } from "../core/tasks/rules/inputs";
import { CONNECTOR_ENDINGS } from "./endings";
import {
  BUILT_IN,
  type BuiltInTask,
  CONNECTOR_NAMES,
  CONNECTOR_SETTINGS,
  CONNECTORS,
  type ConnectorSetting,
  type ConnectorTask,
  type Reading,
} from "./manifests";
import { connectorOf, isConnected, readSystemOf } from "./registry";
import { CONNECTOR_WORKINGS } from "./workings";

const here = import.meta.dirname;
const tasksOf = (name: (typeof CONNECTOR_NAMES)[number]) => Object.entries<ConnectorTask>(CONNECTORS[name].tasks);

test("every folder of a connector is in the list, and the other way round", () => {
  const folders = readdirSync(here, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== "contract" ? [entry.name] : [],
  );
  expect(folders.toSorted()).toEqual([...CONNECTOR_NAMES, ...Object.keys(BUILT_IN)].toSorted());
});

describe.each(CONNECTOR_NAMES)("%s", (name) => {
  test("its task types are known, work on it, and are nobody else's", () => {
    for (const [type, { operation, title }] of tasksOf(name)) {
      expect(typeOf(type)).toMatchObject({ connector: name, title });
      expect(executorOf({ type })).toBe(operation === undefined ? "manual" : "connector");
    }
    expect(tasksOf(name).length).toBeGreaterThan(0);
  });

  test("a template's maker reads how each of its operations works", () => {
    const operated = tasksOf(name).flatMap(([type, { operation }]) => (operation === undefined ? [] : [type]));
    const workings = Object.hasOwn(CONNECTOR_WORKINGS, name)
      ? Object.keys(CONNECTOR_WORKINGS[name as keyof typeof CONNECTOR_WORKINGS])
      : [];
    expect(workings.toSorted()).toEqual(operated.toSorted());
    for (const type of operated) expect([type, operationOf(type)]).not.toEqual([type, null]);
  });

  test("a reviewer reads what each operation that ends access sends", () => {
    const ends = tasksOf(name).flatMap(([, { endsBy }]) => (endsBy ? [endsBy.operation] : []));
    const shown = Object.hasOwn(CONNECTOR_ENDINGS, name)
      ? Object.keys(CONNECTOR_ENDINGS[name as keyof typeof CONNECTOR_ENDINGS])
      : [];
    expect(shown.toSorted()).toEqual([...new Set(ends)].toSorted());
  });

  test("what its tasks say about accounts can be read from their inputs", () => {
    const missing = tasksOf(name).flatMap(([type, { account, endsBy }]) => {
      const named = account === undefined ? [] : [CONNECTORS[name].account?.input ?? "an account rule"];
      const names = inputsOf(type).map((input) => input.name);
      return [...named, ...(endsBy?.fields ?? [])].filter((one) => !names.includes(one));
    });
    expect(missing).toEqual([]);
  });

  const operations = tasksOf(name).flatMap(([, { operation }]) => operation ?? []);
  const readings: readonly Reading[] = CONNECTORS[name].readings;

  test("with operations or readings it is made of its settings, does what the manifest says, and reads what it says", () => {
    const isConnectable = operations.length + readings.length > 0;
    expect(Object.hasOwn(CONNECTOR_SETTINGS, name)).toBe(isConnectable);
    if (!isConnectable) return expect(isConnected(name, {})).toBe(false);
    const settings = Object.entries<ConnectorSetting>(CONNECTOR_SETTINGS[name as keyof typeof CONNECTOR_SETTINGS]);
    const env = Object.fromEntries(settings.map(([variable, { example }]) => [variable, example]));
    const system = readSystemOf(name, env);
    expect(system.readDomain !== undefined).toBe(readings.includes("domain"));
    expect(system.readWarehouses !== undefined).toBe(readings.includes("warehouses"));
    if (operations.length === 0) expect(() => connectorOf(name, env)).toThrow("no connection");
    else {
      const connector = connectorOf(name, env);
      expect([...connector.operations].toSorted()).toEqual(operations.toSorted());
      expect(connector.lastUse !== undefined).toBe(readings.includes("lastUse"));
    }
    expect(isConnected(name, env)).toBe(true);
    for (const [variable, { isNeeded }] of settings)
      if (isNeeded) expect(() => readSystemOf(name, { ...env, [variable]: " " })).toThrow("is not connected");
    for (const says of new Set(settings.flatMap(([, { oneOf }]) => oneOf ?? []))) {
      const without = settings.map(([variable, { oneOf, example }]) => [variable, oneOf === says ? "" : example]);
      expect(() => readSystemOf(name, Object.fromEntries(without))).toThrow("is not connected");
    }
  });

  test("with operations or readings it has a sandbox for demo and tests, without it has none", () => {
    const isConnectable = operations.length + readings.length > 0;
    expect(existsSync(path.join(here, "../../sandbox", name, "main.ts"))).toBe(isConnectable);
  });
});

test.each(Object.entries(BUILT_IN))("%s is a part of the portal: the portal itself does its tasks", (name, facts) => {
  for (const [type, { title, operation }] of Object.entries<BuiltInTask>(facts.tasks)) {
    expect(typeOf(type)).toMatchObject({ builtIn: name, title, operation, executor: "portal" });
    expect(typeOf(type)?.connector).toBeUndefined();
  }
});

test("every task type on a system comes from its manifest", () => {
  const onSystems = Object.entries(TASK_TYPES).filter(([, { connector }]) => connector !== undefined);
  const listed = CONNECTOR_NAMES.flatMap((name) => tasksOf(name).map(([type]) => type));
  expect(onSystems.map(([type]) => type).toSorted()).toEqual(listed.toSorted());
});
