import { cn } from "../cn";

/** A part of a list that people work by, with how many it has; without a number until it was counted. */
export interface StatusTab<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly counted?: { readonly count: number; readonly isExact: boolean } | undefined;
}

const MOST = 999;

/** The parts people work by, each with its count. On a narrow window they stay on one line that scrolls sideways. */
export function StatusTabs<Key extends string>(props: {
  label: string;
  tabs: readonly StatusTab<Key>[];
  /** Null when what is shown is none of them. */
  chosen: Key | null;
  onChoose: (key: Key) => void;
}) {
  return (
    <div
      role="group"
      aria-label={props.label}
      className="flex min-w-0 gap-0.5 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 max-sm:[scrollbar-width:none] sm:flex-wrap"
    >
      {props.tabs.map(({ key, label, counted }) => (
        <button
          key={key}
          type="button"
          aria-pressed={props.chosen === key}
          onClick={() => props.onChoose(key)}
          className={cn(
            "flex h-7 shrink-0 items-center gap-1.5 rounded-md pr-1 pl-2 text-sm whitespace-nowrap pointer-coarse:h-11",
            props.chosen === key
              ? "bg-accent-wash font-medium text-accent-text"
              : "text-ink-soft hover:bg-hover hover:text-ink print:hidden",
          )}
        >
          {label}
          {/* As wide as the longest number, so that nothing moves when it comes. */}
          <span className="w-[4ch] text-left text-xs tabular-nums">{numberText(counted)}</span>
        </button>
      ))}
    </div>
  );
}

/** "7", "200+" when there are at least so many; nothing until it was counted. */
function numberText(counted: { readonly count: number; readonly isExact: boolean } | undefined): string {
  if (!counted) return "";
  if (counted.count > MOST) return `${MOST}+`;
  return `${counted.count}${counted.isExact ? "" : "+"}`;
}
