import { expect, test } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import type { Found } from "./api";
import { groupsOf, stillFitting } from "./finding-groups";

const found: Found = {
  requests: [{ key: "REQ-142", typeKey: "bi-access", title: "Access to the ledger", status: "In progress" }],
  types: [{ key: "bi-access", name: "BI access", summary: "A seat in a reporting tool" }],
  people: [{ id: "p1" as Id<"people">, name: "Ada Tester", email: "ada@ao.com", area: "Finance" }],
  roles: [
    {
      name: "ORDERS_READ",
      words: "Read Orders",
      description: "Order lines",
      sensitivity: "internal",
      to: "/requests/create?type=snowflake-access",
    },
  ],
  domains: [
    {
      key: "ledger",
      name: "General ledger",
      description: "Postings",
      sensitivity: "internal",
      to: "/requests/create?type=snowflake-access&field.domain=ledger",
    },
  ],
  tickets: [
    { key: "TKT-3", title: "Ledger is empty", state: "waitingOnRequester", isRequester: true },
    { key: "TKT-5", title: "Ledger is late", state: "waitingOnRequester", isRequester: false },
  ],
  incidents: [{ key: "INC-7", title: "Ledger is late" }],
  articles: [{ key: "ART-2", title: "Read the ledger", summary: "Ask for it first." }],
  ideas: [{ key: "IDEA-4", title: "Dark ledger", status: "Planned" }],
};
const toRequests = ({ id, name }: { id: string; name: string }) => ({
  label: `Requests of ${name}`,
  to: `/admin/requests?person=${id}`,
});

test("what was found leads to its page, by kind", () => {
  const all = groupsOf(found, toRequests);
  expect(
    all.map(({ heading, findings }) => [
      heading,
      ...findings.map(({ label, detail, to }) => `${label} (${detail}) ${to}`),
    ]),
  ).toEqual([
    ["Requests", "REQ-142 Access to the ledger (In progress) /requests/REQ-142"],
    ["People", "Requests of Ada Tester (ada@ao.com, Finance) /admin/requests?person=p1"],
    [
      "Data domains",
      "Request access to General ledger (Postings) /requests/create?type=snowflake-access&field.domain=ledger",
    ],
    ["Roles", "Request Read Orders (ORDERS_READ) (Order lines) /requests/create?type=snowflake-access"],
    ["Catalog", "New request: BI access (A seat in a reporting tool) /requests/create?type=bi-access"],
    [
      "Your tickets",
      "TKT-3 Ledger is empty (Waiting on you) /support/TKT-3",
      "TKT-5 Ledger is late (Waiting on requester) /support/TKT-5",
    ],
    ["Open incidents", "INC-7 Ledger is late (This is my problem too) /support/create?incident=INC-7"],
    ["Help articles", "Read the ledger (Ask for it first.) /support/articles/ART-2"],
    ["Ideas", "IDEA-4 Dark ledger (Planned) /feedback/IDEA-4"],
  ]);
});

test("a request and what the catalog offers have the icon of their type", () => {
  const all = groupsOf(found, null).flatMap(({ findings }) => findings);
  expect(
    all.filter(({ typeKey }) => typeKey !== undefined).map(({ label, typeKey }) => `${label}: ${typeKey}`),
  ).toEqual(["REQ-142 Access to the ledger: bi-access", "New request: BI access: bi-access"]);
});

test("people who lead nowhere for the viewer are not offered", () => {
  expect(groupsOf(found, null).map(({ heading }) => heading)).not.toContain("People");
});

test("while the next answer is on its way, what no longer fits is gone", () => {
  const all = groupsOf(found, toRequests);
  expect(stillFitting(all, "Ledger acc").map(({ heading }) => heading)).toEqual(["Requests", "Data domains"]);
  expect(stillFitting(all, "nothing like it")).toEqual([]);
});
