import { createRootRoute, createRoute } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { onlyRead, onlyReadIn } from "./only-read";

const tab = (raw: Record<string, unknown>): { tab?: "work" } => (raw["tab"] === "work" ? { tab: "work" } : {});

test("what a reader leaves out of an address is absent, whatever stands there", () => {
  expect({ tab: "nonsense", ...onlyRead(tab)({ tab: "nonsense" }) }).toEqual({ tab: undefined });
  expect(onlyRead(tab)({ tab: "work" })).toEqual({ tab: "work" });
});

test("what an address does not say is not named: an address without anything reads as empty", () => {
  expect(Object.keys(onlyRead(tab)({}))).toEqual([]);
});

test("what a reader does not look at stays in the address", () => {
  expect({ from: "mail", ...onlyRead(tab)({ from: "mail" }) }).toEqual({ from: "mail" });
});

test("every page of a tree reads its address so, however deep it lies", () => {
  const root = createRootRoute();
  const folder = createRoute({ getParentRoute: () => root, path: "/tasks" });
  const page = createRoute({ getParentRoute: () => folder, path: "/one", validateSearch: tab });
  onlyReadIn(root.addChildren([folder.addChildren([page])]));
  expect((page.options.validateSearch as typeof tab)({ tab: "nonsense" })).toEqual({ tab: undefined });
});
