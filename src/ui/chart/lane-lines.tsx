import { cn } from "../cn";
import type { LaneBox } from "./lane-box";
import { DIAMOND, type LanesLayout, type PlacedRank } from "./lanes-layout";

interface Point {
  readonly x: number;
  readonly y: number;
}

const HEAD_SIZE = 4;
const ROUND = 14;

/** The lines of a drawing: from rank to rank, around what may be left out, and back where work is taken back. */
export function LaneLines({ layout, boxes }: { layout: LanesLayout; boxes: ReadonlyMap<string, LaneBox> }) {
  const { width, height, ranks } = layout;
  const isOver = (rank: PlacedRank | undefined): boolean =>
    rank !== undefined && rank.ids.every((id) => ["done", "out"].includes(boxes.get(id)?.tone ?? "plain"));
  const first = ranks[0];
  const last = ranks.at(-1);
  if (!first || !last) return null;
  const start = { x: middleOf(first), y: (first.diamond?.y ?? first.frame.y) - 24 };
  const end = { x: middleOf(last), y: height - 8 };
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full fill-none stroke-control print:stroke-ink"
    >
      <circle cx={start.x} cy={start.y} r={4} className="fill-control stroke-none" />
      {ranks.map((rank, index) => {
        const before = ranks[index - 1];
        const from = before ? { x: middleOf(before), y: before.frame.y + before.frame.height } : start;
        return (
          <g key={rank.rank} className={cn(isOver(before) && "stroke-success-solid")}>
            <Into rank={rank} from={from} width={width} />
          </g>
        );
      })}
      <g className={cn(isOver(last) && "stroke-success-solid")}>
        <path d={lineBetween({ x: middleOf(last), y: last.frame.y + last.frame.height }, end)} />
        <circle cx={end.x} cy={end.y} r={4} />
        <circle cx={end.x} cy={end.y} r={1.5} />
      </g>
      {[...layout.boxes].map(([id, rect]) =>
        boxes.get(id)?.goesBack ? (
          <g key={id} className="stroke-muted">
            <path
              strokeDasharray="3 3"
              d={`M ${rect.x} ${rect.y + rect.height - 14} C ${rect.x - ROUND} ${rect.y + rect.height - 14}, ${rect.x - ROUND} ${rect.y + 14}, ${rect.x - 1} ${rect.y + 14}`}
            />
            <path d={`M ${rect.x - 5} ${rect.y + 11} L ${rect.x - 1} ${rect.y + 14} L ${rect.x - 5} ${rect.y + 17}`} />
          </g>
        ) : null,
      )}
    </svg>
  );
}

function Into({ rank, from, width }: { rank: PlacedRank; from: Point; width: number }) {
  const to = { x: middleOf(rank), y: rank.frame.y - 1 };
  const { diamond } = rank;
  if (diamond === null)
    return (
      <>
        <path d={lineBetween(from, to)} />
        <Arrow at={to} />
      </>
    );
  const { x, y } = diamond;
  const side = Math.min(rank.frame.x + rank.frame.width + 10, width - 2);
  const below = rank.frame.y + rank.frame.height + 10;
  return (
    <>
      <path d={lineBetween(from, { x, y: y - DIAMOND })} />
      <path d={`M ${x} ${y + DIAMOND} V ${to.y}`} />
      <Arrow at={to} />
      {/* Around the box, for requests it is not for. */}
      <path
        strokeDasharray="3 3"
        d={`M ${x + DIAMOND} ${y} H ${side - 6} Q ${side} ${y} ${side} ${y + 6} V ${below - 6} Q ${side} ${below} ${side - 6} ${below} H ${x}`}
      />
      <path
        d={`M ${x} ${y - DIAMOND} L ${x + DIAMOND} ${y} L ${x} ${y + DIAMOND} L ${x - DIAMOND} ${y} Z`}
        className="fill-surface"
      />
    </>
  );
}

function Arrow({ at: { x, y } }: { at: Point }) {
  return <path d={`M ${x - HEAD_SIZE} ${y - HEAD_SIZE - 1} L ${x} ${y} L ${x + HEAD_SIZE} ${y - HEAD_SIZE - 1}`} />;
}

function middleOf({ frame }: PlacedRank): number {
  return frame.x + frame.width / 2;
}

/** Down, across and down again, with round corners. */
function lineBetween(from: Point, to: Point): string {
  const across = to.x - from.x;
  const half = (from.y + to.y) / 2;
  const round = Math.min(8, Math.abs(across) / 2, (to.y - from.y) / 2);
  const side = Math.sign(across) * round;
  if (Math.abs(across) < 1) return `M ${from.x} ${from.y} V ${to.y}`;
  return `M ${from.x} ${from.y} V ${half - round} Q ${from.x} ${half} ${from.x + side} ${half} H ${to.x - side} Q ${to.x} ${half} ${to.x} ${half + round} V ${to.y}`;
}
