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
