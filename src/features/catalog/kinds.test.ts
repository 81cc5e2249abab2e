import { expect, test } from "vitest";
import { CONNECTOR_NAMES } from "../../../convex/connectors/manifests";
import { SHIPPED_TYPES } from "../../../convex/core/catalog/types";
import { SYSTEMS } from "../../components/kinds/system-icon";
import { TYPES } from "../../components/kinds/type-icon";

test("every shipped type and every outside system has an icon of its own", () => {
  expect(Object.keys(TYPES).toSorted()).toEqual(Object.keys(SHIPPED_TYPES).toSorted());
  expect(Object.keys(SYSTEMS).toSorted()).toEqual([...CONNECTOR_NAMES, "portal"].toSorted());
  expect(new Set(Object.values(TYPES).map(({ Icon }) => Icon)).size).toBe(Object.keys(TYPES).length);
  expect(new Set(Object.values(SYSTEMS).map(({ Icon }) => Icon)).size).toBe(Object.keys(SYSTEMS).length);
});
