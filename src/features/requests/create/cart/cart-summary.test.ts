import { ConvexError } from "convex/values";
import { describe, expect, test } from "vitest";
import type { ShownCartItem } from "../api";
import { answerProblems, decidersOf, decidersSentence, isRepeated, itemTitle, mainLines } from "./cart-summary";
import { problemIn } from "./use-send-cart";

type PreviewStep = NonNullable<ShownCartItem["preview"]>["steps"][number];

function aStep(title: string, names: readonly string[], change: Partial<PreviewStep> = {}): PreviewStep {
  const people = names.map((name) => ({ id: name as PreviewStep["people"][number]["id"], name, insteadOf: null }));
  return {
    task: "Approve",
    title,
    people,
    required: 1,
    quorum: "any of them",
    remindAfterHours: null,
    escalateAfterHours: null,
    expireAfterHours: 120,
    awaits: null,
    problem: null,
    ...change,
  };
}

function anItem(id: string, steps: readonly PreviewStep[], change: Partial<ShownCartItem> = {}): ShownCartItem {
  const preview = {
    title: `Title of ${id}`,
    errors: {},
    steps: [...steps],
    policies: [],
    tasks: [],
    slaHours: 24,
    medianMs: null,
    counted: 0,
    duplicates: [],
    held: [],
    hasHiddenDuplicate: false,
    hasHiddenGrant: false,
  };
  return {
    id: id as ShownCartItem["id"],
    key: "REQ-1",
    typeKey: "t",
    typeName: "Type",
    version: 1,
    ownReason: null,
    takesJustification: true,
    lines: [],
    preview,
    problem: null,
    repeats: null,
    target: null,
    ...change,
  };
}

describe("who decides a cart", () => {
  test("is told per person, and per step where more than one may decide, the most first", () => {
    const finops = aStep("FinOps", ["Fay", "Finn"]);
    const deciders = decidersOf([
      anItem("a", [finops]),
      anItem("b", [aStep("Manager", ["Mateusz Nowak"])]),
      anItem("c", [aStep("Owner", ["Mateusz Nowak"])]),
    ]);
    expect(deciders.map(({ name, people, items }) => [name, people, [...items.keys()]])).toEqual([
      ["Mateusz Nowak", null, ["b", "c"]],
      ["FinOps", "Needs 1 approval from Fay or Finn", ["a"]],
    ]);
    expect(decidersSentence(deciders)).toBe("Mateusz Nowak decides 2, FinOps 1");
  });

  test("counts an item once for somebody who decides it twice, and leaves out steps nobody is known for", () => {
    const mona = ["Mona"];
    const deciders = decidersOf([
      anItem("a", [
        aStep("Manager", mona),
        aStep("Owner", mona),
        aStep("Domain", [], { awaits: "Data domain" }),
        aStep("Governance", ["Gus"], { problem: { message: "No", fix: "Yes" } }),
      ]),
    ]);
    expect(decidersSentence(deciders)).toBe("Mona decides 1");
    expect(decidersSentence([])).toBeNull();
  });
});

test("an item is called by its title, or by its type while it has none", () => {
  expect(itemTitle(anItem("a", []))).toBe("Title of a");
  expect(itemTitle(anItem("a", [], { preview: null }))).toBe("Type");
});

test("the first answers about what is needed are shown, the others on demand", () => {
  const line = (name: string, section: string) => ({ name, label: name, section, value: "x" });
  const lines = [line("who", "Who it is for"), ...["a", "b", "c", "d", "e"].map((name) => line(name, "What you need"))];
  expect(mainLines(lines).map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
  expect(mainLines(lines.slice(0, 1)).map(({ name }) => name)).toEqual(["who"]);
});

test("what is in the way of an item is told, and whether it repeats something", () => {
  const item = anItem("a", []);
  expect(answerProblems(item)).toEqual([]);
  expect(
    answerProblems({ preview: item.preview && { ...item.preview, errors: { days: "Too long" } }, problem: null }),
  ).toEqual(["Too long"]);
  expect(answerProblems({ preview: null, problem: "Not offered" })).toEqual(["Not offered"]);
  expect(isRepeated(item)).toBe(false);
  expect(isRepeated({ ...item, repeats: "Title of b" })).toBe(true);
});

describe("a refused cart", () => {
  test("leads to its items, or to the justification", () => {
    expect(problemIn(new ConvexError({ code: "cart-not-ready", items: { a: "Too long" } }))).toMatchObject({
      justification: null,
      items: { a: "Too long" },
    });
    expect(
      problemIn(new ConvexError({ code: "invalid-form", fields: { justification: "Justification is required" } })),
    ).toEqual({ message: null, justification: "Justification is required", items: {} });
  });

  test("for any other reason says it in words", () => {
    expect(
      problemIn(new ConvexError({ code: "changed-meanwhile", message: "Your cart was changed in another window." }))
        .message,
    ).toBe("Your cart was changed in another window.");
    expect(problemIn(new Error("broken")).message).toContain("could not answer");
  });
});
