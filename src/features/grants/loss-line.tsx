import { useState } from "react";
import { cardLinkClasses } from "../../components/card-link";
import { WordsDialog } from "../../components/form/words-dialog";
import { GoLink } from "../../components/go-link";
import { formatDeadline } from "../../lib/dates";
import { Button } from "../../ui/button";
import { toast } from "../../ui/toast/toast";
import { type OwnGrant, useSayNeed } from "./api";
import { NEED_WORDS } from "./need-words";

/** What an access review is about to take, and the way to say that it is still needed. */
export function LossLine({ description, loss }: { description: string; loss: NonNullable<OwnGrant["loss"]> }) {
  const [isAsking, setAsking] = useState(false);
  const sayNeed = useSayNeed();
  async function send(note: string): Promise<void> {
    await sayNeed({ itemId: loss.itemId, note });
    toast.success("The reviewer sees that you still need it");
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-5.5 text-sm">
      <p className="wrap-anywhere text-danger">
        {loss.at === null
          ? "An access review has marked this for removal, which is waiting for a second person: "
          : `To be removed on ${formatDeadline(loss.at)} by an access review: `}
        {loss.reason}
      </p>
      {loss.need === null && loss.at !== null ? (
        <Button variant="outline" size="sm" aria-label={`I still need ${description}`} onClick={() => setAsking(true)}>
          I still need it
        </Button>
      ) : null}
      {loss.need === null ? null : (
        <p className="wrap-anywhere text-muted">You said that you still need it: “{loss.need}”</p>
      )}
      {loss.againTo !== null && (loss.need !== null || loss.at === null) ? (
        <GoLink
          to={loss.againTo}
          aria-label={loss.at === null ? `I still need ${description}` : `Request ${description} again`}
          className={cardLinkClasses}
        >
          {loss.at === null ? "I still need it" : "Request it again"}
        </GoLink>
      ) : null}
      {isAsking ? (
        <WordsDialog
          title={`You still need ${description}?`}
          description={
            loss.isUndecided
              ? "Those who decide see what you write. It is removed if nobody decides before the review ends."
              : "Whoever decided sees what you write and can change the decision until the review ends."
          }
          words={NEED_WORDS}
          verb="Send"
          busyLabel="Sending..."
          failure="Nothing was sent"
          send={send}
          onClose={() => setAsking(false)}
          below={
            loss.againTo === null || loss.at === null ? null : (
              <p className="text-sm text-muted">
                Or{" "}
                <GoLink to={loss.againTo} className="rounded-sm text-accent-text underline">
                  request it again
                </GoLink>
                : if the request is approved and carried out before {formatDeadline(loss.at)}, you keep your access.
              </p>
            )
          }
        />
      ) : null}
    </div>
  );
}
