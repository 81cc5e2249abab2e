import { Suspense } from "react";
import { mayHoldMarks } from "../../../convex/lib/pure/marks";
import { lazyPart } from "../../ui/lazy-part";
import { Awaited } from "../../ui/page/awaited";
import type { HeadingLevel } from "./elements";

/** Its code comes with the first text that has marks. */
const Elements = lazyPart(() => import("./elements").then((part) => part.Elements));

/** What somebody wrote: marks are drawn as bold, lists, code and links, everything else as the text it is. Its headings are of one level. */
export function FormattedText({ text, level = 2 }: { text: string; level?: HeadingLevel }) {
  const plain = (
    <p dir="auto" className="max-w-prose whitespace-pre-wrap wrap-anywhere text-ink">
      {text}
    </p>
  );
  return mayHoldMarks(text) ? (
    <Suspense
      fallback={
        <>
          <Awaited />
          {plain}
        </>
      }
    >
      <Elements text={text} level={level} />
    </Suspense>
  ) : (
    plain
  );
}
