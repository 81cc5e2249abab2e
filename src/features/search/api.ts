/** The one door of finding by words to the backend. */

import { type RequestForQueries, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useSettled } from "../../lib/use-settled";

/** What the backend found. */
export type Found = FunctionReturnType<typeof api.search.queries.find>;

/** Typing pauses this long before the backend is asked: words, not letters, are looked for. */
const SETTLE_MS = 150;
const MIN_LENGTH = 2;

/** What is known about the words typed so far. `answer` may still be that of fewer letters; `isCurrent` tells. */
export interface Search {
  readonly answer: Found | null;
  readonly isCurrent: boolean;
  readonly isLooking: boolean;
  readonly hasFailed: boolean;
}

/** What has the words, asked once typing pauses. */
export function useFound(typed: string): Search {
  const text = typed.trim();
  const words = useSettled(text, SETTLE_MS);
  const isLongEnough = words.length >= MIN_LENGTH;
  // As values, not thrown: a search that fails is no reason to lose the commands beside it.
  const { find } = useQueries(
    useMemo(
      (): RequestForQueries =>
        isLongEnough ? { find: { query: api.search.queries.find, args: { text: words } } } : {},
      [isLongEnough, words],
    ),
  ) as { find?: Found | Error };
  const [kept, setKept] = useState<{ text: string; found: Found } | null>(null);
  if (find !== undefined && !(find instanceof Error) && kept?.found !== find) setKept({ text: words, found: find });
  const isWanted = text.length >= MIN_LENGTH;
  return {
    answer: isWanted ? (kept?.found ?? null) : null,
    isCurrent: kept?.text === text,
    isLooking: isWanted && (words !== text || find === undefined),
    hasFailed: isWanted && find instanceof Error,
  };
}
