import { expect, test } from "vitest";
import { matching } from "./palette-matching";

const groups = [
  { heading: "Recent", commands: [{ label: "REQ-142 Orders" }, { label: "Audit Trail" }] },
  { heading: "Nothing", commands: [] },
  {
    heading: "Go",
    commands: [{ label: "Task Monitor", words: ["super"] }, { label: "Audit Trail" }, { label: "Request Tasks" }],
  },
];
const shown = (text: string) =>
  matching(groups, text).map(({ heading, commands }) => [heading, ...commands.map(({ label }) => label)]);

test("without text everything stands as it was given, empty groups aside", () => {
  expect(shown("  ")).toEqual([
    ["Recent", "REQ-142 Orders", "Audit Trail"],
    ["Go", "Task Monitor", "Audit Trail", "Request Tasks"],
  ]);
});

test("with text the best comes first, and among equals what was opened lately", () => {
  expect(shown("audit")).toEqual([
    ["Recent", "Audit Trail"],
    ["Go", "Audit Trail"],
  ]);
  expect(shown("task mon")[0]).toEqual(["Go", "Task Monitor"]);
  expect(shown("task")[0]).toEqual(["Go", "Task Monitor", "Request Tasks"]);
});

test("a command is found by its other words, too, and what fits nothing is left out", () => {
  expect(shown("super")).toEqual([["Go", "Task Monitor"]]);
  expect(shown("quest")).toEqual([["Go", "Request Tasks"]]);
  expect(shown("xyzzy")).toEqual([]);
});

test("letters scattered over a command do not find it", () => {
  expect(
    matching([{ heading: "Theme", commands: [{ label: "Light theme", words: ["switch", "appearance"] }] }], "grace"),
  ).toEqual([]);
});
