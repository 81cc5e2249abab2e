import { describe, expect, test } from "vitest";
import type { ApproverRule } from "../table";
import { fixText } from "./candidates";

describe("a step without approvers says who can mend it", () => {
  test.each<[ApproverRule, object, string]>([
    [{ kind: "manager" }, { areaName: "Retail" }, "Ask a super admin to give Retail an owner or a deputy."],
    [{ kind: "manager" }, {}, "Choose the business area the request is for, or ask an admin to set the manager."],
    [{ kind: "businessAreaOwner" }, { areaName: "Retail" }, "Ask a super admin to give Retail an owner or a deputy."],
    [{ kind: "businessAreaOwner" }, {}, "Choose the business area the request is for."],
    [
      { kind: "domainOwner", field: "domain" },
      { domainName: "Orders" },
      "Ask a governance user to add an owner or deputy to the data domain Orders.",
    ],
    [
      { kind: "domainOwner", field: "domain" },
      {},
      "Choose a data domain; when it is missing, ask a governance user to add it.",
    ],
  ])("%o in %o", (rule, place, words) => {
    expect(fixText(rule, place)).toBe(words);
  });
});
