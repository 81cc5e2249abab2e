/** How many rows a list has: counted on demand, and said in words. */

import { useEffect, useState } from "react";
import { count } from "../../lib/text";

/** How many match, and when that was counted. */
export interface Count {
  readonly count: number;
  readonly isExact: boolean;
  readonly at: number;
}

/** Counted once per wish and again when `turn` changes: a live count would follow every change of every match. */
export function useCounted<Wish>(
  ask: (wish: Wish) => Promise<{ readonly count: number; readonly isExact: boolean }>,
  wish: Wish,
  turn: number,
): Count | undefined {
  const known = useAnswer(ask, wish, turn);
  return known && { ...known.answer, at: known.at };
}

/** What was answered to a wish, and when; asked once per wish and again when `turn` changes. */
export function useAnswer<Wish, Answer>(
  ask: (wish: Wish) => Promise<Answer>,
  wish: Wish,
  turn: number,
): { readonly answer: Answer; readonly at: number } | undefined {
  const key = JSON.stringify([wish, turn]);
  const [known, setKnown] = useState<{ key: string; answer: Answer; at: number }>();
  useEffect(() => {
    let isWanted = true;
    ask((JSON.parse(key) as [Wish])[0]).then(
      (answer) => void (isWanted && setKnown({ key, answer, at: Date.now() })),
      // The list itself tells what is wrong; without a count it only misses a number.
      () => undefined,
    );
    return () => void (isWanted = false);
  }, [ask, key]);
  return known?.key === key ? known : undefined;
}

/** "312 requests", "1,000+ requests", or "Counting…". */
export function countText(counted: Count | undefined, noun: string, plural = `${noun}s`): string {
  if (!counted) return "Counting…";
  return counted.isExact ? count(counted.count, noun, plural) : `${counted.count.toLocaleString("en-GB")}+ ${plural}`;
}

/** "51–100 of 312" for the nth page of a size; without the number where rows came since it was counted. */
export function positionText(
  place: { readonly page: number; readonly size: number; readonly rows: number; readonly isExactPlace: boolean },
  counted: Count | undefined,
): string {
  const { page, size, rows, isExactPlace } = place;
  if (rows === 0) return "";
  if (!isExactPlace) return `${rows.toLocaleString("en-GB")} rows`;
  const first = (page - 1) * size + 1;
  const last = first + rows - 1;
  const of =
    counted && counted.count >= last ? ` of ${counted.count.toLocaleString("en-GB")}${counted.isExact ? "" : "+"}` : "";
  return `${first.toLocaleString("en-GB")}–${last.toLocaleString("en-GB")}${of}`;
}
