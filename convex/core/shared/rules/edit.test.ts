import { describe, expect, test } from "vitest";
import { answerChanges, changesText, editConsequence, whyNotEdit, type EditFacts } from "./edit";
import type { WorkedTask } from "./may";

const task = (given: Partial<WorkedTask>): WorkedTask => ({
  type: "grant_role",
  title: "Grant the role",
  order: 2,
  status: "Not Started",
  attempt: 0,
  maxAttempts: 5,
  ...given,
});
const facts = (given: Partial<EditFacts> = {}): EditFacts => ({
  status: "Pending approval",
  hasOpenQuestion: false,
  tasks: [task({ type: "approve_access", order: 1, status: "Running", attempt: 1 }), task({})],
  decided: [],
  edits: 0,
  ...given,
});
const requester = { isRequester: true };
const decided = [{ byName: "Ada Byron", at: 1 }];

describe("who may change the answers, and when", () => {
  test.each<[string, string | null, { isRequester: boolean }, Partial<EditFacts>]>([
    ["the requester before anybody decided", null, requester, {}],
    ["anybody else", "not-eligible", { isRequester: false }, {}],
    ["a draft", "not-eligible", requester, { status: "Draft" }],
    ["what has ended", "too-late", requester, { status: "Rejected" }],
    ["after a decision", "already-decided", requester, { decided }],
    [
      "after a decision, while a question is open",
      null,
      requester,
      { decided, hasOpenQuestion: true, status: "Needs info" },
    ],
    [
      "while work runs, also with a question open",
      "too-late",
      requester,
      { hasOpenQuestion: true, status: "Needs info", tasks: [task({ status: "Running", attempt: 1 })] },
    ],
    [
      "when work failed and waits to be tried again",
      "too-late",
      requester,
      { tasks: [task({ status: "Not Started", attempt: 1 })] },
    ],
    [
      "beside a task that is not needed",
      null,
      requester,
      { tasks: [task({ status: "Complete", outcome: "skipped" })] },
    ],
    ["for the eleventh time", "too-many", requester, { edits: 10 }],
  ])("%s: %s", (_case, code, access, given) => {
    expect(whyNotEdit(access, facts(given))?.code ?? null).toBe(code);
  });
});

test("the consequence names whose decisions no longer count, and who is told", () => {
  expect(editConsequence([], ["Ada Byron"], null)).toBe(
    "When you save, approvals start again. Ada Byron is notified of what you changed.",
  );
  expect(editConsequence([...decided, ...decided], ["Ben Ode"], "Ben Ode")).toBe(
    "Your edit answers Ben Ode's question, and the request continues. What Ada Byron decided no longer counts: every approval starts again. Ben Ode and Ada Byron are notified of what you changed.",
  );
  expect(editConsequence([], ["A", "B", "C", "D", "E", "F"], null)).toContain("A, B, C and 3 others are notified");
});

test("changes are what differs, what came and what went; long answers are named only", () => {
  const line = (name: string, value: string) => ({ name, label: name.toUpperCase(), value });
  const changes = answerChanges(
    [line("size", "Small"), line("reason", "Old"), line("end", "1 May"), line("same", "x")],
    [line("size", "Large"), line("role", "READ"), line("same", "x"), line("reason", "n".repeat(90))],
  );
  expect(changes.map(({ name, before, after }) => [name, before, after.slice(0, 5)])).toEqual([
    ["size", "Small", "Large"],
    ["role", "", "READ"],
    ["reason", "Old", "nnnnn"],
    ["end", "1 May", ""],
  ]);
  expect(changesText(changes)).toBe("SIZE: Small → Large; ROLE: none → READ; REASON; END: 1 May → none");
});
