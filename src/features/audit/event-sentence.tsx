import { sentenceOf, type SentenceEvent } from "../../../convex/core/audit/rules/sentences";

/** What happened in one sentence, with the names in it standing out. */
export function EventSentence({ event }: { event: SentenceEvent }) {
  return sentenceOf(event).map(({ text, isName }, place) =>
    isName ? (
      <span key={place} className="font-medium">
        {text}
      </span>
    ) : (
      <span key={place} className="text-ink-soft">
        {text}
      </span>
    ),
  );
}
