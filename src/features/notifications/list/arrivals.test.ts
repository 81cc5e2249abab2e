import { describe, expect, test } from "vitest";
import { arrange } from "./arrivals";
import { group, item } from "./notices.testing";

describe("arriving notifications move nothing", () => {
  const live = (...ids: string[]) => ids.map((id) => group([item()], id));
  const told = (ids: string[], known: string[] | null) => {
    const places = known?.map((id) => ({ id, section: "updates" as const })) ?? null;
    const { shown, waiting } = arrange(live(...ids), places);
    return [shown.map(({ subject }) => subject.id).join(""), waiting];
  };

  test.each([
    ["the first answer is shown as it is", ["a", "b"], null, ["ab", 0]],
    ["a new subject waits", ["x", "a", "b"], ["a", "b"], ["ab", 1]],
    ["an update of a known one stays where it is", ["b", "a"], ["a", "b"], ["ab", 0]],
    ["an older page follows", ["a", "b", "c", "d"], ["a", "b"], ["abcd", 0]],
    ["what left is gone", ["b"], ["a", "b"], ["b", 0]],
    ["into an empty inbox it comes at once", ["x"], [], ["x", 0]],
    ["both at once", ["x", "y", "a", "c"], ["a"], ["ac", 2]],
  ] as const)("%s", (_, ids, known, expected) => {
    expect(told([...ids], known === null ? null : [...known])).toEqual(expected);
  });

  test("what no longer asks for anything stays in its section while it is looked at", () => {
    const { shown } = arrange(live("b", "a"), [
      { id: "a", section: "needsYou" },
      { id: "b", section: "updates" },
    ]);
    expect(shown.map(({ subject, section }) => `${subject.id} ${section}`)).toEqual(["a needsYou", "b updates"]);
  });
});
