import { expect, test } from "vitest";
import { systemsNote, systemsText, wordsOfTrouble } from "./systems-words";

const health = { isConnected: true, isHealthy: true, problems: [], facts: [], checkedAt: 0 };
const system = (label: string, more: object = {}) => ({
  label,
  state: "on" as const,
  isOn: true,
  health,
  isOperated: false,
  ...more,
});

test("all systems that work are fine, and there is nothing more to say", () => {
  const services = [system("Snowflake"), system("Airflow")];
  expect([systemsText(services), systemsNote(services)]).toEqual(["All fine", null]);
});

test("systems with trouble are counted and named; what people do manually is no trouble", () => {
  const services = [
    system("Snowflake", { health: { ...health, isHealthy: false } }),
    system("Collate", { health: { ...health, isConnected: false } }),
    system("Airflow", { state: "off" as const, isOn: false }),
    system("Sigma", { health: null }),
  ];
  expect(wordsOfTrouble(services)).toEqual(["Snowflake not working", "Airflow off", "Sigma not checked yet"]);
  expect(systemsText(services)).toBe("1 of 4 fine");
  expect(systemsNote(services)).toBe("Snowflake not working, Airflow off, Sigma not checked yet; 1 manual");
});

test("a system whose tasks fail without a connection is trouble until it is connected", () => {
  const services = [system("Snowflake", { isOperated: true, health: { ...health, isConnected: false } })];
  expect([systemsText(services), systemsNote(services)]).toEqual(["0 of 1 fine", "Snowflake not connected"]);
});
