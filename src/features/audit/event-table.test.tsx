import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { OUTCOME_WORDS } from "../../../convex/core/audit/rules/eventWords";
import { rendered } from "../../components/kinds/rendered.testing";
import type { EventRow } from "./api";
import { EventTable } from "./event-table";

// A table draws as many rows as fit the window.
beforeAll(() => void vi.stubGlobal("window", { innerWidth: 1440, innerHeight: 900 }));
afterAll(() => void vi.unstubAllGlobals());

/** The table of one event, which has only what the table reads. */
async function tableOf(outcome: EventRow["outcome"]): Promise<string> {
  const event = {
    id: "e1",
    action: "approval.rejected",
    occurredAt: Date.UTC(2026, 10, 22, 14, 5, 9),
    actor: { kind: "person", label: "Beth Sinclair" },
    targets: [{ type: "request", id: "r1", label: "REQ-398" }],
    impersonator: null,
    outcome,
    others: [],
    folded: null,
  } as unknown as EventRow;
  return (await rendered(<EventTable events={[event]} isBusy={false} />)).replaceAll(/<[^>]+>/g, "");
}

test("an outcome is said only where it is not success", async () => {
  expect(await tableOf("success")).not.toContain(OUTCOME_WORDS.success);
  for (const outcome of ["failure", "denied"] as const)
    expect(await tableOf(outcome)).toContain(OUTCOME_WORDS[outcome]);
});

test("the time stands before its sentence, to the second", async () => {
  const text = await tableOf("success");
  const [time, sentence] = [text.search(/22\/11\/2026, \d\d:05:09/), text.indexOf("REQ-398")];
  expect(time).toBeGreaterThan(-1);
  expect(sentence).toBeGreaterThan(time);
});

test("several mails that were delivered are told by their number and since when, and lead to each of them", async () => {
  const event = {
    ...{ id: "e1", action: "mail.delivered", outcome: "success", impersonator: null, others: [] },
    ...{ actor: { kind: "system", label: "Portal" }, targets: [{ type: "mail", id: "m1", label: "ada@ao.com" }] },
    occurredAt: Date.UTC(2026, 10, 22, 14, 5, 9),
    folded: { count: 12, since: Date.UTC(2026, 10, 20, 9, 0, 0) },
  } as unknown as EventRow;
  const drawn = await rendered(<EventTable events={[event]} isBusy={false} />);
  expect(drawn.replaceAll(/<[^>]+>/g, "")).toMatch(/12 mails were delivered.*since 20\/11\/2026/);
  expect(drawn).not.toContain("ada@ao.com");
  expect(drawn).toMatch(/href="[^"]*action=mail\.delivered[^"]*from=2026-11-20[^"]*to=2026-11-22/);
});
