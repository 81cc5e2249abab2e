import type { Count } from "../../../components/listing/counting";
import { cn } from "../../../ui/cn";
import { useOwnCount } from "./api";
import { type OwnSearch, ownFilterOf, type Show, SHOWS } from "./search";

const WORDS: Readonly<Record<Show, string>> = {
  all: "All",
  turn: "Your turn",
  open: "Open",
  drafts: "Drafts",
  ended: "Ended",
};

/** How many requests each part of the list has under the same words and filters. */
export function usePartCounts(search: OwnSearch, turn: number): Readonly<Record<Show, Count | undefined>> {
  return {
    all: useOwnCount(ownFilterOf(search, "all"), turn),
    turn: useOwnCount(ownFilterOf(search, "turn"), turn),
    open: useOwnCount(ownFilterOf(search, "open"), turn),
    drafts: useOwnCount(ownFilterOf(search, "drafts"), turn),
    ended: useOwnCount(ownFilterOf(search, "ended"), turn),
  };
}

/** The parts people work by, each with its count. */
export function Parts({
  shown,
  counts,
  onShow,
}: {
  shown: Show;
  counts: Readonly<Record<Show, Count | undefined>>;
  onShow: (show: Show) => void;
}) {
  return (
    <div role="group" aria-label="Which requests" className="flex flex-wrap gap-1">
      {SHOWS.map((show) => (
        <button
          key={show}
          type="button"
          aria-pressed={shown === show}
          onClick={() => onShow(show)}
          className={cn(
            "h-7 rounded-md px-2.5 text-sm pointer-coarse:h-11",
            shown === show
              ? "bg-accent-wash font-medium text-accent-text"
              : "text-ink-soft hover:bg-hover hover:text-ink",
          )}
        >
          {WORDS[show]} <span className="inline-block min-w-[1ch] tabular-nums">{numberOf(counts[show])}</span>
        </button>
      ))}
    </div>
  );
}

function numberOf(counted: Count | undefined): string {
  return counted ? `${counted.count.toLocaleString("en-GB")}${counted.isExact ? "" : "+"}` : "";
}
