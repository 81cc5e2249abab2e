import { ChevronUp } from "lucide-react";
import { whyNotVote } from "../../../convex/core/feedback/rules";
import { plural } from "../../../convex/lib/pure/text";
import { useAct } from "../../components/form/use-act";
import { Button } from "../../ui/button";
import { type IdeaRow, useIdeaCommands } from "./api";

/** How many want an idea, and whether the reader does; one press changes that. */
export function VoteButton({
  idea: { id, key, status, votes, hasVoted },
  size = "sm",
}: {
  idea: Pick<IdeaRow, "id" | "key" | "status" | "votes" | "hasVoted">;
  size?: "sm" | "md";
}) {
  const { vote } = useIdeaCommands();
  const { isBusy, act } = useAct();
  return (
    <Button
      size={size}
      className="min-w-14 tabular-nums"
      variant={hasVoted ? "secondary" : "outline"}
      aria-pressed={hasVoted}
      aria-label={`Vote for ${key}, ${plural(votes, "vote")}`}
      busy={isBusy}
      busyLabel="Voting..."
      disabledReason={whyNotVote({ status }) ? `Voting is closed: it is ${status}` : null}
      onClick={() => void act("Your vote was not saved", () => vote({ ideaId: id, wants: !hasVoted }))}
    >
      <ChevronUp aria-hidden />
      {votes}
    </Button>
  );
}
