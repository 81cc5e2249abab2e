import { useState } from "react";
import { WordsDialog } from "../../components/form/words-dialog";
import { formatDate } from "../../lib/dates";
import { Button } from "../../ui/button";
import { toast } from "../../ui/toast/toast";
import { type OwnGrant, useGetBack } from "./api";
import { NEED_WORDS } from "./need-words";

/** Asks back what an access review took: one request with the same answers, decided by one approval. */
export function BackButton({
  grantId,
  description,
  until,
  whyNot,
}: {
  grantId: OwnGrant["id"];
  description: string;
  until: number;
  /** Why it cannot be asked for now, or null. */
  whyNot: string | null;
}) {
  const [isAsking, setAsking] = useState(false);
  // One name for every try, so that a repeated one finds the request the first one made.
  const [submitKey] = useState(() => crypto.randomUUID());
  const getBack = useGetBack();
  async function send(reason: string): Promise<void> {
    const { key } = await getBack({ grantId, reason, submitKey });
    toast.success(`${key} asks for it`);
  }
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`I need ${description} back`}
        title={`Until ${formatDate(until)}`}
        disabledReason={whyNot}
        onClick={() => setAsking(true)}
      >
        I need it back
      </Button>
      {isAsking ? (
        <WordsDialog
          title={`Get ${description} back?`}
          description={`It is requested again with the same answers, until its former end. One approval decides, by whoever answers for the domain. Possible until ${formatDate(until)}.`}
          words={NEED_WORDS}
          verb="Send request"
          busyLabel="Sending..."
          failure="Nothing was sent"
          send={send}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
