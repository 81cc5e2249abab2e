import { describe, expect, test } from "vitest";
import { accessOf, type Asker, type Circle, type Guarded } from "./access";

const request: Guarded = { status: "In progress", requesterId: "rita", beneficiaryId: "ben", hasCost: false };
const circle: Circle = { deciders: new Set(["dora"]), workers: new Set(["wim"]), participants: new Set(["pia"]) };
const asker = (id: string, roles: Asker["roles"] = ["staff"], businessAreaId?: string): Asker => ({
  id,
  roles,
  businessAreaId,
});
const seen = (who: Asker, given: Partial<Guarded> = {}) => {
  const access = accessOf(who, { ...request, ...given }, circle);
  return access && (access.seesInternal ? "all" : "public");
};

describe("who sees a request, and its internal notes", () => {
  test.each([
    ["the requester", asker("rita"), "public", {}],
    ["whom it is for", asker("ben"), "public", {}],
    ["who decides", asker("dora"), "all", {}],
    ["who works on it", asker("wim"), "all", {}],
    ["who was mentioned", asker("pia"), "public", {}],
    ["an admin", asker("adam", ["staff", "admin"]), "all", {}],
    ["an admin who is the requester", asker("rita", ["staff", "admin"]), "public", {}],
    ["a decider whom it is for", asker("dora"), "public", { beneficiaryId: "dora" }],
    ["somebody else", asker("sam"), null, {}],
    ["governance, of a domain", asker("gwen", ["staff", "governance"]), "all", { domainKey: "orders" }],
    [
      "governance, of its own area",
      asker("gwen", ["staff", "governance"], "area-1"),
      "all",
      { businessAreaId: "area-1" },
    ],
    [
      "governance, of something else",
      asker("gwen", ["staff", "governance"], "area-1"),
      null,
      { businessAreaId: "area-2" },
    ],
    ["FinOps, of what costs money", asker("fin", ["staff", "finops"]), "all", { hasCost: true }],
    ["FinOps, of something else", asker("fin", ["staff", "finops"]), null, {}],
    ["the requester, of a draft", asker("rita"), "public", { status: "Draft" }],
    ["an admin, of a draft", asker("adam", ["staff", "admin"]), null, { status: "Draft" }],
    ["whom a draft is for", asker("ben"), null, { status: "Draft" }],
  ] as const)("%s: %s", (_who, person, part, given) => {
    expect(seen(person, given)).toBe(part);
  });

  test("cancels and retries for others: admins and governance in their part, not FinOps", () => {
    const manages = (who: Asker, given: Partial<Guarded>) =>
      accessOf(who, { ...request, ...given }, circle)?.isManager ?? false;
    expect(manages(asker("adam", ["staff", "admin"]), {})).toBe(true);
    expect(manages(asker("gwen", ["staff", "governance"]), { domainKey: "orders" })).toBe(true);
    expect(manages(asker("fin", ["staff", "finops"]), { hasCost: true })).toBe(false);
    // What somebody sees by one role is not theirs to manage by another.
    expect(manages(asker("gwen", ["staff", "governance", "finops"]), { hasCost: true })).toBe(false);
    expect(manages(asker("dora"), {})).toBe(false);
  });
});
