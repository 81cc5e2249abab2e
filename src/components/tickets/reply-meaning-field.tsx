import { Suspense } from "react";
import type { TicketState } from "../../../convex/core/tickets/table";
import { lazyPart } from "../../ui/lazy-part";
import type { ReplyMeaning } from "./reply-meaning";

const MeaningChoice = lazyPart(() => import("./meaning-choice").then((part) => part.MeaningChoice));

/** Asks whether it is still broken, where the answer decides what the reply does. */
export function ReplyMeaningField(props: { state: TicketState; meaning: ReplyMeaning }) {
  if (!props.meaning.isChosen) return null;
  return (
    <Suspense fallback={<div className="h-28" />}>
      <MeaningChoice {...props} />
    </Suspense>
  );
}
