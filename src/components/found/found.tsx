import { createContext, useContext } from "react";
import { foundIn } from "../../../convex/lib/pure/wordSearch";

/** The words that are looked for where a text stands; nothing is marked without any. */
export const WantedWords = createContext<readonly string[]>([]);

/** A text with what the search found in it marked. */
export function Found({ text }: { text: string }) {
  const wanted = useContext(WantedWords);
  if (wanted.length === 0) return text;
  // One element: the pieces of a word are no items of a row that lays out its children.
  return (
    <span>
      {foundIn(text, wanted).map((piece, place) =>
        piece.isFound ? (
          <mark key={place} className="rounded-[3px] bg-mark text-ink">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </span>
  );
}
