/** Words about looking through somebody else's eyes. */

import { plural } from "../../../convex/lib/pure/text";
import { MINUTE_MS } from "../../../convex/lib/pure/time";
import type { Session } from "./api";

/** "29 minutes left", "2 h 5 min left"; the last one is no number any more. */
export function timeLeft(until: number, now: number): string {
  const minutes = Math.ceil((until - now) / MINUTE_MS);
  if (minutes <= 1) return minutes <= 0 ? "time is up" : "less than a minute left";
  if (minutes < 60) return `${minutes} min left`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`} left`;
}

/** What the tab says before the page's own name. */
export function tabMark(mode: "view" | "act", name: string): string {
  return `${mode === "act" ? "Acting" : "Viewing"} as ${name}`;
}

const MARK = /^(\(\d+\+?\) )?(?:(?:Viewing|Acting) as .*? · )?/;

/** A tab's title with the mark behind the count of what is unseen, in place of any other; null takes it away. */
export function markedTitle(mark: string | null, title: string): string {
  return title.replace(
    MARK,
    (_whole, count: string | undefined) => `${count ?? ""}${mark === null ? "" : `${mark} · `}`,
  );
}

/** "30 minutes", "2 hours", "a day". */
export function lengthText(minutes: number): string {
  if (minutes === 1440) return "a day";
  return minutes < 60 ? plural(minutes, "minute") : plural(minutes / 60, "hour");
}

/** The pages that were opened, in the list of them. */
export function pagesText(titles: readonly string[]): string {
  return `Opened ${plural(titles.length, "page")}: ${titles.join(", ")}`;
}

/** How one ended, in the list of them. */
export const END_WORDS: Readonly<Record<NonNullable<Session["endedBecause"]>, string>> = {
  stopped: "Stopped",
  expired: "Time was up",
  personChanged: "Ended by a change of role or status",
  signedOut: "Ended by signing out",
  forced: "Ended by another super admin",
};
