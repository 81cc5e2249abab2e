import { describe, expect, test } from "vitest";
import { type Branch, MAX_DEPTH, whyNotParent } from "./tree";

const branch = (id: string, parentId: string | null = null, status = "active"): Branch => ({
  id,
  name: id.toUpperCase(),
  parentId,
  status,
});
/** a over b over c, and d beside them. */
const tree = [branch("a"), branch("b", "a"), branch("c", "b"), branch("d")];

describe("[D2] a domain is a part", () => {
  test("of one that is there, at whatever place that makes no circle", () => {
    expect(whyNotParent("d", "c", tree)).toBeNull();
    expect(whyNotParent("c", "a", tree)).toBeNull();
    expect(whyNotParent(null, "c", tree)).toBeNull();
    expect(whyNotParent("c", null, tree)).toBeNull();
  });

  test.each([
    ["itself", "a", "a", "A domain cannot be a part of itself"],
    ["its own part", "a", "b", "B is already a part of it"],
    ["a part of its part", "a", "c", "C is already a part of it"],
    ["nothing known", "a", "x", "There is no such data domain"],
  ])("never of %s", (_, id, parentId, message) => {
    expect(whyNotParent(id, parentId, tree)).toBe(message);
  });

  test("never of what is archived", () => {
    expect(whyNotParent("a", "z", [...tree, branch("z", null, "archived")])).toBe("Z is archived");
  });

  test("at most five one below another, with what is below itself", () => {
    const line = Array.from({ length: MAX_DEPTH }, (_, at) => branch(`l${at}`, at === 0 ? null : `l${at - 1}`));
    expect(whyNotParent(null, `l${MAX_DEPTH - 2}`, line)).toBeNull();
    expect(whyNotParent(null, `l${MAX_DEPTH - 1}`, line)).toContain("At most 5");
    // Three of their own below two are five, below three they are six.
    expect(whyNotParent("a", "l1", [...line, ...tree])).toBeNull();
    expect(whyNotParent("a", "l2", [...line, ...tree])).toContain("At most 5");
  });

  test("and rows that make a circle already do not stop the check", () => {
    expect(whyNotParent("d", "a", [branch("a", "b"), branch("b", "a"), branch("d")])).toBeNull();
  });
});
