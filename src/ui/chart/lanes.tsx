import { type FocusEventHandler, type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from "react";
import { cn } from "../cn";
import { titleWhenCut } from "../text/title-when-cut";
import { VisuallyHidden } from "../text/visually-hidden";
import type { LaneBox, LaneTone } from "./lane-box";
import { LaneLines } from "./lane-lines";
import { type LanesLayout, layoutLanes, neighbourOf, type Rect } from "./lanes-layout";
import { useWidth } from "./use-width";

/** What a box is made of; whoever draws decides whether it is a link or a button. */
export interface LaneBoxProps {
  readonly ref: Ref<never>;
  readonly tabIndex: 0 | -1;
  readonly className: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: FocusEventHandler;
  readonly children: ReactNode;
}

const TONES: Readonly<Record<LaneTone, string>> = {
  plain: "border-line-strong bg-surface",
  running: "border-info-solid bg-info-wash",
  done: "border-success-line bg-success-wash",
  failed: "border-danger-solid bg-danger-wash",
  waiting: "border-warning-line bg-warning-wash",
  out: "border-dashed border-line-strong bg-transparent",
};

const ICON_TONES: Readonly<Record<LaneTone, string>> = {
  plain: "text-muted",
  running: "text-info",
  done: "text-success",
  failed: "text-danger",
  waiting: "text-warning",
  out: "text-faint",
};

/**
 * A workflow as lanes: who works from left to right, time from top to bottom. It is one stop of the Tab key; the
 * arrow keys follow the lines, Enter opens. The same facts stand in a list that its page offers beside it.
 */
export function Lanes(props: {
  label: string;
  lanes: readonly { readonly id: string; readonly label: string }[];
  boxes: readonly LaneBox[];
  renderBox: (id: string, box: LaneBoxProps) => ReactNode;
}) {
  const { label, lanes, boxes } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const helpId = useId();
  const layout =
    width === null
      ? null
      : layoutLanes(
          lanes.map(({ id }) => id),
          boxes,
          width,
        );
  return (
    <div>
      <div ref={frame} role="group" aria-label={label} aria-describedby={helpId}>
        <VisuallyHidden>
          <span id={helpId}>The arrow keys go along the lines, Enter opens a task.</span>
        </VisuallyHidden>
        {layout === null ? null : <Drawing {...props} layout={layout} />}
      </div>
      <Legend boxes={boxes} />
    </div>
  );
}

function Drawing({
  lanes,
  boxes,
  renderBox,
  layout,
}: Parameters<typeof Lanes>[0] & { layout: LanesLayout }): ReactNode {
  const elements = useRef(new Map<string, HTMLElement>());
  const order = layout.ranks.flatMap(({ ids }) => ids);
  const [current, setCurrent] = useState<string | null>(null);
  const stop = current !== null && order.includes(current) ? current : order[0];
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbourOf(layout, id, event.key);
    if (next === id && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    elements.current.get(next)?.focus();
  };
  return (
    <div style={{ height: layout.height }} className="relative w-full">
      {layout.lanes.map(({ id, x, width }, index) => (
        <Placed
          key={id}
          at={{ x, y: 0, width, height: layout.height }}
          className={cn("border-line", index > 0 && "border-l border-dashed")}
        >
          <p onPointerEnter={titleWhenCut} className="truncate px-3 pt-2 text-center text-xs font-medium text-muted">
            {lanes.find((lane) => lane.id === id)?.label}
          </p>
        </Placed>
      ))}
      {layout.ranks.map(({ rank, ids, isBand, frame }) =>
        isBand ? (
          <Placed key={rank} at={frame} className="rounded-lg border border-line bg-sunken">
            <p className="px-2.5 pt-1.5 text-xs text-muted">{ids.length} tasks side by side</p>
          </Placed>
        ) : null,
      )}
      <LaneLines layout={layout} boxes={byId} />
      {order.map((id) => {
        const [box, rect] = [byId.get(id), layout.boxes.get(id)];
        if (!box || !rect) return null;
        return (
          <Placed key={id} at={rect}>
            {renderBox(id, {
              ref: (element: HTMLElement | null) =>
                void (element ? elements.current.set(id, element) : elements.current.delete(id)),
              tabIndex: id === stop ? 0 : -1,
              className: cn(
                "flex size-full flex-col justify-center gap-0.5 rounded-md border px-2.5 text-left hover:border-control",
                TONES[box.tone],
              ),
              onKeyDown: onKeyDown(id),
              onFocus: () => setCurrent(id),
              children: <BoxWords box={box} />,
            })}
          </Placed>
        );
      })}
    </div>
  );
}

function Placed({ at, className, children }: { at: Rect; className?: string; children?: ReactNode }) {
  return (
    <div style={{ left: at.x, top: at.y, width: at.width, height: at.height }} className={cn("absolute", className)}>
      {children}
    </div>
  );
}

function BoxWords({ box }: { box: LaneBox }) {
  return (
    <>
      <span className="flex w-full items-start gap-1.5">
        <span className={cn("pt-px [&_svg]:size-3.5", ICON_TONES[box.tone])}>{box.icon}</span>
        <span
          onPointerEnter={titleWhenCut}
          className={cn(
            "line-clamp-2 min-w-0 flex-1 text-sm leading-4 font-medium wrap-anywhere text-ink",
            box.tone === "out" && "text-muted",
          )}
        >
          {box.title}
        </span>
        {box.on === undefined ? null : <span className="pt-px [&_svg]:size-3.5">{box.on}</span>}
        {box.marks.map(({ words, icon }) => (
          <span key={words} className="pt-px text-muted [&_svg]:size-3.5">
            {icon}
          </span>
        ))}
      </span>
      {box.note === "" ? null : (
        <span
          onPointerEnter={titleWhenCut}
          className={cn("w-full truncate pl-5 text-xs", box.tone === "failed" ? "text-danger" : "text-muted")}
        >
          {box.note}
        </span>
      )}
      {box.condition === undefined ? null : (
        <span className="flex w-full items-start gap-1.5 pl-5 text-xs text-muted">
          <span className="mt-1.25 size-1.5 shrink-0 rotate-45 border border-current" />
          <span onPointerEnter={titleWhenCut} className="line-clamp-2 leading-4 wrap-anywhere">
            {box.condition}
          </span>
        </span>
      )}
      <VisuallyHidden>{box.also}</VisuallyHidden>
    </>
  );
}

/** What the signs of this drawing mean; only those it has. */
function Legend({ boxes }: { boxes: readonly LaneBox[] }) {
  const marks = [...new Map(boxes.flatMap((box) => box.marks).map((mark) => [mark.words, mark])).values()];
  const hasConditions = boxes.some(({ isConditional }) => isConditional);
  if (marks.length === 0 && !hasConditions) return null;
  return (
    <ul aria-label="Signs" className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-xs text-muted">
      {hasConditions ? (
        <li className="flex items-center gap-1.5">
          <span className="mx-0.5 size-2 rotate-45 border border-muted" />
          Only under a condition
        </li>
      ) : null}
      {marks.map(({ words, icon }) => (
        <li key={words} className="flex items-center gap-1.5 [&_svg]:size-3.5">
          {icon}
          {words}
        </li>
      ))}
    </ul>
  );
}
