import { expect, test } from "vitest";
import { tellPrinter } from "./printer-words";

test("what is printed while impersonating names who printed it, and through whose eyes", () => {
  const sofia = { firstName: "Sofia", lastName: "Ricci" };
  expect(tellPrinter({ ...sofia, impersonation: null })).toBe("Printed by Sofia Ricci");
  expect(tellPrinter({ ...sofia, impersonation: { name: "Maya Chen" } })).toBe(
    "Printed by Sofia Ricci, viewing as Maya Chen,",
  );
});
