import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "../cn";

/** One tab: its value, its words and an optional count. */
export interface TabItem<Value extends string> {
  value: Value;
  label: string;
  count?: number;
  panel: ReactNode;
}

const own = {
  list: "print:hidden relative flex gap-4 overflow-x-auto border-b border-line [scrollbar-width:none]",
  tab: "flex h-9 items-center gap-1.5 rounded-sm px-0.5 text-base font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-active:text-ink pointer-coarse:h-11",
};
const nested = {
  list: "flex flex-wrap gap-1 print:[&>[aria-selected=false]]:hidden",
  tab: "flex h-7 items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-ink-soft hover:bg-hover hover:text-ink data-active:bg-accent-wash data-active:font-medium data-active:text-accent-text pointer-coarse:h-11",
};

/**
 * On a phone tabs may be wider than the window: the chosen one is scrolled into it, sideways only. Again whenever the
 * window turns or a tab grows, as a count that arrives late pushes the tabs after it out.
 */
function useActiveInView(list: RefObject<HTMLDivElement | null>, value: string, tabs: number): void {
  useEffect(() => {
    const frame = list.current;
    if (!frame) return;
    const observer = new ResizeObserver(() => {
      const tab = frame.querySelector<HTMLElement>('[aria-selected="true"]');
      if (!tab) return;
      const end = tab.offsetLeft + tab.offsetWidth;
      if (end > frame.scrollLeft + frame.clientWidth) frame.scrollTo({ left: end - frame.clientWidth });
      if (tab.offsetLeft < frame.scrollLeft) frame.scrollTo({ left: tab.offsetLeft });
    });
    for (const seen of [frame, ...frame.querySelectorAll('[role="tab"]')]) observer.observe(seen);
    return () => observer.disconnect();
  }, [list, value, tabs]);
}

/** Views of one thing, side by side; give the value from the URL where a link to a tab matters. */
export function Tabs<Value extends string>(props: {
  items: readonly TabItem<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  label: string;
  /** Tabs inside a tab are quieter: no line, so that two lines never stand above each other. */
  isNested?: boolean;
  /** On a page marked `list-page`: the panel takes what the window has left. */
  fills?: boolean;
}) {
  const look = props.isNested ? nested : own;
  const list = useRef<HTMLDivElement>(null);
  useActiveInView(list, props.value, props.items.length);
  return (
    <Base.Root
      value={props.value}
      onValueChange={(next) => props.onValueChange(next as Value)}
      className={props.fills ? "list-tabs" : undefined}
    >
      <Base.List ref={list} aria-label={props.label} className={look.list}>
        {props.items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className={look.tab}
            // Chosen as the button goes down: what is above may grow until it goes up, and the press would hit nothing.
            onMouseDown={(event) => {
              if (event.button === 0 && !event.ctrlKey && item.value !== props.value) props.onValueChange(item.value);
            }}
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className="rounded-full bg-hover px-1.5 text-xs text-ink-soft tabular-nums">
                {item.count.toLocaleString("en-GB")}
              </span>
            )}
          </Base.Tab>
        ))}
        {props.isNested ? null : (
          <Base.Indicator
            renderBeforeHydration={false}
            className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-[translate,width]"
          />
        )}
      </Base.List>
      {props.items.map((item) => (
        <Base.Panel
          key={item.value}
          value={item.value}
          className={cn("outline-offset-4", props.fills ? "list-panel pt-3" : "pt-4")}
        >
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
