import { expect, test } from "vitest";
import { type LaneNode, layoutLanes, neighbourOf, type Rect } from "./lanes-layout";

const LANES = ["people", "systems", "portal"];
const node = (id: string, rank: number, lane: string, isConditional = false): LaneNode => ({
  id,
  rank,
  lane,
  isConditional,
});
const ACCESS = [
  node("manager", 1, "people"),
  node("governance", 2, "people", true),
  node("snowflake", 3, "systems"),
  node("dbt", 3, "systems"),
  node("catalog", 3, "people"),
  node("tell", 4, "portal"),
];

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test.each([1440, 900, 768, 320, 240])("at %i px no two boxes overlap and all stand inside the drawing", (width) => {
  const many = Array.from({ length: 23 }, (_, index) => node(`more ${index}`, 5, LANES[index % 3] ?? "", true));
  const layout = layoutLanes(LANES, [...ACCESS, ...many], width);
  const rects = [...layout.boxes.values()];
  expect(rects).toHaveLength(29);
  for (const [index, rect] of rects.entries()) {
    expect(rect.x).toBeGreaterThanOrEqual(0);
    expect(rect.x + rect.width).toBeLessThanOrEqual(width);
    expect(rect.y + rect.height).toBeLessThanOrEqual(layout.height);
    for (const other of rects.slice(index + 1)) expect(overlap(rect, other)).toBe(false);
  }
});

test("each rank lies wholly below the one before it, so that one line between them says what waits for what", () => {
  const { ranks } = layoutLanes(LANES, ACCESS, 900);
  expect(ranks.map(({ ids }) => ids)).toEqual([["manager"], ["governance"], ["catalog", "snowflake", "dbt"], ["tell"]]);
  for (const [index, { frame }] of ranks.entries()) {
    const before = ranks[index - 1]?.frame;
    if (before) expect(frame.y).toBeGreaterThan(before.y + before.height);
  }
  expect(ranks.map(({ isBand }) => isBand)).toEqual([false, false, true, false]);
});

test("a condition has its diamond between the ranks; in a band it belongs to the box", () => {
  const { ranks } = layoutLanes(LANES, ACCESS, 900);
  expect(ranks.map(({ diamond }) => diamond !== null)).toEqual([false, true, false, false]);
});

test("a lane nobody works in is not drawn, and without room there is one lane", () => {
  const alone = layoutLanes(LANES, ACCESS.slice(0, 4), 900);
  expect(alone.lanes.map(({ id }) => id)).toEqual(["people", "systems"]);
  expect(layoutLanes(LANES, ACCESS, 360).lanes).toEqual([]);
});

test("no tasks make an empty drawing", () => {
  expect(layoutLanes(LANES, [], 900)).toMatchObject({ height: 0, ranks: [], lanes: [] });
});

test("the arrow keys follow the lines: down and up between ranks, left and right within one, Home and End to the ends", () => {
  const layout = layoutLanes(LANES, ACCESS, 900);
  expect(neighbourOf(layout, "manager", "ArrowDown")).toBe("governance");
  expect(neighbourOf(layout, "governance", "ArrowDown")).toBe("catalog");
  expect(neighbourOf(layout, "catalog", "ArrowRight")).toBe("snowflake");
  expect(neighbourOf(layout, "catalog", "ArrowLeft")).toBe("catalog");
  expect(neighbourOf(layout, "tell", "ArrowUp")).toBe("dbt");
  expect(neighbourOf(layout, "tell", "ArrowDown")).toBe("tell");
  expect(neighbourOf(layout, "tell", "Home")).toBe("manager");
  expect(neighbourOf(layout, "manager", "End")).toBe("tell");
});
