/**
 * Where the boxes of a workflow drawing stand. Ranks run from top to bottom, lanes from left to right; boxes of one
 * rank run side by side and stand in one band. Where there is no room for the lanes there is one, as wide as the
 * drawing. Between two ranks runs exactly one line, because a rank begins when the one before it is complete.
 */

/** One box: its rank, its lane, and whether it is only there under a condition. */
export interface LaneNode {
  readonly id: string;
  readonly rank: number;
  readonly lane: string;
  readonly isConditional: boolean;
}

/** A rectangle of the drawing, in pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rank as it is drawn: one box, or a band around several. */
export interface PlacedRank {
  readonly rank: number;
  readonly ids: readonly string[];
  readonly frame: Rect;
  readonly isBand: boolean;
  /** The middle of the diamond above a single box that has a condition. */
  readonly diamond: { readonly x: number; readonly y: number } | null;
}

/** Everything a drawing needs. */
export interface LanesLayout {
  readonly width: number;
  readonly height: number;
  /** Empty where there is room for one lane alone. */
  readonly lanes: readonly { readonly id: string; readonly x: number; readonly width: number }[];
  readonly ranks: readonly PlacedRank[];
  readonly boxes: ReadonlyMap<string, Rect>;
}

const LANE_MIN = 200;
const BOX_MIN = 156;
const BOX_MAX = 264;
const BOX_HEIGHT = 72;
/** With two lines for the condition. */
const CONDITIONAL_HEIGHT = 104;
const SIDE = 20;
const GAP = 10;
const BAND_PAD = 10;
const BAND_CAPTION = 20;
const HEAD = 36;
const BETWEEN = 36;
const BETWEEN_WITH_CONDITION = 56;
const END = 32;

/** Half the width and height of a diamond. */
export const DIAMOND = 9;

/** Places every box for a width. */
export function layoutLanes(laneIds: readonly string[], nodes: readonly LaneNode[], width: number): LanesLayout {
  const used = laneIds.filter((lane) => nodes.some((node) => node.lane === lane));
  const hasLanes = used.length > 1 && width >= used.length * LANE_MIN;
  const columns = hasLanes ? used : [null];
  const laneWidth = width / columns.length;
  const boxes = new Map<string, Rect>();
  const ranks: PlacedRank[] = [];
  let y = hasLanes ? HEAD : 0;
  for (const [rank, members] of ranksOf(nodes)) {
    const isBand = members.length > 1;
    const hasDiamond = !isBand && members[0]?.isConditional === true;
    y += hasDiamond ? BETWEEN_WITH_CONDITION : BETWEEN;
    const top = y + (isBand ? BAND_CAPTION + BAND_PAD / 2 : 0);
    const height = members.some(({ isConditional }) => isConditional) ? CONDITIONAL_HEIGHT : BOX_HEIGHT;
    const cells = columns.map((lane, index) =>
      cellOf(
        members.filter((node) => lane === null || node.lane === lane),
        { x: index * laneWidth, width: laneWidth, top, height },
      ),
    );
    for (const [id, rect] of cells.flat()) boxes.set(id, rect);
    const frame = frameAround(
      cells.flat().map(([, rect]) => rect),
      isBand,
      y,
    );
    ranks.push({
      rank,
      ids: cells.flat().map(([id]) => id),
      frame,
      isBand,
      diamond: hasDiamond ? { x: frame.x + frame.width / 2, y: y - 24 } : null,
    });
    y = frame.y + frame.height;
  }
  const lanes = hasLanes ? used.map((id, index) => ({ id, x: index * laneWidth, width: laneWidth })) : [];
  return { width, height: y + (ranks.length > 0 ? END : 0), lanes, ranks, boxes };
}

function ranksOf(nodes: readonly LaneNode[]): [number, LaneNode[]][] {
  return [...Map.groupBy(nodes, ({ rank }) => rank)].toSorted(([a], [b]) => a - b);
}

/** The boxes of one rank in one lane: in rows, as many side by side as fit. */
function cellOf(
  nodes: readonly LaneNode[],
  lane: { x: number; width: number; top: number; height: number },
): (readonly [string, Rect])[] {
  const room = lane.width - 2 * SIDE;
  const perRow = Math.max(1, Math.min(nodes.length, Math.floor((room + GAP) / (BOX_MIN + GAP))));
  const width = Math.min(BOX_MAX, (room - (perRow - 1) * GAP) / perRow);
  return nodes.map((node, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, nodes.length - row * perRow);
    const left = lane.x + (lane.width - inRow * width - (inRow - 1) * GAP) / 2;
    return [
      node.id,
      {
        x: left + (index % perRow) * (width + GAP),
        y: lane.top + row * (lane.height + GAP),
        width,
        height: lane.height,
      },
    ] as const;
  });
}

function frameAround(rects: readonly Rect[], isBand: boolean, top: number): Rect {
  const pad = isBand ? BAND_PAD : 0;
  const left = Math.min(...rects.map(({ x }) => x)) - pad;
  const right = Math.max(...rects.map(({ x, width }) => x + width)) + pad;
  const bottom = Math.max(...rects.map(({ y, height }) => y + height)) + pad;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The box an arrow key leads to; the same one where there is none. */
export function neighbourOf(layout: LanesLayout, id: string, key: string): string {
  const at = layout.ranks.findIndex(({ ids }) => ids.includes(id));
  const ids = layout.ranks[at]?.ids ?? [];
  const all = layout.ranks.flatMap((rank) => rank.ids);
  switch (key) {
    case "ArrowRight":
      return ids[ids.indexOf(id) + 1] ?? id;
    case "ArrowLeft":
      return ids[ids.indexOf(id) - 1] ?? id;
    case "ArrowDown":
      return nearest(layout, layout.ranks[at + 1]?.ids ?? [], id);
    case "ArrowUp":
      return nearest(layout, layout.ranks[at - 1]?.ids ?? [], id);
    case "Home":
      return all[0] ?? id;
    case "End":
      return all.at(-1) ?? id;
    default:
      return id;
  }
}

function nearest({ boxes }: LanesLayout, ids: readonly string[], id: string): string {
  const from = boxes.get(id);
  const distance = (one: string): number => {
    const to = boxes.get(one);
    if (!from || !to) return Infinity;
    return Math.hypot(to.x + to.width / 2 - (from.x + from.width / 2), to.y - from.y);
  };
  return ids.toSorted((a, b) => distance(a) - distance(b))[0] ?? id;
}
